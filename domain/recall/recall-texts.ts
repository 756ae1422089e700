// The texts of an instruction in which answers can be recalled: messages, choices, placeholders, prompts, what is sent to an API (decisions C11).
import type { Action } from "../actions/action.ts"
import { isRecord, maxJsonDepth, toJsonPointer } from "../json/json-parser.ts"
import type { Question, Translation } from "../questions/question.ts"
import type { Instruction } from "../script/instruction.ts"
import type { Markup } from "./recall.ts"

/** A text and where it stands: `path` is an RFC 6901 pointer into the instruction. */
export type RecallText = { readonly path: string; readonly text: string; readonly markup: Markup }

/** Every text of an instruction that recalls something, or looks like it. */
export const listRecallTexts = (instruction: Instruction): ReadonlyArray<RecallText> => {
  const found: Array<RecallText> = []
  mapRecallTexts(instruction, (text, markup, path) => {
    found.push({ path: path(), text, markup })
    return text
  })
  return found
}

/** Asked only for texts with two opening braces in them: others recall nothing. */
type Change = (text: string, markup: Markup, path: () => string) => string

/** The instruction with every such text changed; the same object where none is. */
export const mapRecallTexts = (instruction: Instruction, change: Change): Instruction => {
  const messages = mapped(instruction.messages, (message, i) => {
    const content = changed(message.content, "rich", () => `/messages/${i}/content`, change)
    return content === message.content ? message : { ...message, content }
  })
  const question = instruction.question && mapQuestionTexts(instruction.question, change)
  const action = instruction.action && mapActionTexts(instruction.action, change)
  if (messages === instruction.messages && question === instruction.question && action === instruction.action) return instruction
  return { ...instruction, messages, ...(question && { question }), ...(action && { action }) }
}

/** A question with every such text changed; the same object where none is. */
export const mapQuestionTexts = (question: Question, change: Change): Question => {
  const choices =
    question.choices &&
    mapped(question.choices, (choice, i) => {
      const at = `/question/choices/${i}`
      const translation = mapTranslation(choice.translation, () => `${at}/translation/content`, change)
      const translations =
        choice.translations && mapped(choice.translations, (it, j) => mapTranslation(it, () => `${at}/translations/${j}/content`, change))
      if (translation === choice.translation && translations === choice.translations) return choice
      return { ...choice, translation, ...(translations && { translations }) }
    })
  const placeholder = question.placeholder && changed(question.placeholder, "plain", () => "/question/placeholder", change)
  if (choices === question.choices && placeholder === question.placeholder) return question
  return { ...question, ...(choices && { choices }), ...(placeholder && { placeholder }) }
}

const mapTranslation = (translation: Translation, path: () => string, change: Change): Translation => {
  const content = changed(translation.content, "plain", path, change)
  return content === translation.content ? translation : { ...translation, content }
}

/** Fields of the actions' params that a respondent or a service reads as text. */
const recallParams = ["message", "url", "placeholder", "valueSelector", "emailSubject", "emailBody", "purpose", "contextText"] as const

/** An action with every such text changed; the same object where none is. */
export const mapActionTexts = (action: Action, change: Change): Action => {
  const params: Readonly<Record<string, unknown>> = action.params
  const next = Object.fromEntries(
    recallParams.flatMap((field) => {
      const text = params[field]
      if (typeof text !== "string") return []
      const filled = changed(text, "plain", () => `/action/params/${field}`, change)
      return filled === text ? [] : [[field, filled]]
    }),
  )
  const texts = Object.keys(next).length === 0 ? action : { ...action, params: { ...action.params, ...next } }
  if (texts.type !== "getFromAPI") return texts
  const { sendPayload } = texts.params
  const sent = mapPayloadTexts(sendPayload, change)
  return sent === sendPayload ? texts : { ...texts, params: { ...texts.params, sendPayload: sent } }
}

/** What is sent along, as a value or as its text, with the texts in it changed: what is put in never becomes more than a text of it. */
const mapPayloadTexts = (sent: unknown, change: Change): unknown => {
  const path = () => "/action/params/sendPayload"
  if (typeof sent !== "string") return mapJson(sent, path, change)
  const value = sent.includes("{{") ? read(sent) : undefined
  const next = mapJson(value, path, change)
  return next === value ? sent : JSON.stringify(next)
}

const read = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A value with every text in it changed; names of fields stay, and what nests deeper than anything may. */
const mapJson = (value: unknown, path: () => string, change: Change, levels: number = maxJsonDepth): unknown => {
  if (typeof value === "string") return changed(value, "plain", path, change)
  if (levels === 0) return value
  const inside = (key: PropertyKey, one: unknown) => mapJson(one, () => path() + toJsonPointer(key), change, levels - 1)
  if (Array.isArray(value)) return mapped<unknown>(value, (one, place) => inside(place, one))
  if (!isRecord(value)) return value
  const fields = Object.entries(value)
  const next = mapped(fields, (field): [string, unknown] => {
    const [key, one] = field
    const other = inside(key, one)
    return other === one ? field : [key, other]
  })
  return next === fields ? value : Object.fromEntries(next)
}

const changed = (text: string, markup: Markup, path: () => string, change: Change): string =>
  text.includes("{{") ? change(text, markup, path) : text

const mapped = <T>(list: ReadonlyArray<T>, change: (one: T, place: number) => T): ReadonlyArray<T> => {
  let next: Array<T> | null = null
  for (const [place, one] of list.entries()) {
    const other = change(one, place)
    if (other === one) continue
    next ??= [...list]
    next[place] = other
  }
  return next ?? list
}

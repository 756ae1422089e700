// The texts of an instruction that can contain recalls: messages, choices, placeholders, prompts, API payloads [C11].

import { isRecord, toJsonPointer } from "../json/json-value.ts"
import type { Question, Translated, Translation } from "../questions/question.ts"
import { maxJsonDepth } from "../schema/json-parser.ts"
import type { Action } from "../script/action.ts"
import type { Instruction } from "../script/instruction.ts"
import type { Markup } from "./recall.ts"

/** A text, and its place as a JSON pointer (RFC 6901) into the instruction. */
export type RecallText = { readonly path: string; readonly text: string; readonly markup: Markup }

/** Returns every text of an instruction that contains `{{`. */
export const listRecallTexts = (instruction: Instruction): ReadonlyArray<RecallText> => {
  const texts: Array<RecallText> = []
  mapRecallTexts(instruction, (text, markup, path) => {
    texts.push({ path: path(), text, markup })
    return text
  })
  return texts
}

type ScoreAction = Extract<Action, { readonly type: "score" }>
type EndAction = Extract<Action, { readonly type: "end" }>

/** Called only for texts that contain `{{`: others have no recalls. */
type ChangeText = (text: string, markup: Markup, path: () => string) => string

/** Returns the instruction with each of these texts changed; the same object if nothing changes. */
export const mapRecallTexts = (instruction: Instruction, change: ChangeText): Instruction => {
  const messages = mapUnlessEqual(instruction.messages, (message, i) => {
    const content = changeIfRecall(message.content, "rich", () => `/messages/${i}/content`, change)
    return content === message.content ? message : { ...message, content }
  })
  const question = instruction.question && mapQuestionTexts(instruction.question, change)
  const action = instruction.action && mapActionTexts(instruction.action, change)
  if (messages === instruction.messages && question === instruction.question && action === instruction.action) return instruction
  return { ...instruction, messages, ...(question && { question }), ...(action && { action }) }
}

/** Returns the question with each of these texts changed; the same object if nothing changes. */
export const mapQuestionTexts = (question: Question, change: ChangeText): Question => {
  const choices =
    question.choices && mapUnlessEqual(question.choices, (choice, i) => mapTranslated(choice, `/question/choices/${i}`, change))
  const placeholder = question.placeholder && changeIfRecall(question.placeholder, "plain", () => "/question/placeholder", change)
  const translations =
    question.translations &&
    mapUnlessEqual(question.translations, (text, i) => {
      if (text.field !== "placeholder") return text
      const content = changeIfRecall(text.content, "plain", () => `/question/translations/${i}/content`, change)
      return content === text.content ? text : { ...text, content }
    })
  if (choices === question.choices && placeholder === question.placeholder && translations === question.translations) return question
  return { ...question, ...(choices && { choices }), ...(placeholder && { placeholder }), ...(translations && { translations }) }
}

const mapTranslated = <T extends Translated>(owner: T, pointer: string, change: ChangeText): T => {
  const translation = mapTranslation(owner.translation, () => `${pointer}/translation/content`, change)
  const translations =
    owner.translations &&
    mapUnlessEqual(owner.translations, (text, j) => mapTranslation(text, () => `${pointer}/translations/${j}/content`, change))
  if (translation === owner.translation && translations === owner.translations) return owner
  return { ...owner, translation, ...(translations && { translations }) }
}

const mapTranslation = (translation: Translation, path: () => string, change: ChangeText): Translation => {
  const content = changeIfRecall(translation.content, "plain", path, change)
  return content === translation.content ? translation : { ...translation, content }
}

/** The action params that a respondent or a service reads as text. */
const recallParams = ["message", "url", "placeholder", "valueSelector", "emailSubject", "emailBody", "purpose", "contextText"] as const

/** Returns the action with each of these texts changed; the same object if nothing changes. */
export const mapActionTexts = (action: Action, change: ChangeText): Action => {
  const params: Readonly<Record<string, unknown>> = action.params
  const next = Object.fromEntries(
    recallParams.flatMap((field) => {
      const text = params[field]
      if (typeof text !== "string") return []
      const changedText = changeIfRecall(text, "plain", () => `/action/params/${field}`, change)
      return changedText === text ? [] : [[field, changedText]]
    }),
  )
  const texts = Object.keys(next).length === 0 ? action : { ...action, params: { ...action.params, ...next } }
  if (texts.type === "score") return mapRangeTexts(texts, change)
  if (texts.type === "end") return mapClosingTranslations(texts, change)
  if (texts.type !== "getFromAPI") return texts
  const { sendPayload } = texts.params
  const changedPayload = mapPayloadTexts(sendPayload, change)
  return changedPayload === sendPayload ? texts : { ...texts, params: { ...texts.params, sendPayload: changedPayload } }
}

const mapClosingTranslations = (action: EndAction, change: ChangeText): EndAction => {
  const { translations } = action.params
  if (!translations) return action
  const next = mapUnlessEqual(translations, (text, i) => mapTranslation(text, () => `/action/params/translations/${i}/content`, change))
  return next === translations ? action : { ...action, params: { ...action.params, translations: next } }
}

const mapRangeTexts = (action: ScoreAction, change: ChangeText): ScoreAction => {
  const { ranges } = action.params
  if (!ranges) return action
  const next = mapUnlessEqual(ranges, (range, i) => mapTranslated(range, `/action/params/ranges/${i}`, change))
  return next === ranges ? action : { ...action, params: { ...action.params, ranges: next } }
}

/** Changes the texts in a payload, given as a value or as JSON text. A recalled value always stays inside of its text. */
const mapPayloadTexts = (payload: unknown, change: ChangeText): unknown => {
  const path = () => "/action/params/sendPayload"
  if (typeof payload !== "string") return mapJson(payload, path, change)
  const value = payload.includes("{{") ? parseOrUndefined(payload) : undefined
  const next = mapJson(value, path, change)
  return next === value ? payload : JSON.stringify(next)
}

const parseOrUndefined = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Changes every text in a value. Field names stay, and so do values nested deeper than `levels`. */
const mapJson = (value: unknown, path: () => string, change: ChangeText, levels: number = maxJsonDepth): unknown => {
  if (typeof value === "string") return changeIfRecall(value, "plain", path, change)
  if (levels === 0) return value
  const mapChild = (key: PropertyKey, child: unknown) => mapJson(child, () => path() + toJsonPointer(key), change, levels - 1)
  if (Array.isArray(value)) return mapUnlessEqual<unknown>(value, (item, index) => mapChild(index, item))
  if (!isRecord(value)) return value
  const fields = Object.entries(value)
  const next = mapUnlessEqual(fields, (field): [string, unknown] => {
    const [key, child] = field
    const changedChild = mapChild(key, child)
    return changedChild === child ? field : [key, changedChild]
  })
  return next === fields ? value : Object.fromEntries(next)
}

const changeIfRecall = (text: string, markup: Markup, path: () => string, change: ChangeText): string =>
  text.includes("{{") ? change(text, markup, path) : text

const mapUnlessEqual = <T>(list: ReadonlyArray<T>, change: (item: T, index: number) => T): ReadonlyArray<T> => {
  let next: Array<T> | null = null
  for (const [index, item] of list.entries()) {
    const changedItem = change(item, index)
    if (changedItem === item) continue
    next ??= [...list]
    next[index] = changedItem
  }
  return next ?? list
}

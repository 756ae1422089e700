// The texts of an instruction in which answers can be recalled: messages, choices, placeholders, prompts (decisions C11).
import type { Action } from "../actions/action.ts"
import type { Question } from "../questions/question.ts"
import type { Instruction } from "../script/instruction.ts"
import type { Markup } from "./recall.ts"

/** A text and where it stands: `path` is an RFC 6901 pointer into the instruction. */
export type RecallText = { readonly path: string; readonly text: string; readonly markup: Markup }

/** Every such text of an instruction. */
export const recallTexts = (instruction: Instruction): ReadonlyArray<RecallText> => {
  const found: Array<RecallText> = []
  mapTexts(instruction, (text, markup, path) => {
    found.push({ path, text, markup })
    return text
  })
  return found
}

type Change = (text: string, markup: Markup, path: string) => string

/** The instruction with every such text changed; the same object where none is. */
export const mapTexts = (instruction: Instruction, change: Change): Instruction => {
  const messages = mapped(instruction.messages, (message, i) => {
    const content = change(message.content, "rich", `/messages/${i}/content`)
    return content === message.content ? message : { ...message, content }
  })
  const question = instruction.question && mapQuestion(instruction.question, change)
  const action = instruction.action && mapAction(instruction.action, change)
  if (messages === instruction.messages && question === instruction.question && action === instruction.action) return instruction
  return { ...instruction, messages, ...(question && { question }), ...(action && { action }) }
}

/** A question with every such text changed; the same object where none is. */
export const mapQuestion = (question: Question, change: Change): Question => {
  const choices =
    question.choices &&
    mapped(question.choices, (choice, i) => {
      const content = change(choice.translation.content, "plain", `/question/choices/${i}/translation/content`)
      return content === choice.translation.content ? choice : { ...choice, translation: { ...choice.translation, content } }
    })
  const placeholder = question.placeholder && change(question.placeholder, "plain", "/question/placeholder")
  if (choices === question.choices && placeholder === question.placeholder) return question
  return { ...question, ...(choices && { choices }), ...(placeholder && { placeholder }) }
}

/** Fields of the actions' params that a respondent or a service reads as text. */
const fields = ["message", "url", "placeholder", "emailSubject", "emailBody", "purpose", "contextText"] as const

/** An action with every such text changed; the same object where none is. */
export const mapAction = (action: Action, change: Change): Action => {
  const params: Readonly<Record<string, unknown>> = action.params
  const changed = Object.fromEntries(
    fields.flatMap((field) => {
      const text = params[field]
      if (typeof text !== "string") return []
      const next = change(text, "plain", `/action/params/${field}`)
      return next === text ? [] : [[field, next]]
    }),
  )
  return Object.keys(changed).length === 0 ? action : { ...action, params: { ...action.params, ...changed } }
}

const mapped = <T>(list: ReadonlyArray<T>, change: (one: T, place: number) => T): ReadonlyArray<T> => {
  const next = list.map(change)
  return next.every((one, i) => one === list[i]) ? list : next
}

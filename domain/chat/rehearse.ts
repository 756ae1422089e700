// A conversation that begins in the middle of a script: as an author tries it out (spec/2-editor; decisions E8).

import { ownField } from "../own-field.ts"
import type { Question } from "../questions/question.ts"
import { asText, toldQuestion } from "../recall/fill.ts"
import type { Instruction } from "../script/instruction.ts"
import { advance } from "./advance.ts"
import { readAnswer } from "./answer.ts"
import { answeredBy } from "./answered-by.ts"
import { askedQuestion } from "./asked-question.ts"
import { type Beginning, beginning, type Stepped } from "./chat.ts"
import { environmentOf } from "./environment.ts"
import type { Chat } from "./prepare.ts"
import type { ChatState } from "./state.ts"

/**
 * `from` is the uuid of the instruction to begin at, null or one that is gone for the first. `typed` are answers by the uuids of their
 * instructions, as they were typed: those before the beginning count as given, where they can be read.
 */
export type Rehearsal = Beginning & { readonly from: string | null; readonly typed: Readonly<Record<string, string>> }

/** [E8] Begins at `from`, as if what was typed for the questions before it had been answered. What stands before is not looked at. */
export const rehearse = (chat: Chat, { from, typed, ...how }: Rehearsal): Stepped => {
  const next = Math.max(
    0,
    chat.list.findIndex(({ instruction }) => instruction.uuid === from),
  )
  let state: ChatState = beginning(chat, how)
  for (const { instruction } of chat.list.slice(0, next)) {
    const text = ownField(typed, instruction.uuid) ?? ""
    if (!instruction.question || text.trim() === "") continue
    const asked = askedQuestion(instruction.question, state, environmentOf(chat, state))
    const read = readAnswer(asked, typedAnswer(instruction.question, text), state.language)
    if (read.ok) state = { ...state, answers: { ...state.answers, [instruction.uuid]: read.value } }
  }
  return advance(chat, { ...state, next })
}

/** What was typed as an answer: where there can be several, they are typed with commas between. */
export const typedAnswer = (question: Question | null, text: string): unknown => {
  const isList = question?.type === "multiple" || question?.type === "file"
  return isList && text.trim() !== "" ? text.split(",").map((one) => one.trim()) : text.trim()
}

/** Metadata as lines of `key = value`; a line without a sign between has no value, one without a key says nothing. */
export const typedMetadata = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(/\r\n?|\n/).flatMap((line) => {
      const at = line.indexOf("=")
      const key = (at === -1 ? line : line.slice(0, at)).trim()
      return key === "" ? [] : [[key, at === -1 ? "" : line.slice(at + 1).trim()] as const]
    }),
  )

/** What is known of a respondent in a CRM, as lines like those of metadata; groups are several, with commas between. */
export const typedCrm = (text: string): Readonly<Record<string, string | ReadonlyArray<string>>> =>
  Object.fromEntries(
    Object.entries(typedMetadata(text)).map(([key, value]) => [key, key === "groups" ? value.split(",").map((one) => one.trim()) : value]),
  )

/** What was typed for an action's end: its outcome, the fields that came back as lines, or both. Nothing typed is none. */
export const typedOutcome = ({ action }: Instruction, outcome: string, fields: string): unknown => {
  const back = action?.type === "crmAuth" ? typedCrm(fields) : typedMetadata(fields)
  const said = outcome === "" ? {} : { outcome }
  return Object.keys(back).length > 0 ? { ...back, ...said } : outcome || null
}

/** The answer of an instruction as its respondent reads it; null where there is none or it was skipped. */
export const answerSaid = (chat: Chat, state: ChatState, uuid: string): string | null => {
  const question = chat.list.find(({ instruction }) => instruction.uuid === uuid)?.instruction.question
  const value = ownField(state.answers, uuid) ?? null
  if (!question || value === null) return null
  const { shown, text } = answeredBy(toldQuestion(question, environmentOf(chat, state)), value, state.language)
  return asText(shown ?? text)
}

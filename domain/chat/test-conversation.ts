// A conversation that begins in the middle of a script: as an author tries it out (spec/2-editor; decisions E8).

import { toOutcome } from "../actions/outbound-request.ts"
import { isRecord } from "../json/json-parser.ts"
import { getOwnField } from "../json/json-value.ts"
import { localizeQuestion } from "../questions/choices.ts"
import type { Question } from "../questions/question.ts"
import { splitRecalls } from "../recall/recall.ts"
import { fillQuestion, formatConditionValue } from "../recall/recall-filling.ts"
import type { Instruction } from "../script/instruction.ts"
import type { Language } from "../script/language.ts"
import { answerFacets } from "./answer-facets.ts"
import type { AnswerProblem } from "./answer-problem.ts"
import { parseAnswer } from "./answer-validation.ts"
import type { CompiledScript } from "./compiled-script.ts"
import { type ConversationStart, continueConversation, type EngineResult, initialState } from "./conversation-engine.ts"
import type { ConversationEvent, ConversationState } from "./conversation-state.ts"
import { buildEnvironment, renderQuestion } from "./evaluation-environment.ts"

/**
 * `from` is the uuid of the instruction to begin at, null or one that is gone for the first. `typed` are answers by the uuids of their
 * instructions, as they were typed: those before the beginning count as given, where they can be read.
 */
export type TestConversationStart = ConversationStart & { readonly from: string | null; readonly typed: Readonly<Record<string, string>> }

/** [E8] Begins at `from`, as if what was typed for the questions before it had been answered. What stands before is not looked at. */
export const beginTestConversation = (chat: CompiledScript, { from, typed, ...how }: TestConversationStart): EngineResult => {
  const next = Math.max(
    0,
    chat.list.findIndex(({ instruction }) => instruction.uuid === from),
  )
  let state: ConversationState = initialState(chat, how)
  for (const { instruction } of chat.list.slice(0, next)) {
    const text = getOwnField(typed, instruction.uuid) ?? ""
    if (!instruction.question || text.trim() === "") continue
    const asked = renderQuestion(instruction.question, state, buildEnvironment(chat, state))
    const read = parseAnswer(asked, parseTypedAnswer(instruction.question, text), state.language)
    if (read.ok) state = { ...state, answers: { ...state.answers, [instruction.uuid]: read.value } }
  }
  return continueConversation(chat, { ...state, next })
}

/** What was typed as an answer: where there can be several, they are typed with commas between. */
export const parseTypedAnswer = (question: Question | null, text: string): unknown => {
  const isList = question?.type === "multiple" || question?.type === "file"
  return isList && text.trim() !== "" ? text.split(",").map((one) => one.trim()) : text.trim()
}

/** Metadata as lines of `key = value`; a line without a sign between has no value, one without a key says nothing. */
export const parseMetadataLines = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(/\r\n?|\n/).flatMap((line) => {
      const at = line.indexOf("=")
      const key = (at === -1 ? line : line.slice(0, at)).trim()
      return key === "" ? [] : [[key, at === -1 ? "" : line.slice(at + 1).trim()] as const]
    }),
  )

/** What is known of a respondent in a CRM, as lines like those of metadata; groups are several, with commas between. */
export const parseCrmLines = (text: string): Readonly<Record<string, string | ReadonlyArray<string>>> =>
  Object.fromEntries(
    Object.entries(parseMetadataLines(text)).map(([key, value]) => [
      key,
      key === "groups" ? value.split(",").map((one) => one.trim()) : value,
    ]),
  )

/** What was typed for an action's end: its outcome, the fields that came back as lines, or both. Nothing typed is none. */
export const parseTypedOutcome = ({ action }: Instruction, outcome: string, fields: string): unknown => {
  const back = action?.type === "crmAuth" ? parseCrmLines(fields) : parseMetadataLines(fields)
  const said = outcome === "" ? {} : { outcome }
  return Object.keys(back).length > 0 ? { ...back, ...said } : outcome || null
}

/** The answer of an instruction as its respondent reads it; null where there is none or it was skipped. */
export const storedAnswerText = (chat: CompiledScript, state: ConversationState, uuid: string): string | null => {
  const question = chat.list.find(({ instruction }) => instruction.uuid === uuid)?.instruction.question
  const value = getOwnField(state.answers, uuid) ?? null
  if (!question || value === null) return null
  const { shown, text } = answerFacets(fillQuestion(question, buildEnvironment(chat, state)), value, state.language)
  return formatConditionValue(shown ?? text)
}

// What an action came to where nothing is called: it is said by who plays the chat, the editor's Test or the command line tool.

/**
 * The event for an action's `given`: its outcome, or an object of its values, as the answer of the call that it stands for, which may say
 * the `outcome` itself. [A12] Those of a CRM authentication are known as `crm.key` from then on.
 */
export const buildOutcomeEvent = ({ uuid, action }: Instruction, given: unknown): ConversationEvent => {
  if (!isRecord(given)) return { type: "action.done", uuid, outcome: given ?? null }
  const outcome = Object.hasOwn(given, "outcome") ? given["outcome"] : toOutcome(given).outcome
  return { type: "action.done", uuid, outcome, results: given, ...(action?.type === "crmAuth" && { crm: given }) }
}

// What is wrong with what an author types before a test is played: told where it stands, as it would be left out without a word (decisions E8).

/** [E8] Why what was typed for a question cannot be its answer, as its respondent would be told; null where it can, or nothing was typed. */
export const presetAnswerProblem = (question: Question, text: string, language: Language): AnswerProblem | null => {
  if (text.trim() === "") return null
  const asked = localizeQuestion(question, language)
  const read = parseAnswer(asked, parseTypedAnswer(question, text), language)
  if (read.ok) return null
  // What a choice is called may follow from an answer that is still to come.
  return read.problem.key === "answer.unknown-choice" && (asked.choices ?? []).some(isRecalling) ? null : read.problem
}

const isRecalling = ({ translation }: NonNullable<Question["choices"]>[number]): boolean =>
  splitRecalls(translation.content, "plain").some(({ _tag }) => _tag === "Recall")

/** A line, counted from 1, that counts as a key alone for want of a sign, or for nothing for want of a key. */
export type MetadataLineProblem = { readonly kind: "no-sign" | "no-key"; readonly line: number }

/** The first line of `key = value` that says less than its author may have meant; null where there is none. */
export const metadataLineProblem = (text: string): MetadataLineProblem | null => {
  for (const [place, line] of text.split(/\r\n?|\n/).entries()) {
    if (line.trim() === "") continue
    const at = line.indexOf("=")
    if (at === -1) return { kind: "no-sign", line: place + 1 }
    if (line.slice(0, at).trim() === "") return { kind: "no-key", line: place + 1 }
  }
  return null
}

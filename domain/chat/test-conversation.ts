// An author's test of a script: it can begin anywhere, with prepared answers and typed outcomes (E8).

import { getOwnField } from "../json/json-value.ts"
import type { Question } from "../questions/question.ts"
import { localizeQuestion } from "../questions/question-texts.ts"
import { splitRecalls } from "../recall/recall.ts"
import type { Instruction } from "../script/instruction.ts"
import type { Language } from "../text/language.ts"
import type { AnswerProblem } from "./answer-problem.ts"
import { parseAnswer } from "./answer-validation.ts"
import type { CompiledScript } from "./compiled-script.ts"
import { type ConversationStart, continueConversation, type EngineResult, initialState } from "./conversation-engine.ts"
import type { ConversationState } from "./conversation-state.ts"
import { buildEnvironment, renderQuestion } from "./evaluation-environment.ts"

/**
 * `from` is the uuid of the first instruction; null or an unknown one starts at the beginning. `typed` are prepared
 * answers by instruction uuid, as typed.
 */
export type TestConversationStart = ConversationStart & { readonly from: string | null; readonly typed: Readonly<Record<string, string>> }

/**
 * [E8] Begins at `from`, as if the prepared answers to earlier questions had been given. Earlier instructions are not
 * evaluated; unreadable answers are ignored.
 */
export const beginTestConversation = (chat: CompiledScript, { from, typed, ...start }: TestConversationStart): EngineResult => {
  const next = Math.max(
    0,
    chat.list.findIndex(({ instruction }) => instruction.uuid === from),
  )
  let state: ConversationState = initialState(chat, start)
  for (const { instruction } of chat.list.slice(0, next)) {
    const text = getOwnField(typed, instruction.uuid) ?? ""
    if (!instruction.question || text.trim() === "") continue
    const question = renderQuestion(instruction.question, chat, state, buildEnvironment(chat, state))
    const parsed = parseAnswer(question, parseTypedAnswer(instruction.question, text), state.language)
    if (parsed.ok) state = { ...state, answers: { ...state.answers, [instruction.uuid]: parsed.value } }
  }
  return continueConversation(chat, { ...state, next })
}

/** Parses a typed answer: for multiple-choice and file questions, a list separated by commas. */
export const parseTypedAnswer = (question: Question | null, text: string): unknown => {
  const isList = question?.type === "multiple" || question?.type === "file"
  return isList && text.trim() !== "" ? text.split(",").map((item) => item.trim()) : text.trim()
}

/**
 * Parses metadata from lines of `key = value`. A line without `=` is a key with an empty value; one without a key is
 * ignored.
 */
export const parseMetadataLines = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split(/\r\n?|\n/).flatMap((line) => {
      const at = line.indexOf("=")
      const key = (at === -1 ? line : line.slice(0, at)).trim()
      return key === "" ? [] : [[key, at === -1 ? "" : line.slice(at + 1).trim()] as const]
    }),
  )

/** Parses CRM values from lines of `key = value`; `groups` is a list separated by commas. */
export const parseCrmLines = (text: string): Readonly<Record<string, string | ReadonlyArray<string>>> =>
  Object.fromEntries(
    Object.entries(parseMetadataLines(text)).map(([key, value]) => [
      key,
      key === "groups" ? value.split(",").map((item) => item.trim()) : value,
    ]),
  )

/** Parses a typed outcome of an action: the outcome, its result fields as lines, or both; null if nothing was typed. */
export const parseTypedOutcome = ({ action }: Instruction, outcome: string, fields: string): unknown => {
  const results = action?.type === "crmAuth" ? parseCrmLines(fields) : parseMetadataLines(fields)
  const outcomeField = outcome === "" ? {} : { outcome }
  return Object.keys(results).length > 0 ? { ...results, ...outcomeField } : outcome || null
}

/**
 * [E8] Returns why a preset answer is invalid, in the words that a respondent would see; null if it is valid or blank. Without
 * this, the test would silently ignore it.
 */
export const presetAnswerProblem = (question: Question, text: string, language: Language): AnswerProblem | null => {
  if (text.trim() === "") return null
  const localized = localizeQuestion(question, { language, locale: language })
  const parsed = parseAnswer(localized, parseTypedAnswer(question, text), language)
  if (parsed.ok) return null
  // The text of a choice can recall an answer that is only given later.
  return parsed.problem.key === "answer.unknown-choice" && (localized.choices ?? []).some(hasRecall) ? null : parsed.problem
}

const hasRecall = ({ translation }: NonNullable<Question["choices"]>[number]): boolean =>
  splitRecalls(translation.content, "plain").some(({ _tag }) => _tag === "Recall")

/** A problem in line `line` (from 1): it has no `=` and counts as a key alone, or has no key and is ignored. */
export type MetadataLineProblem = { readonly kind: "no-sign" | "no-key"; readonly line: number }

/** Returns the first line that is not of the form `key = value`; null if there is none. */
export const metadataLineProblem = (text: string): MetadataLineProblem | null => {
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    if (line.trim() === "") continue
    const at = line.indexOf("=")
    if (at === -1) return { kind: "no-sign", line: index + 1 }
    if (line.slice(0, at).trim() === "") return { kind: "no-key", line: index + 1 }
  }
  return null
}

// Examples of what a conversation can lead to: answers and metadata that the engine has played.

import type { CompiledScript } from "../chat/compiled-script.ts"
import { beginConversation, type EngineResult, handleEvent } from "../chat/conversation-engine.ts"
import type { ConversationEvent, ConversationState } from "../chat/conversation-state.ts"
import { buildOutcomeEvent } from "../chat/outcome-event.ts"
import type { Reference } from "../conditions/condition.ts"
import type { ConditionValue } from "../conditions/condition-value.ts"
import type { Example } from "../findings/finding.ts"
import type { NeededAnswer } from "../flow/path-queries.ts"
import { getTextLengthLimits } from "../questions/answer-limits.ts"
import type { Question } from "../questions/question.ts"
import { createSampleAnswer } from "../questions/sample-answer.ts"
import type { Instruction } from "../script/instruction.ts"

/** A value that an example needs: the answer to a question, the outcome of an action, or what is known from the start (`place` -1). */
export type NeededValue = { readonly place: number; readonly reference: Reference; readonly value: ConditionValue }

/** Returns the values of needed answers. */
export const listNeededValues = (needed: ReadonlyArray<NeededAnswer>): ReadonlyArray<NeededValue> =>
  needed.map(({ variable: { reference, sourceIndex, givenAnswers }, answerClass }) => ({
    place: sourceIndex,
    reference,
    value: givenAnswers[answerClass]?.value ?? null,
  }))

/** What an example is asked to show: `isShownBy` is asked when the conversation has shown `until`, or has ended if that is null. */
export type Claim = { readonly until: number | null; readonly isShownBy: (state: ConversationState) => boolean }

/** What is left for playing the examples of one script, in values of conversations: each event computes all of them again. */
export type PlayBudget = { remaining: number }

/** Plays the answers that lead somewhere, and any others that are asked for; null if the engine does not show the claim. */
export const playExample = (
  chat: CompiledScript,
  needed: ReadonlyArray<NeededValue>,
  { until, isShownBy }: Claim,
  budget: PlayBudget,
): Example | null => {
  // A respondent cannot choose what the CRM has stored.
  if (needed.some(({ reference, value }) => reference._tag === "Crm" && value !== null)) return null
  const metadata = Object.fromEntries(
    needed.flatMap(({ reference, value }) => (reference._tag === "Metadata" && value !== null ? [[reference.key, value] as const] : [])),
  )
  const target = until === null ? undefined : chat.list[until]?.instruction.uuid
  const answers = new Map<string, unknown>()
  let { state }: EngineResult = beginConversation(chat, { seed: "", metadata })
  while (state.waiting !== null && (target === undefined || !state.visited.includes(target))) {
    const index = state.next - 1
    const current = chat.list[index]
    budget.remaining -= chat.list.length
    if (current === undefined || budget.remaining < 0) return null
    const own = needed.filter(({ place }) => place === index)
    const next = answerInstruction(chat, state, current.instruction, own)
    if (next === null) return null
    answers.set(current.name, next.given)
    state = next.state
  }
  const isReached = target === undefined ? state.ending !== null : state.visited.includes(target)
  if (!isReached || !isShownBy(state)) return null
  return { answers: Object.fromEntries(answers), metadata, needed: listNames(chat, needed, answers) }
}

/** The names of the needed answers that were given, in script order. */
const listNames = (
  { list }: CompiledScript,
  needed: ReadonlyArray<NeededValue>,
  answers: ReadonlyMap<string, unknown>,
): ReadonlyArray<string> => {
  const places = new Set(needed.map(({ place }) => place))
  return list.flatMap(({ name }, index) => (places.has(index) && answers.has(name) ? [name] : []))
}

/** Gives the first answer that the engine accepts; null if it refuses all of them. */
const answerInstruction = (
  chat: CompiledScript,
  state: ConversationState,
  instruction: Instruction,
  own: ReadonlyArray<NeededValue>,
): { readonly state: ConversationState; readonly given: unknown } | null => {
  const { uuid, question } = instruction
  const send = (event: ConversationEvent) => handleEvent(chat, state, event)
  if (state.waiting?.for === "action") {
    const given = toOutcome(own)
    return { state: send(buildOutcomeEvent(instruction, given)).state, given }
  }
  if (!question) return null
  const [assumed] = own
  for (const given of assumed === undefined ? [createSampleAnswer(question), null] : listGivenAnswers(question, assumed.value)) {
    const { state: next } = send({ type: "answer", uuid, given })
    if (next !== state) return { state: next, given }
  }
  return null
}

/** An outcome, or the results of an action with the outcome among them, as they are typed in a test. */
const toOutcome = (own: ReadonlyArray<NeededValue>): unknown => {
  const results = own.flatMap(({ reference, value }) => (reference._tag === "Action" ? [[reference.key ?? "outcome", value] as const] : []))
  if (results.length === 0) return null
  return results.every(([key]) => key === "outcome") ? (results[0]?.[1] ?? null) : Object.fromEntries(results)
}

/** The answer itself, and forms of it that the question may accept where it refuses the answer: the engine tells whether they do as well. */
const listGivenAnswers = (question: Question, value: ConditionValue): ReadonlyArray<unknown> => {
  if (value === null) return [null]
  if (typeof value !== "string") return [value]
  if (question.type === "email") return [value, `${value}@example.org`]
  if (question.type !== "open") return [value]
  const { min } = getTextLengthLimits(question.options ?? {})
  return [value, value.repeat(Math.ceil(min / Math.max(value.length, 1)))]
}

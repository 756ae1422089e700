// Examples of what a conversation can lead to: answers and metadata that the engine has played.

import type { CompiledScript } from "../chat/compiled-script.ts"
import { beginConversation, type EngineResult, handleEvent } from "../chat/conversation-engine.ts"
import type { ConversationEvent, ConversationState } from "../chat/conversation-state.ts"
import { buildOutcomeEvent } from "../chat/typed-outcome.ts"
import type { Example } from "../findings/finding.ts"
import type { NeededValue, QueryResult } from "../flow/path-queries.ts"
import { createSampleAnswer } from "../questions/sample-answer.ts"
import { findAmountSource, listPayableAnswers } from "../script/action-waiting.ts"
import type { Instruction } from "../script/instruction.ts"

/** What an example is asked to show: `isShownBy` is asked when the conversation has shown `until`, or has ended if that is null. */
export type Claim = { readonly until: number | null; readonly isShownBy: (state: ConversationState) => boolean }

/**
 * What is left for playing the examples of one script. Each event costs the instructions before it and the comparisons of their conditions;
 * instructions after the example cost nothing.
 */
export type PlayBudget = { remaining: number }

/** The answers to play; if a condition is open, every other answer can matter too. */
export type AnswersToPlay = { readonly needed: ReadonlyArray<NeededValue>; readonly isOpen: boolean }

/** Returns the answers that lead, or perhaps lead, to what a question asks for; null if there are none. */
export const getAnswersToPlay = (result: QueryResult): AnswersToPlay | null => {
  if (result._tag === "Possible") return { needed: result.needed, isOpen: false }
  if (result._tag === "Impossible" || result.candidate === null) return null
  return { needed: result.candidate, isOpen: true }
}

/** An example, and the conversation that it leads to. */
type PlayedExample = { readonly example: Example; readonly state: ConversationState }

/**
 * Plays the answers that lead somewhere, and any others that are asked for; null if the engine does not show the claim.
 */
export const playExample = (
  chat: CompiledScript,
  { needed, isOpen }: AnswersToPlay,
  { until, isShownBy }: Claim,
  budget: PlayBudget,
): PlayedExample | null => {
  const metadata = Object.fromEntries(
    needed.flatMap(({ reference, value }) => (reference._tag === "Metadata" && value !== null ? [[reference.key, value] as const] : [])),
  )
  const target = until === null ? undefined : chat.list[until]?.instruction.uuid
  const due = listDueAmounts(chat, needed)
  const answers = new Map<string, unknown>()
  let { state }: EngineResult = beginConversation(chat, { seed: "", metadata })
  let evaluated = 0
  while (state.waiting !== null && (target === undefined || !state.visited.includes(target))) {
    const index = state.next - 1
    const current = chat.list[index]
    budget.remaining -= state.next + countCompared(chat, evaluated, state.next)
    evaluated = state.next
    if (current === undefined || budget.remaining < 0) return null
    const own = needed.filter(({ place }) => place === index)
    const next = answerInstruction(chat, state, current.instruction, { own, isDue: due.has(current.instruction.uuid) })
    // Answers are given by name, so that an example cannot hold two answers of one name.
    if (next === null || answers.has(current.name)) return null
    answers.set(current.name, next.given)
    state = next.state
  }
  budget.remaining -= countCompared(chat, evaluated, state.next)
  const isReached = target === undefined ? state.ending !== null : state.visited.includes(target)
  if (!isReached || !isShownBy(state)) return null
  const names = [...answers.keys()]
  // Whether a payment waits for its outcome depends on the other answers: with some, it would have another outcome.
  const dependsOnWaiting = needed.some(
    ({ place, reference }) =>
      reference._tag === "Action" && (getPaymentAmount(chat, place) !== null || !names.includes(chat.list[place]?.name ?? "")),
  )
  const decisive = isOpen || dependsOnWaiting ? names : listNames(chat, needed, answers)
  return { state, example: { answers: Object.fromEntries(answers), metadata, needed: decisive } }
}

/** The average length of what a condition compares, in characters. */
const charactersPerValue = 8

/** About how many values the conditions of the instructions from one place to another compare. */
const countCompared = ({ list }: CompiledScript, from: number, to: number): number =>
  list.slice(from, to).reduce((sum, { instruction }) => sum + Math.ceil((instruction.condition ?? "").length / charactersPerValue), 0)

/** Returns the uuid that the amount of the payment at a place comes from, "" if it has none; null if there is no payment at that place. */
const getPaymentAmount = ({ list }: CompiledScript, place: number): string | null => {
  const action = list[place]?.instruction.action
  return action?.type === "payment" ? (action.params.amount ?? "") : null
}

/** Returns the uuids of the questions that must supply an amount, because a payment without an amount due has no outcome. */
const listDueAmounts = (chat: CompiledScript, needed: ReadonlyArray<NeededValue>): ReadonlySet<string> => {
  const instructions = chat.list.map(({ instruction }) => instruction)
  return new Set(
    needed.flatMap(({ place, reference, value }) => {
      if (reference._tag !== "Action" || value === null) return []
      return findAmountSource(instructions, getPaymentAmount(chat, place))?.uuid ?? []
    }),
  )
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
  { own, isDue }: { readonly own: ReadonlyArray<NeededValue>; readonly isDue: boolean },
): { readonly state: ConversationState; readonly given: unknown } | null => {
  const { uuid, question } = instruction
  const send = (event: ConversationEvent) => handleEvent(chat, state, event)
  if (state.waiting?.for === "action") {
    const given = toOutcome(own)
    return { state: send(buildOutcomeEvent(instruction, given)).state, given }
  }
  if (!question) return null
  const [assumed] = own
  const others = [...(isDue ? listPayableAnswers(question) : []), createSampleAnswer(question), null]
  for (const given of assumed === undefined ? others : [assumed.value]) {
    const { state: next } = send({ type: "answer", uuid, given })
    if (next !== state) return { state: next, given }
  }
  return null
}

/** An outcome, or the results of an action with the outcome among them, as they are typed in a test. */
const toOutcome = (own: ReadonlyArray<NeededValue>): unknown => {
  const results = own.flatMap(({ reference, value }) => (reference._tag === "Action" ? [{ key: reference.key, value }] : []))
  // A result named "outcome" is known only from an object.
  if (results.every(({ key }) => key === null)) return results[0]?.value ?? null
  return Object.fromEntries(results.map(({ key, value }) => [key ?? "outcome", value]))
}

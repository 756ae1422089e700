// A conversation as it is kept: what it began with, what has happened since, and how far that brought it. Whoever opens it again is shown
// all of it anew, by playing it again (decisions E6).
import * as Schema from "effect/Schema"
import { deepEqual } from "../json/json-equality.ts"
import { getOwnField } from "../json/json-value.ts"
import { Language } from "../script/language.ts"
import type { AnswerProblem } from "./answer-problem.ts"
import { parseAnswer } from "./answer-validation.ts"
import type { CompiledScript } from "./compiled-script.ts"
import { beginConversation, type ConversationStart, handleEvent } from "./conversation-engine.ts"
import { type ConversationEffect, type ConversationEvent, ConversationState } from "./conversation-state.ts"

const anything = Schema.Record(Schema.String, Schema.Unknown)

const Kept = Schema.Union([
  Schema.Struct({ type: Schema.Literal("answer"), uuid: Schema.String, given: Schema.Unknown }),
  Schema.Struct({
    type: Schema.Literal("action.done"),
    uuid: Schema.String,
    outcome: Schema.Unknown,
    results: Schema.optionalKey(anything),
    crm: Schema.optionalKey(anything),
  }),
])

/** An answer among `events` is given as it was kept, not as it was typed. `state` is where the events lead. */
export const ConversationRecord = Schema.Struct({
  beginning: Schema.Struct({
    seed: Schema.String,
    language: Schema.optionalKey(Language),
    metadata: Schema.optionalKey(anything),
    crm: Schema.optionalKey(anything),
  }),
  events: Schema.Array(Kept),
  state: ConversationState,
})
export type ConversationRecord = typeof ConversationRecord.Type

/** One stretch of a conversation: what was answered (null: nothing, an action was done or it began), and what came of it. */
export type Turn = {
  readonly answer: { readonly uuid: string; readonly value: unknown } | null
  readonly effects: ReadonlyArray<ConversationEffect>
}

export type RecordedTurn = { readonly record: ConversationRecord; readonly turn: Turn }

/** The record of a conversation that begins, with its first turn. */
export const startRecord = (chat: CompiledScript, beginning: ConversationStart): RecordedTurn => {
  const { state, effects } = beginConversation(chat, beginning)
  return { record: { beginning, events: [], state }, turn: { answer: null, effects } }
}

/** What an event adds to a record; a problem where an answer is refused; null where nothing waits for it. */
export type RecordResult =
  | ({ readonly type: "taken" } & RecordedTurn)
  | { readonly type: "refused"; readonly problem: AnswerProblem }
  | null

export const recordEvent = (chat: CompiledScript, record: ConversationRecord, event: ConversationEvent): RecordResult => {
  const { state, effects } = handleEvent(chat, record.state, event)
  if (state === record.state) {
    const refusal = effects.find((effect) => effect.type === "refuse")
    return refusal === undefined ? null : { type: "refused", problem: refusal.problem }
  }
  const kept = event.type === "answer" ? { ...event, given: getOwnField(state.answers, event.uuid) ?? null } : event
  return { type: "taken", record: { ...record, events: [...record.events, kept], state }, turn: turnOf(kept, effects) }
}

/** Whether an answer to an instruction's question can be taken now: it is waited for, or nothing has begun yet (`null`). */
export const isAnswerAwaited = (record: Pick<ConversationRecord, "state"> | null, uuid: string): boolean =>
  record === null || record.state.waiting?.uuid === uuid

/**
 * Whether the question was answered already, as in another window, and not with what is `given` for it now. An answer that only arrives
 * again is none of these.
 */
export const isAnsweredDifferently = (
  { list }: CompiledScript,
  { state }: ConversationRecord,
  { uuid, given }: { readonly uuid: string; readonly given: unknown },
): boolean => {
  const kept = getOwnField(state.answers, uuid)
  const question = list.find(({ instruction }) => instruction.uuid === uuid)?.instruction.question
  if (kept === undefined || !question) return false
  const read = parseAnswer(question, given, state.language)
  return !(read.ok && deepEqual(read.value, kept))
}

/** All turns of a record: one more than it has events. */
export const replayTurns = (chat: CompiledScript, { beginning, events }: ConversationRecord): ReadonlyArray<Turn> => {
  let { state, effects } = beginConversation(chat, beginning)
  const turns = [turnOf(null, effects)]
  for (const event of events) {
    ;({ state, effects } = handleEvent(chat, state, event))
    turns.push(turnOf(event, effects))
  }
  return turns
}

const turnOf = (event: ConversationEvent | null, effects: ReadonlyArray<ConversationEffect>): Turn => ({
  answer: event?.type === "answer" ? { uuid: event.uuid, value: event.given } : null,
  effects,
})

/** How far a conversation has come, from 0 to 1. What is skipped counts as passed. */
export const computeProgress = ({ list }: CompiledScript, { next, waiting, ending }: ConversationState): number =>
  ending !== null || list.length === 0 ? 1 : (waiting === null ? next : next - 1) / list.length

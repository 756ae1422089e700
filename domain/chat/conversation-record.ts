// A stored conversation: its beginning, all events and the resulting state. Reopening it replays the events (E6).
import * as Schema from "effect/Schema"
import { deepEqual, getOwnField } from "../json/json-value.ts"
import { maxAnswersLength, openTextLengths } from "../questions/answer-limits.ts"
import { Language } from "../script/language-schema.ts"
import type { AnswerProblem } from "./answer-problem.ts"
import { parseAnswer } from "./answer-validation.ts"
import type { CompiledScript } from "./compiled-script.ts"
import { beginConversation, type ConversationStart, handleEvent, toConditionValues } from "./conversation-engine.ts"
import { type ConversationEffect, type ConversationEvent, ConversationState } from "./conversation-state.ts"
import { createRunEnvironments } from "./evaluation-environment.ts"

const UnknownFields = Schema.Record(Schema.String, Schema.Unknown)

const RecordedEvent = Schema.Union([
  Schema.Struct({ type: Schema.Literal("answer"), uuid: Schema.String, given: Schema.Unknown }),
  Schema.Struct({
    type: Schema.Literal("action.done"),
    uuid: Schema.String,
    outcome: Schema.Unknown,
    results: Schema.optionalKey(UnknownFields),
    crm: Schema.optionalKey(UnknownFields),
  }),
])

/**
 * A stored conversation. Answers in `events` are in their stored form, not as typed. `state` is the result of all
 * events.
 */
export const ConversationRecord = Schema.Struct({
  beginning: Schema.Struct({
    seed: Schema.String,
    language: Schema.optionalKey(Language),
    metadata: Schema.optionalKey(UnknownFields),
    crm: Schema.optionalKey(UnknownFields),
  }),
  events: Schema.Array(RecordedEvent),
  state: ConversationState,
})
export type ConversationRecord = typeof ConversationRecord.Type

/** Returns the record without the metadata, which is stored beside it, so that it is stored once. */
export const omitMetadata = (record: ConversationRecord): ConversationRecord => {
  const { metadata: _, ...beginning } = record.beginning
  return { ...record, beginning, state: { ...record.state, metadata: {} } }
}

/** Returns a record with the metadata that was stored beside it. A record that was stored with its own keeps that. */
export const restoreMetadata = (record: ConversationRecord, metadata: Readonly<Record<string, unknown>>): ConversationRecord =>
  record.beginning.metadata !== undefined
    ? record
    : {
        ...record,
        beginning: { ...record.beginning, metadata },
        state: { ...record.state, metadata: toConditionValues(metadata) },
      }

/** One turn: an answer (null for the first turn and for finished actions) and the effects that followed. */
export type Turn = {
  readonly answer: { readonly uuid: string; readonly value: unknown } | null
  readonly effects: ReadonlyArray<ConversationEffect>
}

export type RecordedTurn = { readonly record: ConversationRecord; readonly turn: Turn }

/** Returns the record of a new conversation, with its first turn. */
export const startRecord = (chat: CompiledScript, beginning: ConversationStart): RecordedTurn => {
  const { state, effects } = beginConversation(chat, beginning)
  return { record: { beginning, events: [], state }, turn: { answer: null, effects } }
}

/**
 * The result of recording an event: the new record and turn, or why an answer was refused; null if nothing waits for
 * the event.
 */
export type RecordResult =
  | ({ readonly type: "taken" } & RecordedTurn)
  | { readonly type: "refused"; readonly problem: AnswerProblem }
  | null

/** [E6] Handles an event and returns the extended record with the new turn, the refusal, or null if nothing waits for it. */
export const recordEvent = (chat: CompiledScript, record: ConversationRecord, event: ConversationEvent): RecordResult => {
  const { state, effects } = handleEvent(chat, record.state, event)
  if (state === record.state) {
    const refusal = effects.find((effect) => effect.type === "refuse")
    return refusal === undefined ? null : { type: "refused", problem: refusal.problem }
  }
  if (event.type === "answer") {
    const problem = answersLengthProblem(record.state, getOwnField(state.answers, event.uuid))
    if (problem !== null) return { type: "refused", problem }
  }
  const recorded = event.type === "answer" ? { ...event, given: getOwnField(state.answers, event.uuid) ?? null } : event
  return { type: "taken", record: { ...record, events: [...record.events, recorded], state }, turn: createTurn(recorded, effects) }
}

/** Returns the problem with an answer that makes those of the conversation too long together, or null. */
const answersLengthProblem = ({ answers }: ConversationState, added: unknown): AnswerProblem | null => {
  const remaining = Object.values(answers).reduce<number>((rest, answer) => rest - countCharacters(answer), maxAnswersLength)
  const most = Math.max(openTextLengths.defaultMaximum, remaining)
  return countCharacters(added) <= most ? null : { key: "answer.long", values: { most } }
}

const countCharacters = (answer: unknown): number => (typeof answer === "string" ? answer.length : 0)

/**
 * What one request adds to a conversation. `turns` are the new turns, each with the record after it; `record` is the last one. `isHandled`:
 * the last turn handled the event. Nothing is added if the answer is refused.
 */
export type ComputedTurns =
  | {
      readonly type: "computed"
      readonly record: ConversationRecord
      readonly turns: ReadonlyArray<RecordedTurn>
      readonly isHandled: boolean
    }
  | { readonly type: "refused"; readonly problem: AnswerProblem }

/**
 * [E6] Computes the turns that an event adds. A conversation without a record begins first, as `current` says; without an event, it only
 * begins. An event that nothing waits for adds no turn.
 */
export const computeTurns = (
  chat: CompiledScript,
  current: ConversationRecord | ConversationStart,
  event: ConversationEvent | null,
): ComputedTurns => {
  if (!("events" in current)) {
    const first = startRecord(chat, current)
    const added = computeTurns(chat, first.record, event)
    return added.type === "refused" ? added : { ...added, turns: [first, ...added.turns] }
  }
  const next = event === null ? null : recordEvent(chat, current, event)
  if (next === null) return { type: "computed", record: current, turns: [], isHandled: false }
  if (next.type === "refused") return next
  return { type: "computed", record: next.record, turns: [{ record: next.record, turn: next.turn }], isHandled: true }
}

/**
 * Whether an answer to the question of instruction `uuid` is accepted now: it is awaited, or the conversation has not
 * begun (`record` is null).
 */
export const isAnswerAwaited = (record: Pick<ConversationRecord, "state"> | null, uuid: string): boolean =>
  record === null || record.state.waiting?.uuid === uuid

/**
 * [E9] Whether the question already has a different answer, for example from another window. The same answer arriving
 * twice does not count.
 */
export const isAnsweredDifferently = (
  { list }: CompiledScript,
  { state }: ConversationRecord,
  { uuid, given }: { readonly uuid: string; readonly given: unknown },
): boolean => {
  const stored = getOwnField(state.answers, uuid)
  const question = list.find(({ instruction }) => instruction.uuid === uuid)?.instruction.question
  if (stored === undefined || !question) return false
  const parsed = parseAnswer(question, given, state.language)
  return !(parsed.ok && deepEqual(parsed.value, stored))
}

/** Replays a record turn by turn, one more than there are events. */
export function* iterateTurns(chat: CompiledScript, { beginning, events }: ConversationRecord): Generator<Turn, void> {
  const buildRun = createRunEnvironments()
  let { state, effects } = beginConversation(chat, beginning, buildRun)
  yield createTurn(null, effects)
  for (const event of events) {
    ;({ state, effects } = handleEvent(chat, state, event, buildRun))
    yield createTurn(event, effects)
  }
}

const createTurn = (event: ConversationEvent | null, effects: ReadonlyArray<ConversationEffect>): Turn => ({
  answer: event?.type === "answer" ? { uuid: event.uuid, value: event.given } : null,
  effects,
})

/** Returns the progress of a conversation, from 0 to 1. Skipped instructions count as passed. */
export const computeProgress = ({ list }: CompiledScript, { next, waiting, ending }: ConversationState): number =>
  ending !== null || list.length === 0 ? 1 : (waiting === null ? next : next - 1) / list.length

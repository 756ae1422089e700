// A conversation as it is kept: what it began with, what has happened since, and how far that brought it. Whoever opens it again is shown
// all of it anew, by playing it again (decisions E6).
import * as Schema from "effect/Schema"
import { same } from "../json/json-equality.ts"
import { ownField } from "../json/json-value.ts"
import { Language } from "../script/language.ts"
import type { Problem } from "./answer-problem.ts"
import { readAnswer } from "./answer-validation.ts"
import type { Chat } from "./compiled-script.ts"
import { type Beginning, begin, step } from "./conversation-engine.ts"
import { type ChatEvent, ChatState, type Effect } from "./conversation-state.ts"

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
export const ChatRecord = Schema.Struct({
  beginning: Schema.Struct({
    seed: Schema.String,
    language: Schema.optionalKey(Language),
    metadata: Schema.optionalKey(anything),
    crm: Schema.optionalKey(anything),
  }),
  events: Schema.Array(Kept),
  state: ChatState,
})
export type ChatRecord = typeof ChatRecord.Type

/** One stretch of a conversation: what was answered (null: nothing, an action was done or it began), and what came of it. */
export type Turn = {
  readonly answer: { readonly uuid: string; readonly value: unknown } | null
  readonly effects: ReadonlyArray<Effect>
}

export type Recorded = { readonly record: ChatRecord; readonly turn: Turn }

/** The record of a conversation that begins, with its first turn. */
export const started = (chat: Chat, beginning: Beginning): Recorded => {
  const { state, effects } = begin(chat, beginning)
  return { record: { beginning, events: [], state }, turn: { answer: null, effects } }
}

/** What an event adds to a record; a problem where an answer is refused; null where nothing waits for it. */
export type Taken = ({ readonly type: "taken" } & Recorded) | { readonly type: "refused"; readonly problem: Problem } | null

export const taken = (chat: Chat, record: ChatRecord, event: ChatEvent): Taken => {
  const { state, effects } = step(chat, record.state, event)
  if (state === record.state) {
    const refusal = effects.find((effect) => effect.type === "refuse")
    return refusal === undefined ? null : { type: "refused", problem: refusal.problem }
  }
  const kept = event.type === "answer" ? { ...event, given: ownField(state.answers, event.uuid) ?? null } : event
  return { type: "taken", record: { ...record, events: [...record.events, kept], state }, turn: turnOf(kept, effects) }
}

/** Whether an answer to an instruction's question can be taken now: it is waited for, or nothing has begun yet (`null`). */
export const isAwaited = (record: Pick<ChatRecord, "state"> | null, uuid: string): boolean =>
  record === null || record.state.waiting?.uuid === uuid

/**
 * Whether the question was answered already, as in another window, and not with what is `given` for it now. An answer that only arrives
 * again is none of these.
 */
export const isAnsweredOtherwise = (
  { list }: Chat,
  { state }: ChatRecord,
  { uuid, given }: { readonly uuid: string; readonly given: unknown },
): boolean => {
  const kept = ownField(state.answers, uuid)
  const question = list.find(({ instruction }) => instruction.uuid === uuid)?.instruction.question
  if (kept === undefined || !question) return false
  const read = readAnswer(question, given, state.language)
  return !(read.ok && same(read.value, kept))
}

/** All turns of a record: one more than it has events. */
export const turnsOf = (chat: Chat, { beginning, events }: ChatRecord): ReadonlyArray<Turn> => {
  let { state, effects } = begin(chat, beginning)
  const turns = [turnOf(null, effects)]
  for (const event of events) {
    ;({ state, effects } = step(chat, state, event))
    turns.push(turnOf(event, effects))
  }
  return turns
}

const turnOf = (event: ChatEvent | null, effects: ReadonlyArray<Effect>): Turn => ({
  answer: event?.type === "answer" ? { uuid: event.uuid, value: event.given } : null,
  effects,
})

/** How far a conversation has come, from 0 to 1. What is skipped counts as passed. */
export const progressOf = ({ list }: Chat, { next, waiting, ending }: ChatState): number =>
  ending !== null || list.length === 0 ? 1 : (waiting === null ? next : next - 1) / list.length

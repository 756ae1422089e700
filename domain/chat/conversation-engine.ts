// The conversation engine: from a script, a state and an event to the next state and what is to be done (decisions E2). Pure: no clock, no
// chance, nothing from outside. Respondents, the Test button and the command line tool play by it.
import { asValue, type Environment, type Value } from "../conditions/condition-value.ts"
import { kindOf } from "../script/instruction.ts"
import type { Language } from "../script/language.ts"
import { readAnswer } from "./answer-validation.ts"
import type { Chat, Prepared } from "./compiled-script.ts"
import type { ChatEvent, ChatState, Effect } from "./conversation-state.ts"
import { askedQuestion, environmentOf } from "./evaluation-environment.ts"
import { play, usualEnding } from "./instruction-effects.ts"

// Why an instruction is shown or not: its condition, the values that it saw, the outcome.

/**
 * `condition` is as its author wrote it, null where there is none; `saw` holds each reference of it, in its canonical form, with its value.
 * An instruction is not shown when its condition does not hold, when it cannot be read, or when the instruction is still empty.
 */
export type Look = {
  readonly uuid: string
  readonly name: string
  readonly condition: string | null
  readonly saw: ReadonlyArray<{ readonly reference: string; readonly value: Value }>
  readonly outcome: "shown" | "not-shown" | "unreadable" | "empty"
}

export const lookAt = ({ instruction, name, condition }: Prepared, environment: Environment): Look => {
  const known = { uuid: instruction.uuid, name, condition: condition === null ? null : (instruction.condition ?? null) }
  if (condition === "unreadable") return { ...known, saw: [], outcome: "unreadable" }
  const saw = condition === null ? [] : condition.seen.map(({ reference, get }) => ({ reference, value: get(environment) }))
  if (condition !== null && !condition.test(environment)) return { ...known, saw, outcome: "not-shown" }
  return { ...known, saw, outcome: kindOf(instruction) === "empty" ? "empty" : "shown" }
}

// Goes on with a conversation until something is waited for, or it ends. Each instruction is looked at once, so it always does one of both.

/** What was done up to where it stopped. */
export type Advanced = { readonly state: ChatState; readonly effects: ReadonlyArray<Effect>; readonly looks: ReadonlyArray<Look> }

export const advance = (chat: Chat, from: ChatState): Advanced => {
  // Answers and outcomes arrive as events, never on the way: what conditions see is the same all along.
  const environment = environmentOf(chat, from)
  const effects: Array<Effect> = []
  const looks: Array<Look> = []
  const visited = [...from.visited]
  const stopped = (next: number, change: Partial<ChatState>): Advanced => ({
    state: { ...from, next, visited, ...change },
    effects,
    looks,
  })
  for (const [place, prepared] of chat.list.entries()) {
    if (place < from.next) continue
    const look = lookAt(prepared, environment)
    looks.push(look)
    if (look.outcome !== "shown") continue
    visited.push(look.uuid)
    const played = play(prepared, chat, from, environment)
    effects.push(...played.effects)
    if (played.ending !== null) return stopped(place + 1, { ending: played.ending })
    if (played.waitsFor !== null) return stopped(place + 1, { waiting: { for: played.waitsFor, uuid: look.uuid } })
  }
  effects.push({ type: "end", ending: usualEnding })
  return stopped(chat.list.length, { ending: usualEnding })
}

/** `effects` are to be carried out in their order; `looks` explain which instructions were looked at and why they were shown or not. */
export type Stepped = { readonly state: ChatState; readonly effects: ReadonlyArray<Effect>; readonly looks: ReadonlyArray<Look> }

/** What a conversation begins with. `seed` decides what is left to chance; `language` is the script's unless the respondent has another. */
export type Beginning = {
  readonly seed: string
  readonly language?: Language
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly crm?: Readonly<Record<string, unknown>>
}

/** Begins a conversation and goes on to the first thing that is waited for, or to its end. */
export const begin = (chat: Chat, how: Beginning): Stepped => advance(chat, beginning(chat, how))

/** A conversation in which nothing has happened yet. */
export const beginning = (chat: Chat, { seed, language, metadata, crm }: Beginning): ChatState => ({
  seed,
  language: language ?? chat.language,
  next: 0,
  waiting: null,
  ending: null,
  visited: [],
  answers: {},
  actions: {},
  metadata: valuesOf(metadata ?? {}),
  crm: valuesOf(crm ?? {}),
})

/**
 * Takes an event and goes on to the next thing that is waited for, or to the end. An answer that is none is refused, and asked for still.
 * An event about anything but what is waited for, and what is no event, changes nothing.
 */
export const step = (chat: Chat, state: ChatState, event: ChatEvent | null | undefined): Stepped => {
  const { waiting } = state
  const at = chat.list[state.next - 1]?.instruction
  if (waiting === null || at === undefined || at.uuid !== waiting.uuid || event?.uuid !== waiting.uuid) return unchanged(state)
  if (event.type === "answer") {
    if (waiting.for !== "answer" || !at.question) return unchanged(state)
    const read = readAnswer(askedQuestion(at.question, state, environmentOf(chat, state)), event.given, state.language)
    if (!read.ok) return { state, effects: [{ type: "refuse", uuid: at.uuid, problem: read.problem }], looks: [] }
    return advance(chat, { ...state, waiting: null, answers: { ...state.answers, [at.uuid]: read.value } })
  }
  if (event.type !== "action.done" || waiting.for !== "action") return unchanged(state)
  const results = { ...valuesOf(event.results ?? {}), "": asValue(event.outcome) }
  return advance(chat, {
    ...state,
    waiting: null,
    actions: { ...state.actions, [at.uuid]: results },
    crm: { ...state.crm, ...valuesOf(event.crm ?? {}) },
  })
}

const unchanged = (state: ChatState): Stepped => ({ state, effects: [], looks: [] })

const valuesOf = (json: Readonly<Record<string, unknown>>): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(json).map(([key, value]) => [key, asValue(value)]))

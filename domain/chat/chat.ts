// The conversation engine: from a script, a state and an event to the next state and what is to be done (decisions E2). Pure: no clock, no
// chance, nothing from outside. Respondents, the Test button and the command line tool play by it.

import { asValue, type Value } from "../conditions/value.ts"
import type { Language } from "../script/language.ts"
import { advance } from "./advance.ts"
import { readAnswer } from "./answer.ts"
import { askedQuestion } from "./asked-question.ts"
import type { Effect } from "./effect.ts"
import { environmentOf } from "./environment.ts"
import type { ChatEvent } from "./event.ts"
import type { Look } from "./look.ts"
import type { Chat } from "./prepare.ts"
import type { ChatState } from "./state.ts"

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

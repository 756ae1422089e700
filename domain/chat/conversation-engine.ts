// The conversation engine: from a script, a state and an event to the next state and what is to be done (decisions E2). Pure: no clock, no
// chance, nothing from outside. Respondents, the Test button and the command line tool play by it.
import { type ConditionValue, type Environment, toConditionValue } from "../conditions/condition-value.ts"
import { getInstructionKind } from "../script/instruction.ts"
import type { Language } from "../script/language.ts"
import { parseAnswer } from "./answer-validation.ts"
import type { CompiledInstruction, CompiledScript } from "./compiled-script.ts"
import type { ConversationEffect, ConversationEvent, ConversationState } from "./conversation-state.ts"
import { buildEnvironment, renderQuestion } from "./evaluation-environment.ts"
import { defaultEnding, playInstruction } from "./instruction-effects.ts"

// Why an instruction is shown or not: its condition, the values that it saw, the outcome.

/**
 * `condition` is as its author wrote it, null where there is none; `saw` holds each reference of it, in its canonical form, with its value.
 * An instruction is not shown when its condition does not hold, when it cannot be read, or when the instruction is still empty.
 */
export type InstructionTrace = {
  readonly uuid: string
  readonly name: string
  readonly condition: string | null
  readonly operandValues: ReadonlyArray<{ readonly reference: string; readonly value: ConditionValue }>
  readonly outcome: "shown" | "not-shown" | "unreadable" | "empty"
}

export const traceInstruction = ({ instruction, name, condition }: CompiledInstruction, environment: Environment): InstructionTrace => {
  const known = { uuid: instruction.uuid, name, condition: condition === null ? null : (instruction.condition ?? null) }
  if (condition === "unreadable") return { ...known, operandValues: [], outcome: "unreadable" }
  const saw = condition === null ? [] : condition.seen.map(({ reference, get }) => ({ reference, value: get(environment) }))
  if (condition !== null && !condition.test(environment)) return { ...known, operandValues: saw, outcome: "not-shown" }
  return { ...known, operandValues: saw, outcome: getInstructionKind(instruction) === "empty" ? "empty" : "shown" }
}

// Goes on with a conversation until something is waited for, or it ends. Each instruction is looked at once, so it always does one of both.

/** What was done up to where it stopped. */
export type AdvanceResult = {
  readonly state: ConversationState
  readonly effects: ReadonlyArray<ConversationEffect>
  readonly traces: ReadonlyArray<InstructionTrace>
}

export const continueConversation = (chat: CompiledScript, from: ConversationState): AdvanceResult => {
  // Answers and outcomes arrive as events, never on the way: what conditions see is the same all along.
  const environment = buildEnvironment(chat, from)
  const effects: Array<ConversationEffect> = []
  const looks: Array<InstructionTrace> = []
  const visited = [...from.visited]
  const stopped = (next: number, change: Partial<ConversationState>): AdvanceResult => ({
    state: { ...from, next, visited, ...change },
    effects,
    traces: looks,
  })
  for (const [place, prepared] of chat.list.entries()) {
    if (place < from.next) continue
    const look = traceInstruction(prepared, environment)
    looks.push(look)
    if (look.outcome !== "shown") continue
    visited.push(look.uuid)
    const played = playInstruction(prepared, chat, from, environment)
    effects.push(...played.effects)
    if (played.ending !== null) return stopped(place + 1, { ending: played.ending })
    if (played.waitsFor !== null) return stopped(place + 1, { waiting: { for: played.waitsFor, uuid: look.uuid } })
  }
  effects.push({ type: "end", ending: defaultEnding })
  return stopped(chat.list.length, { ending: defaultEnding })
}

/** `effects` are to be carried out in their order; `looks` explain which instructions were looked at and why they were shown or not. */
export type EngineResult = {
  readonly state: ConversationState
  readonly effects: ReadonlyArray<ConversationEffect>
  readonly traces: ReadonlyArray<InstructionTrace>
}

/** What a conversation begins with. `seed` decides what is left to chance; `language` is the script's unless the respondent has another. */
export type ConversationStart = {
  readonly seed: string
  readonly language?: Language
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly crm?: Readonly<Record<string, unknown>>
}

/** Begins a conversation and goes on to the first thing that is waited for, or to its end. */
export const beginConversation = (chat: CompiledScript, how: ConversationStart): EngineResult =>
  continueConversation(chat, initialState(chat, how))

/** A conversation in which nothing has happened yet. */
export const initialState = (chat: CompiledScript, { seed, language, metadata, crm }: ConversationStart): ConversationState => ({
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
export const handleEvent = (chat: CompiledScript, state: ConversationState, event: ConversationEvent | null | undefined): EngineResult => {
  const { waiting } = state
  const at = chat.list[state.next - 1]?.instruction
  if (waiting === null || at === undefined || at.uuid !== waiting.uuid || event?.uuid !== waiting.uuid) return unchanged(state)
  if (event.type === "answer") {
    if (waiting.for !== "answer" || !at.question) return unchanged(state)
    const read = parseAnswer(renderQuestion(at.question, state, buildEnvironment(chat, state)), event.given, state.language)
    if (!read.ok) return { state, effects: [{ type: "refuse", uuid: at.uuid, problem: read.problem }], traces: [] }
    return continueConversation(chat, { ...state, waiting: null, answers: { ...state.answers, [at.uuid]: read.value } })
  }
  if (event.type !== "action.done" || waiting.for !== "action") return unchanged(state)
  const results = { ...valuesOf(event.results ?? {}), "": toConditionValue(event.outcome) }
  return continueConversation(chat, {
    ...state,
    waiting: null,
    actions: { ...state.actions, [at.uuid]: results },
    crm: { ...state.crm, ...valuesOf(event.crm ?? {}) },
  })
}

const unchanged = (state: ConversationState): EngineResult => ({ state, effects: [], traces: [] })

const valuesOf = (json: Readonly<Record<string, unknown>>): Readonly<Record<string, ConditionValue>> =>
  Object.fromEntries(Object.entries(json).map(([key, value]) => [key, toConditionValue(value)]))

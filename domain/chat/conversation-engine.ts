// The conversation engine (E2): script, state and event in, next state and effects out. Pure: no clock, randomness or I/O.
import { type ConditionValue, type Environment, toConditionValue } from "../conditions/condition-value.ts"
import { getInstructionKind } from "../script/instruction.ts"
import type { Language } from "../text/language.ts"
import { parseAnswer } from "./answer-validation.ts"
import type { CompiledInstruction, CompiledScript } from "./compiled-script.ts"
import type { ConversationEffect, ConversationEvent, ConversationState } from "./conversation-state.ts"
import { type BuildRunEnvironment, buildRunEnvironment, renderQuestion } from "./evaluation-environment.ts"
import { defaultEnding, playInstruction } from "./instruction-effects.ts"

/**
 * Why an instruction was shown or skipped. `condition` is as written, null if there is none; `operandValues` are its
 * references in canonical form with their values. An instruction is skipped if its condition is false or unreadable, or
 * if it is still empty.
 */
export type InstructionTrace = {
  readonly uuid: string
  readonly name: string
  readonly condition: string | null
  readonly operandValues: ReadonlyArray<{ readonly reference: string; readonly value: ConditionValue }>
  readonly outcome: "shown" | "not-shown" | "unreadable" | "empty"
}

/** Evaluates the condition of an instruction and returns why it is shown or skipped. */
export const traceInstruction = ({ instruction, name, condition }: CompiledInstruction, environment: Environment): InstructionTrace => {
  const base = { uuid: instruction.uuid, name, condition: condition === null ? null : (instruction.condition ?? null) }
  if (condition === "unreadable") return { ...base, operandValues: [], outcome: "unreadable" }
  const operandValues = condition === null ? [] : condition.references.map(({ reference, get }) => ({ reference, value: get(environment) }))
  if (condition !== null && !condition.test(environment)) return { ...base, operandValues, outcome: "not-shown" }
  return { ...base, operandValues, outcome: getInstructionKind(instruction) === "empty" ? "empty" : "shown" }
}

/** The state, effects and traces after continuing until the conversation waits or ends. */
export type AdvanceResult = {
  readonly state: ConversationState
  readonly effects: ReadonlyArray<ConversationEffect>
  readonly traces: ReadonlyArray<InstructionTrace>
}

/** [E2] Continues until the conversation waits or ends. Each instruction is evaluated only once, so the loop terminates. */
export const continueConversation = (
  chat: CompiledScript,
  from: ConversationState,
  buildRun: BuildRunEnvironment = buildRunEnvironment,
): AdvanceResult => {
  // Answers and outcomes arrive only as events, so only a score changes the environment during one run.
  const run = buildRun(chat, from)
  const effects: Array<ConversationEffect> = []
  const traces: Array<InstructionTrace> = []
  const visited = [...from.visited]
  const recalls = { shown: { used: from.recalled ?? 0 }, sent: { used: 0 } }
  const stopAt = (next: number, change: Partial<ConversationState>): AdvanceResult => ({
    state: { ...from, next, visited, ...(recalls.shown.used > 0 && { recalled: recalls.shown.used }), ...change },
    effects,
    traces,
  })
  for (let index = from.next; index < chat.list.length; index++) {
    const compiled = chat.list[index]
    if (compiled === undefined) break
    const trace = traceInstruction(compiled, run.environment)
    traces.push(trace)
    if (trace.outcome !== "shown") continue
    visited.push(trace.uuid)
    if (getInstructionKind(compiled.instruction) === "score") run.reachScore(compiled)
    const played = playInstruction(compiled, chat, from, run, recalls)
    effects.push(...played.effects)
    if (played.ending !== null) return stopAt(index + 1, { ending: played.ending })
    if (played.waitsFor !== null) return stopAt(index + 1, { waiting: { for: played.waitsFor, uuid: trace.uuid } })
  }
  effects.push({ type: "end", ending: defaultEnding })
  return stopAt(chat.list.length, { ending: defaultEnding })
}

/** `effects` run in order; `traces` explain why each evaluated instruction was shown or skipped. */
export type EngineResult = {
  readonly state: ConversationState
  readonly effects: ReadonlyArray<ConversationEffect>
  readonly traces: ReadonlyArray<InstructionTrace>
}

/** How a conversation begins. `seed` determines everything random; `language` is set if it differs from the script's. */
export type ConversationStart = {
  readonly seed: string
  readonly language?: Language
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly crm?: Readonly<Record<string, unknown>>
}

/** Begins a conversation and continues until it waits or ends. */
export const beginConversation = (chat: CompiledScript, start: ConversationStart, buildRun?: BuildRunEnvironment): EngineResult =>
  continueConversation(chat, initialState(chat, start), buildRun)

/** Returns the state of a conversation before its first instruction. */
export const initialState = (chat: CompiledScript, { seed, language, metadata, crm }: ConversationStart): ConversationState => ({
  seed,
  language: language ?? chat.language,
  next: 0,
  waiting: null,
  ending: null,
  visited: [],
  answers: {},
  actions: {},
  metadata: toConditionValues(metadata ?? {}),
  crm: toConditionValues(crm ?? {}),
})

/**
 * [E2] Applies an event and continues until the conversation waits again or ends. An invalid answer is refused and the
 * question stays open. An event that does not match what is awaited changes nothing. A replay passes `buildRun`, which is called in the order of the
 * states.
 */
export const handleEvent = (
  chat: CompiledScript,
  state: ConversationState,
  event: ConversationEvent | null | undefined,
  buildRun: BuildRunEnvironment = buildRunEnvironment,
): EngineResult => {
  const { waiting } = state
  const current = chat.list[state.next - 1]?.instruction
  if (waiting === null || current === undefined || current.uuid !== waiting.uuid || event?.uuid !== waiting.uuid) return unchanged(state)
  if (event.type === "answer") {
    if (waiting.for !== "answer" || !current.question) return unchanged(state)
    const parsed = parseAnswer(
      renderQuestion(current.question, chat, state, buildRun(chat, state).environment),
      event.given,
      state.language,
    )
    if (!parsed.ok) return { state, effects: [{ type: "refuse", uuid: current.uuid, problem: parsed.problem }], traces: [] }
    return continueConversation(chat, { ...state, waiting: null, answers: { ...state.answers, [current.uuid]: parsed.value } }, buildRun)
  }
  if (event.type !== "action.done" || waiting.for !== "action") return unchanged(state)
  const results = { ...toConditionValues(event.results ?? {}), "": toConditionValue(event.outcome) }
  const after = {
    ...state,
    waiting: null,
    actions: { ...state.actions, [current.uuid]: results },
    crm: { ...state.crm, ...toConditionValues(event.crm ?? {}) },
  }
  return continueConversation(chat, after, buildRun)
}

const unchanged = (state: ConversationState): EngineResult => ({ state, effects: [], traces: [] })

/** Returns JSON values as condition values; unsupported ones become null. */
export const toConditionValues = (json: Readonly<Record<string, unknown>>): Readonly<Record<string, ConditionValue>> =>
  Object.fromEntries(Object.entries(json).map(([key, value]) => [key, toConditionValue(value)]))

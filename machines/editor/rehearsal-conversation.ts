// The conversation of a rehearsal: how it starts, takes answers and plays examples. The chat engine decides.
import type { AnswerProblem } from "../../domain/chat/answer-problem.ts"
import { type CompiledScript, compileScript } from "../../domain/chat/compiled-script.ts"
import { type EngineResult, handleEvent, type InstructionTrace } from "../../domain/chat/conversation-engine.ts"
import type { ConversationEffect, ConversationEvent, ConversationState } from "../../domain/chat/conversation-state.ts"
import { buildOutcomeEvent } from "../../domain/chat/outcome-event.ts"
import {
  beginTestConversation,
  parseCrmLines,
  parseMetadataLines,
  parseTypedOutcome,
  storedAnswerText,
} from "../../domain/chat/test-conversation.ts"
import type { Proof } from "../../domain/check/proofs.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import type { Example } from "../../domain/findings/finding.ts"
import { getOwnField } from "../../domain/json/json-value.ts"
import { getInstructionName } from "../../domain/script/instruction-name.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import type { Language } from "../../domain/text/language.ts"

type ScriptedEffect = Exclude<ConversationEffect, { readonly type: "refuse" }>
/** A line of the transcript: from the script, or an answer (`text` null: the question was skipped). */
export type RehearsalLine =
  | { readonly by: "script"; readonly effect: ScriptedEffect }
  | { readonly by: "respondent"; readonly uuid: string; readonly text: string | null }

/** A state of the conversation to return to. */
type RehearsalCheckpoint = {
  readonly state: ConversationState
  readonly spoken: ReadonlyArray<RehearsalLine>
  readonly looks: ReadonlyArray<InstructionTrace>
}
/** The context of a rehearsal. The chat engine decides what happens; the machine only handles time. */
export type RehearsalContext = RehearsalCheckpoint & {
  readonly script: AuthoredScript
  readonly chat: CompiledScript
  /** Returns a new seed, so that random choices differ in each conversation. */
  readonly fresh: () => string
  /** The uuid of the instruction to start at; null for the first. */
  readonly from: string | null
  /** Preset answers by instruction uuid; preset metadata and CRM data, as lines of text. An example does not use them, and leaves them as they are. */
  readonly typed: Readonly<Record<string, string>>
  readonly metadata: string
  readonly crm: string
  readonly delays: boolean
  /** The language that the script is played in. */
  readonly language: Language
  /** The lines still to be shown. */
  readonly queue: ReadonlyArray<ScriptedEffect>
  readonly refused: AnswerProblem | null
  /** The conversation before each answer of the author, the latest last. */
  readonly before: ReadonlyArray<RehearsalCheckpoint>
  /** Whether the conversation plays an example. */
  readonly isExample: boolean
  /** The instructions to which answers were asked for last, and the script then; null if the conversation began otherwise. */
  readonly goal: RehearsalGoal | null
  /** Whether some answers lead to the goal; null while that is not known. */
  readonly proof: Proof | null
  /** Why there is no proof. */
  readonly proofFailure: Failure | null
}

/** The instructions that one conversation shall show, by their uuids. */
export type RehearsalGoal = { readonly script: AuthoredScript; readonly uuids: ReadonlyArray<string> }

export type RehearsalInput = { readonly script: AuthoredScript; readonly fresh: () => string; readonly from: string | null }
/** Restarts with the current script; a rehearsal in the script's own language follows a change of that language. */
export const restart = (context: RehearsalContext, { script, from }: Pick<RehearsalInput, "script" | "from">): RehearsalContext =>
  createContext({
    ...pickOptions(context),
    script,
    from,
    language: context.language === context.script.language ? script.language : context.language,
  })

/** Returns what a restart keeps of a rehearsal. */
export const pickOptions = ({ script, fresh, from, typed, metadata, crm, delays, language }: RehearsalContext): ConversationOptions => ({
  script,
  fresh,
  from,
  typed,
  metadata,
  crm,
  delays,
  language,
})

/** Returns a new conversation in which the answers of an example are given, with the lines after the last of them queued. */
export const playExample = (
  { fresh, typed, metadata, crm, delays }: RehearsalContext,
  { script, example }: { readonly script: AuthoredScript; readonly example: Example },
): RehearsalContext => {
  const presets = { typed, metadata, crm }
  let played: RehearsalContext = {
    ...startConversation({ script, fresh, from: null, language: script.language, delays, ...presets }, { metadata: example.metadata }),
    isExample: true,
  }
  for (;;) {
    const { chat, state } = played
    const instruction = chat.list[state.next - 1]?.instruction
    const given = instruction === undefined ? undefined : getOwnField(example.answers, getInstructionName(instruction))
    if (state.waiting === null || instruction === undefined || given === undefined) return played
    const event = state.waiting.for === "answer" ? buildAnswerEvent(played, given) : buildOutcomeEvent(instruction, given)
    const said = { ...played, queue: [], spoken: [...played.spoken, ...scriptedLines(played.queue)] }
    played = { ...said, ...applyEvent(said, event) }
    // The answer is refused, because the script was changed since the check.
    if (played.state === state) return played
  }
}

type ConversationOptions = RehearsalInput & Pick<RehearsalContext, "typed" | "metadata" | "crm" | "delays" | "language">

/** Returns a new conversation with the presets of the author, and all lines up to the first question queued. */
export const createContext = (options: ConversationOptions): RehearsalContext =>
  startConversation(options, {
    typed: options.typed,
    metadata: parseMetadataLines(options.metadata),
    crm: parseCrmLines(options.crm),
  })

/** What is known when a conversation starts: answers as they are typed, metadata and CRM values. */
type KnownAtStart = {
  readonly typed?: ConversationOptions["typed"]
  readonly metadata: Readonly<Record<string, unknown>>
  readonly crm?: ReturnType<typeof parseCrmLines>
}

const startConversation = (options: ConversationOptions, { typed = {}, metadata, crm = {} }: KnownAtStart): RehearsalContext => {
  const { script, fresh, from, language } = options
  const chat = compileScript(script)
  const first = beginTestConversation(chat, { seed: fresh(), from, typed, language, metadata, crm })
  return {
    ...options,
    chat,
    state: first.state,
    looks: first.traces,
    queue: scriptedEffects(first),
    spoken: [],
    refused: null,
    before: [],
    isExample: false,
    goal: null,
    proof: null,
    proofFailure: null,
  }
}

/** Plays the answers that lead to the goal; if there are none, the conversation stays as it is. */
export const applyProof = (context: RehearsalContext, proof: Proof): Partial<RehearsalContext> => {
  const { goal } = context
  if (goal === null || proof._tag !== "Possible") return { proof }
  return { ...playExample(context, { script: goal.script, example: proof.example }), goal, proof }
}

/** Applies an event to the conversation. A refused one only sets the reason; the same question stays open. */
export const applyEvent = (
  context: RehearsalContext,
  event: ConversationEvent | null,
  before?: RehearsalContext["before"],
): Partial<RehearsalContext> => {
  if (event === null) return {}
  const { chat, state, spoken, looks } = context
  const result = handleEvent(chat, state, event)
  const [first] = result.effects
  if (first?.type === "refuse") return { refused: first.problem }
  const text = event.type === "answer" ? storedAnswerText(chat, result.state, event.uuid) : outcomeText(event)
  return {
    state: result.state,
    looks: [...looks, ...result.traces],
    spoken: [...spoken, { by: "respondent", uuid: event.uuid, text }],
    queue: scriptedEffects(result),
    refused: null,
    before: before ?? [...context.before, { state, spoken, looks }],
  }
}

export const buildAnswerEvent = ({ state: { waiting } }: RehearsalContext, given: unknown): ConversationEvent | null =>
  waiting?.for === "answer" ? { type: "answer", uuid: waiting.uuid, given } : null

export const buildTypedOutcomeEvent = ({ chat, state }: RehearsalContext, outcome: string, fields: string): ConversationEvent | null => {
  const instruction = chat.list[state.next - 1]?.instruction
  return state.waiting?.for === "action" && instruction !== undefined
    ? buildOutcomeEvent(instruction, parseTypedOutcome(instruction, outcome, fields))
    : null
}

export const currentQuestion = ({ chat, state }: RehearsalContext) => chat.list[state.next - 1]?.instruction.question ?? null

/** The preset answer of the open question, "" if there is none. */
export const currentPreset = ({ typed, state: { waiting } }: RehearsalContext): string =>
  waiting !== null && Object.hasOwn(typed, waiting.uuid) ? (typed[waiting.uuid] ?? "").trim() : ""

const scriptedEffects = ({ effects }: EngineResult): ReadonlyArray<ScriptedEffect> => effects.filter((effect) => effect.type !== "refuse")

export const scriptedLines = (effects: ReadonlyArray<ScriptedEffect>): ReadonlyArray<RehearsalLine> =>
  effects.map((effect) => ({ by: "script", effect }))

/** Seconds before a line is shown; a script that breaks the rules may have a negative delay, which counts as 0. */
export const delaySeconds = (effect: ScriptedEffect | undefined): number =>
  effect === undefined || effect.type === "end" ? 0 : Math.max(0, effect.delay)

/** An outcome and its returned values, as they were typed. */
const outcomeText = ({ outcome, results = {} }: Extract<ConversationEvent, { readonly type: "action.done" }>): string => {
  const fields = Object.entries(results).flatMap(([key, value]) => (key === "outcome" ? [] : [`${key} = ${String(value)}`]))
  return [...(typeof outcome === "string" ? [outcome] : []), ...fields].join(", ")
}

// [E2, E8] Plays a script for its author, with or without delays, answering preset questions and waiting for the others.
import { type ActorRefFrom, assign, setup } from "xstate"
import type { AnswerProblem } from "../../domain/chat/answer-problem.ts"
import { type CompiledScript, compileScript } from "../../domain/chat/compiled-script.ts"
import { type EngineResult, handleEvent, type InstructionTrace } from "../../domain/chat/conversation-engine.ts"
import type { ConversationEffect, ConversationEvent, ConversationState } from "../../domain/chat/conversation-state.ts"
import { buildOutcomeEvent } from "../../domain/chat/outcome-event.ts"
import {
  beginTestConversation,
  parseCrmLines,
  parseMetadataLines,
  parseTypedAnswer,
  parseTypedOutcome,
  storedAnswerText,
} from "../../domain/chat/test-conversation.ts"
import type { Proof, ProofRequest } from "../../domain/check/proofs.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import type { Example } from "../../domain/findings/finding.ts"
import { getOwnField } from "../../domain/json/json-value.ts"
import { getInstructionName } from "../../domain/script/instruction-name.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import type { Language } from "../../domain/text/language.ts"
import { asFailure } from "../adapter-failure.ts"
import { port } from "../ports.ts"

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
/** What the rehearsal knows; the chat engine decides, the machine only handles time. */
export type RehearsalContext = RehearsalCheckpoint & {
  readonly script: AuthoredScript
  readonly chat: CompiledScript
  /** Returns a new seed, so that random choices differ in each conversation. */
  readonly fresh: () => string
  /** The uuid of the instruction to start at; null for the first. */
  readonly from: string | null
  /** Preset answers by instruction uuid; preset metadata and CRM data, as lines of text. */
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
  /** The instructions to which answers were asked for last, and the script then; null if the conversation began otherwise. */
  readonly goal: RehearsalGoal | null
  /** Whether some answers lead to the goal; null while that is not known. */
  readonly proof: Proof | null
  /** Why there is no proof. */
  readonly proofFailure: Failure | null
}

/** The instructions that one conversation shall show, by their uuids. */
type RehearsalGoal = { readonly script: AuthoredScript; readonly uuids: ReadonlyArray<string> }

type RehearsalInput = { readonly script: AuthoredScript; readonly fresh: () => string; readonly from: string | null }
/** Events of the test panel. */
export type RehearsalEvent =
  | { readonly type: "rehearsal.start"; readonly script: AuthoredScript; readonly from: string | null }
  /** The panel opens again: if nothing was answered yet, the rehearsal restarts with the current script. */
  | { readonly type: "rehearsal.resume"; readonly script: AuthoredScript }
  /** Looks for answers that lead to all these instructions, and plays them. */
  | { readonly type: "instructions.reach"; readonly script: AuthoredScript; readonly uuids: ReadonlyArray<string> }
  /** Plays the answers of an example from the start, up to the first question that it does not answer. */
  | { readonly type: "example.play"; readonly script: AuthoredScript; readonly example: Example }
  | { readonly type: "rehearsal.back" }
  | { readonly type: "answer.submit"; readonly given: unknown }
  /** `fields`: the returned values, as lines of text. */
  | { readonly type: "outcome.submit"; readonly outcome: string; readonly fields: string }
  | { readonly type: "delays.toggle"; readonly on: boolean }
  /** Restarts in that language. */
  | { readonly type: "language.pick"; readonly language: Language }
  | { readonly type: "preset.type"; readonly uuid: string; readonly text: string }
  | { readonly type: "metadata.type"; readonly text: string }
  | { readonly type: "crm.type"; readonly text: string }

/** Runs the chat engine on a script while the author edits it. */
export const rehearsalMachine = setup({
  types: { input: {} as RehearsalInput, context: {} as RehearsalContext, events: {} as RehearsalEvent },
  actors: { prove: port<Proof, ProofRequest>("prove") },
  actions: {
    sayNext: assign(({ context: { queue, spoken } }) => ({
      queue: queue.slice(1),
      spoken: [...spoken, ...scriptedLines(queue.slice(0, 1))],
    })),
    sayAll: assign(({ context: { queue, spoken } }) => ({ queue: [], spoken: [...spoken, ...scriptedLines(queue)] })),
    answerPreset: assign(({ context }) =>
      applyEvent(context, buildAnswerEvent(context, parseTypedAnswer(currentQuestion(context), currentPreset(context))), context.before),
    ),
    restoreCheckpoint: assign(({ context: { before } }) => ({ ...before.at(-1), before: before.slice(0, -1), queue: [], refused: null })),
  },
  guards: {
    hasNothingQueued: ({ context }) => context.queue.length === 0,
    isImmediate: ({ context }) => !context.delays,
    isNextImmediate: ({ context }) => delaySeconds(context.queue[0]) === 0,
    hasPreset: ({ context }) => context.refused === null && context.state.waiting?.for === "answer" && currentPreset(context) !== "",
    isOver: ({ context }) => context.state.ending !== null,
    hasBefore: ({ context }) => context.before.length > 0,
  },
  delays: { typing: ({ context }) => delaySeconds(context.queue[0]) * 1000 },
}).createMachine({
  id: "playing",
  context: ({ input: { script, fresh, from } }) =>
    createContext({ script, fresh, from, typed: {}, metadata: "", crm: "", delays: false, language: script.language }),
  initial: "advancing",
  on: {
    "rehearsal.start": { target: ".advancing", actions: assign(({ context, event }) => restart(context, event)) },
    "rehearsal.resume": {
      guard: ({ context, event }) => context.before.length === 0 && context.script !== event.script,
      target: ".advancing",
      actions: assign(({ context, event }) => restart(context, { ...context, script: event.script })),
    },
    "example.play": { target: ".advancing", actions: assign(({ context, event }) => playExample(context, event)) },
    "instructions.reach": {
      target: ".proving",
      actions: assign({
        goal: ({ event: { script, uuids } }) => ({ script, uuids }),
        proof: null,
        proofFailure: null,
      }),
    },
    "rehearsal.back": { guard: "hasBefore", target: ".waiting", actions: "restoreCheckpoint" },
    "delays.toggle": { target: ".advancing", actions: assign({ delays: ({ event }) => event.on }) },
    "language.pick": {
      target: ".advancing",
      actions: assign(({ context, event: { language } }) => createContext({ ...context, language })),
    },
    "preset.type": { actions: assign({ typed: ({ context, event }) => ({ ...context.typed, [event.uuid]: event.text }) }) },
    "metadata.type": { actions: assign({ metadata: ({ event }) => event.text }) },
    "crm.type": { actions: assign({ crm: ({ event }) => event.text }) },
  },
  states: {
    advancing: {
      always: [
        { guard: "hasNothingQueued", target: "deciding" },
        { guard: "isImmediate", target: "deciding", actions: "sayAll" },
        { guard: "isNextImmediate", target: "advancing", reenter: true, actions: "sayNext" },
        { target: "typing" },
      ],
    },
    /** Looks for answers that lead to the goal. */
    proving: {
      invoke: {
        id: "prove",
        src: "prove",
        input: ({ context: { goal } }) => toProofRequest(goal),
        onDone: { target: "advancing", actions: assign(({ context, event }) => applyProof(context, event.output)) },
        onError: { target: "advancing", actions: assign({ proofFailure: ({ event }) => asFailure(event.error) }) },
      },
    },
    /** Shows the typing indicator before the next line. */
    typing: { after: { typing: { target: "advancing", actions: "sayNext" } } },
    deciding: {
      always: [
        { guard: "isOver", target: "ended" },
        { guard: "hasPreset", target: "advancing", actions: "answerPreset" },
        { target: "waiting" },
      ],
    },
    waiting: {
      on: {
        "answer.submit": {
          target: "advancing",
          actions: assign(({ context, event }) => applyEvent(context, buildAnswerEvent(context, event.given))),
        },
        "outcome.submit": {
          target: "advancing",
          actions: assign(({ context, event: { outcome, fields } }) =>
            applyEvent(context, buildTypedOutcomeEvent(context, outcome, fields)),
          ),
        },
      },
    },
    ended: {},
  },
})

/** Restarts with the current script; a rehearsal in the script's own language follows a change of that language. */
const restart = (context: RehearsalContext, { script, from }: Pick<RehearsalInput, "script" | "from">): RehearsalContext =>
  createContext({ ...context, script, from, language: context.language === context.script.language ? script.language : context.language })

/** Returns a new conversation in which the answers of an example are given, with the lines after the last of them queued. */
const playExample = (
  context: RehearsalContext,
  { script, example: { answers, metadata } }: { readonly script: AuthoredScript; readonly example: Example },
): RehearsalContext => {
  const lines = Object.entries(metadata).map(([key, value]) => `${key} = ${String(value)}`)
  let played = createContext({ ...context, script, from: null, typed: {}, metadata: lines.join("\n"), crm: "", language: script.language })
  for (;;) {
    const { chat, state } = played
    const instruction = chat.list[state.next - 1]?.instruction
    const given = instruction === undefined ? undefined : getOwnField(answers, getInstructionName(instruction))
    if (state.waiting === null || instruction === undefined || given === undefined) return played
    const event = state.waiting.for === "answer" ? buildAnswerEvent(played, given) : buildOutcomeEvent(instruction, given)
    const said = { ...played, queue: [], spoken: [...played.spoken, ...scriptedLines(played.queue)] }
    played = { ...said, ...applyEvent(said, event) }
    // The answer is refused, because the script was changed since the check.
    if (played.state === state) return played
  }
}

/** Returns a new conversation, with all lines up to the first question queued. */
const createContext = (
  options: RehearsalInput & Pick<RehearsalContext, "typed" | "metadata" | "crm" | "delays" | "language">,
): RehearsalContext => {
  const { script, fresh, from, typed, metadata, crm, delays, language } = options
  const chat = compileScript(script)
  const first = beginTestConversation(chat, {
    seed: fresh(),
    from,
    typed,
    language,
    metadata: parseMetadataLines(metadata),
    crm: parseCrmLines(crm),
  })
  return {
    script,
    fresh,
    from,
    typed,
    metadata,
    crm,
    delays,
    language,
    chat,
    state: first.state,
    looks: first.traces,
    queue: scriptedEffects(first),
    spoken: [],
    refused: null,
    before: [],
    goal: null,
    proof: null,
    proofFailure: null,
  }
}

const toProofRequest = (goal: RehearsalGoal | null): ProofRequest => ({
  script: goal?.script ?? { name: "", public_name: "", language: "en", instructions: [] },
  places: (goal?.script.instructions ?? []).flatMap(({ uuid }, index) => (goal?.uuids.includes(uuid) ? [index] : [])),
})

/** Plays the answers that lead to the goal; if there are none, the conversation stays as it is. */
const applyProof = (context: RehearsalContext, proof: Proof): Partial<RehearsalContext> => {
  const { goal } = context
  if (goal === null || proof._tag !== "Possible") return { proof }
  return { ...playExample(context, { script: goal.script, example: proof.example }), goal, proof }
}

/** Applies an event to the conversation. A refused one only sets the reason; the same question stays open. */
const applyEvent = (
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

const buildAnswerEvent = ({ state: { waiting } }: RehearsalContext, given: unknown): ConversationEvent | null =>
  waiting?.for === "answer" ? { type: "answer", uuid: waiting.uuid, given } : null

const buildTypedOutcomeEvent = ({ chat, state }: RehearsalContext, outcome: string, fields: string): ConversationEvent | null => {
  const instruction = chat.list[state.next - 1]?.instruction
  return state.waiting?.for === "action" && instruction !== undefined
    ? buildOutcomeEvent(instruction, parseTypedOutcome(instruction, outcome, fields))
    : null
}

const currentQuestion = ({ chat, state }: RehearsalContext) => chat.list[state.next - 1]?.instruction.question ?? null

/** The preset answer of the open question, "" if there is none. */
const currentPreset = ({ typed, state: { waiting } }: RehearsalContext): string =>
  waiting !== null && Object.hasOwn(typed, waiting.uuid) ? (typed[waiting.uuid] ?? "").trim() : ""

const scriptedEffects = ({ effects }: EngineResult): ReadonlyArray<ScriptedEffect> => effects.filter((effect) => effect.type !== "refuse")

const scriptedLines = (effects: ReadonlyArray<ScriptedEffect>): ReadonlyArray<RehearsalLine> =>
  effects.map((effect) => ({ by: "script", effect }))

/** Seconds before a line is shown; a script that breaks the rules may have a negative delay, which counts as 0. */
const delaySeconds = (effect: ScriptedEffect | undefined): number =>
  effect === undefined || effect.type === "end" ? 0 : Math.max(0, effect.delay)

/** An outcome and its returned values, as they were typed. */
const outcomeText = ({ outcome, results = {} }: Extract<ConversationEvent, { readonly type: "action.done" }>): string => {
  const fields = Object.entries(results).flatMap(([key, value]) => (key === "outcome" ? [] : [`${key} = ${String(value)}`]))
  return [...(typeof outcome === "string" ? [outcome] : []), ...fields].join(", ")
}

export type TestRunActor = ActorRefFrom<typeof rehearsalMachine>

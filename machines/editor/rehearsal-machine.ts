// Plays a script as its author tries it out: what is said comes after its delay or at once, answers typed in advance are given by themselves,
// the others are waited for (decisions E2, E8). The rules are the engine's; time is the clock's.
import { assign, setup } from "xstate"
import type { AnswerProblem } from "../../domain/chat/answer-problem.ts"
import { type CompiledScript, compileScript } from "../../domain/chat/compiled-script.ts"
import { type EngineResult, handleEvent, type InstructionTrace } from "../../domain/chat/conversation-engine.ts"
import type { ConversationEffect, ConversationEvent, ConversationState } from "../../domain/chat/conversation-state.ts"
import {
  beginTestConversation,
  buildOutcomeEvent,
  parseCrmLines,
  parseMetadataLines,
  parseTypedAnswer,
  parseTypedOutcome,
  storedAnswerText,
} from "../../domain/chat/test-conversation.ts"
import type { Language } from "../../domain/script/language.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"

type ScriptedEffect = Exclude<ConversationEffect, { readonly type: "refuse" }>
/** What stands in the conversation: what the script said, and what was answered (`text` null: skipped). */
export type RehearsalLine =
  | { readonly by: "script"; readonly effect: ScriptedEffect }
  | { readonly by: "respondent"; readonly uuid: string; readonly text: string | null }

type RehearsalCheckpoint = {
  readonly state: ConversationState
  readonly spoken: ReadonlyArray<RehearsalLine>
  readonly looks: ReadonlyArray<InstructionTrace>
}
export type RehearsalContext = RehearsalCheckpoint & {
  readonly script: AuthoredScript
  readonly chat: CompiledScript
  /** Gives each conversation its own seed: what is left to chance falls anew. */
  readonly fresh: () => string
  /** Where it begins: the uuid of an instruction, null for the first. */
  readonly from: string | null
  /** Answers typed in advance, by the uuids of their instructions; metadata and what a CRM knows, as lines. */
  readonly typed: Readonly<Record<string, string>>
  readonly metadata: string
  readonly crm: string
  readonly delays: boolean
  /** In which language it is played. */
  readonly language: Language
  /** What is still to be said. */
  readonly queue: ReadonlyArray<ScriptedEffect>
  readonly refused: AnswerProblem | null
  /** The conversation before each answer that was waited for, the last one last. */
  readonly before: ReadonlyArray<RehearsalCheckpoint>
}

type RehearsalInput = { readonly script: AuthoredScript; readonly fresh: () => string; readonly from: string | null }
export type RehearsalEvent =
  | { readonly type: "play.begin"; readonly script: AuthoredScript; readonly from: string | null }
  /** The author comes back to it: one in which nothing was answered yet is of the script as it is now. */
  | { readonly type: "play.resume"; readonly script: AuthoredScript }
  | { readonly type: "play.back" }
  | { readonly type: "answer.give"; readonly given: unknown }
  /** `fields` are what came back, as lines. */
  | { readonly type: "outcome.give"; readonly outcome: string; readonly fields: string }
  | { readonly type: "delays.turn"; readonly on: boolean }
  /** It begins anew in that language. */
  | { readonly type: "language.pick"; readonly language: Language }
  | { readonly type: "preset.type"; readonly uuid: string; readonly text: string }
  | { readonly type: "metadata.type"; readonly text: string }
  | { readonly type: "crm.type"; readonly text: string }

export const rehearsalMachine = setup({
  types: { input: {} as RehearsalInput, context: {} as RehearsalContext, events: {} as RehearsalEvent },
  actions: {
    saySome: assign(({ context: { queue, spoken } }) => ({
      queue: queue.slice(1),
      spoken: [...spoken, ...scriptedLines(queue.slice(0, 1))],
    })),
    sayAll: assign(({ context: { queue, spoken } }) => ({ queue: [], spoken: [...spoken, ...scriptedLines(queue)] })),
    givePreset: assign(({ context }) =>
      applyEvent(context, buildAnswerEvent(context, parseTypedAnswer(questionOf(context), presetOf(context))), context.before),
    ),
    back: assign(({ context: { before } }) => ({ ...before.at(-1), before: before.slice(0, -1), queue: [], refused: null })),
  },
  guards: {
    isSilent: ({ context }) => context.queue.length === 0,
    isAtOnce: ({ context }) => !context.delays,
    isNextAtOnce: ({ context }) => delayOf(context.queue[0]) === 0,
    hasPreset: ({ context }) => context.refused === null && context.state.waiting?.for === "answer" && presetOf(context) !== "",
    isOver: ({ context }) => context.state.ending !== null,
    hasBefore: ({ context }) => context.before.length > 0,
  },
  delays: { typing: ({ context }) => delayOf(context.queue[0]) * 1000 },
}).createMachine({
  id: "playing",
  context: ({ input: { script, fresh, from } }) =>
    createContext({ script, fresh, from, typed: {}, metadata: "", crm: "", delays: false, language: script.language }),
  initial: "going",
  on: {
    "play.begin": { target: ".going", actions: assign(({ context, event }) => restart(context, event)) },
    "play.resume": {
      guard: ({ context, event }) => context.before.length === 0 && context.script !== event.script,
      target: ".going",
      actions: assign(({ context, event }) => restart(context, { ...context, script: event.script })),
    },
    "play.back": { guard: "hasBefore", target: ".waiting", actions: "back" },
    "delays.turn": { target: ".going", actions: assign({ delays: ({ event }) => event.on }) },
    "language.pick": {
      target: ".going",
      actions: assign(({ context, event: { language } }) => createContext({ ...context, language })),
    },
    "preset.type": { actions: assign({ typed: ({ context, event }) => ({ ...context.typed, [event.uuid]: event.text }) }) },
    "metadata.type": { actions: assign({ metadata: ({ event }) => event.text }) },
    "crm.type": { actions: assign({ crm: ({ event }) => event.text }) },
  },
  states: {
    going: {
      always: [
        { guard: "isSilent", target: "heard" },
        { guard: "isAtOnce", target: "heard", actions: "sayAll" },
        { guard: "isNextAtOnce", target: "going", reenter: true, actions: "saySome" },
        { target: "typing" },
      ],
    },
    /** The script is writing what it says next. */
    typing: { after: { typing: { target: "going", actions: "saySome" } } },
    heard: {
      always: [{ guard: "isOver", target: "ended" }, { guard: "hasPreset", target: "going", actions: "givePreset" }, { target: "waiting" }],
    },
    waiting: {
      on: {
        "answer.give": {
          target: "going",
          actions: assign(({ context, event }) => applyEvent(context, buildAnswerEvent(context, event.given))),
        },
        "outcome.give": {
          target: "going",
          actions: assign(({ context, event: { outcome, fields } }) =>
            applyEvent(context, buildTypedOutcomeEvent(context, outcome, fields)),
          ),
        },
      },
    },
    ended: {},
  },
})

/** From the beginning, with the script as it is now; one that is tried in its own language stays so where that is another now. */
const restart = (context: RehearsalContext, { script, from }: Pick<RehearsalInput, "script" | "from">): RehearsalContext =>
  createContext({ ...context, script, from, language: context.language === context.script.language ? script.language : context.language })

/** A conversation at its beginning, with everything that is said up to the first question still to be said. */
const createContext = (
  how: RehearsalInput & Pick<RehearsalContext, "typed" | "metadata" | "crm" | "delays" | "language">,
): RehearsalContext => {
  const { script, fresh, from, typed, metadata, crm, delays, language } = how
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
  }
}

/** What an event makes of the conversation. One that is refused says why, and the same is waited for. */
const applyEvent = (
  context: RehearsalContext,
  event: ConversationEvent | null,
  before?: RehearsalContext["before"],
): Partial<RehearsalContext> => {
  if (event === null) return {}
  const { chat, state, spoken, looks } = context
  const stepped = handleEvent(chat, state, event)
  const [first] = stepped.effects
  if (first?.type === "refuse") return { refused: first.problem }
  const text = event.type === "answer" ? storedAnswerText(chat, stepped.state, event.uuid) : outcomeText(event)
  return {
    state: stepped.state,
    looks: [...looks, ...stepped.traces],
    spoken: [...spoken, { by: "respondent", uuid: event.uuid, text }],
    queue: scriptedEffects(stepped),
    refused: null,
    before: before ?? [...context.before, { state, spoken, looks }],
  }
}

const buildAnswerEvent = ({ state: { waiting } }: RehearsalContext, given: unknown): ConversationEvent | null =>
  waiting?.for === "answer" ? { type: "answer", uuid: waiting.uuid, given } : null

const buildTypedOutcomeEvent = ({ chat, state }: RehearsalContext, outcome: string, fields: string): ConversationEvent | null => {
  const at = chat.list[state.next - 1]?.instruction
  return state.waiting?.for === "action" && at !== undefined ? buildOutcomeEvent(at, parseTypedOutcome(at, outcome, fields)) : null
}

const questionOf = ({ chat, state }: RehearsalContext) => chat.list[state.next - 1]?.instruction.question ?? null

/** What was typed in advance for the question that is asked, "" where nothing was. */
const presetOf = ({ typed, state: { waiting } }: RehearsalContext): string =>
  waiting !== null && Object.hasOwn(typed, waiting.uuid) ? (typed[waiting.uuid] ?? "").trim() : ""

const scriptedEffects = ({ effects }: EngineResult): ReadonlyArray<ScriptedEffect> => effects.filter((effect) => effect.type !== "refuse")

const scriptedLines = (effects: ReadonlyArray<ScriptedEffect>): ReadonlyArray<RehearsalLine> =>
  effects.map((effect) => ({ by: "script", effect }))

/** Seconds before it is said; negative ones of a script that breaks the rule are none. */
const delayOf = (effect: ScriptedEffect | undefined): number =>
  effect === undefined || effect.type === "end" ? 0 : Math.max(0, effect.delay)

/** An outcome and what came back, as they were typed. */
const outcomeText = ({ outcome, results = {} }: Extract<ConversationEvent, { readonly type: "action.done" }>): string => {
  const back = Object.entries(results).flatMap(([key, value]) => (key === "outcome" ? [] : [`${key} = ${String(value)}`]))
  return [...(typeof outcome === "string" ? [outcome] : []), ...back].join(", ")
}

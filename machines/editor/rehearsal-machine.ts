// Plays a script as its author tries it out: what is said comes after its delay or at once, answers typed in advance are given by themselves,
// the others are waited for (decisions E2, E8). The rules are the engine's; time is the clock's.
import { assign, setup } from "xstate"
import type { Problem } from "../../domain/chat/answer-problem.ts"
import { type Chat, prepare } from "../../domain/chat/compiled-script.ts"
import { type Look, type Stepped, step } from "../../domain/chat/conversation-engine.ts"
import type { ChatEvent, ChatState, Effect } from "../../domain/chat/conversation-state.ts"
import { answerSaid, cameTo, rehearse, typedAnswer, typedCrm, typedMetadata, typedOutcome } from "../../domain/chat/test-conversation.ts"
import type { Language } from "../../domain/script/language.ts"
import type { Authored } from "../../domain/script/script.ts"

type Said = Exclude<Effect, { readonly type: "refuse" }>
/** What stands in the conversation: what the script said, and what was answered (`text` null: skipped). */
export type Spoken =
  | { readonly by: "script"; readonly effect: Said }
  | { readonly by: "respondent"; readonly uuid: string; readonly text: string | null }

type Moment = { readonly state: ChatState; readonly spoken: ReadonlyArray<Spoken>; readonly looks: ReadonlyArray<Look> }
export type PlayingContext = Moment & {
  readonly script: Authored
  readonly chat: Chat
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
  readonly queue: ReadonlyArray<Said>
  readonly refused: Problem | null
  /** The conversation before each answer that was waited for, the last one last. */
  readonly before: ReadonlyArray<Moment>
}

type PlayingInput = { readonly script: Authored; readonly fresh: () => string; readonly from: string | null }
export type PlayingEvent =
  | { readonly type: "play.begin"; readonly script: Authored; readonly from: string | null }
  /** The author comes back to it: one in which nothing was answered yet is of the script as it is now. */
  | { readonly type: "play.resume"; readonly script: Authored }
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

export const playingMachine = setup({
  types: { input: {} as PlayingInput, context: {} as PlayingContext, events: {} as PlayingEvent },
  actions: {
    saySome: assign(({ context: { queue, spoken } }) => ({ queue: queue.slice(1), spoken: [...spoken, ...said(queue.slice(0, 1))] })),
    sayAll: assign(({ context: { queue, spoken } }) => ({ queue: [], spoken: [...spoken, ...said(queue)] })),
    givePreset: assign(({ context }) =>
      taken(context, eventOf(context, typedAnswer(questionOf(context), presetOf(context))), context.before),
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
    begun({ script, fresh, from, typed: {}, metadata: "", crm: "", delays: false, language: script.language }),
  initial: "going",
  on: {
    "play.begin": { target: ".going", actions: assign(({ context, event }) => again(context, event)) },
    "play.resume": {
      guard: ({ context, event }) => context.before.length === 0 && context.script !== event.script,
      target: ".going",
      actions: assign(({ context, event }) => again(context, { ...context, script: event.script })),
    },
    "play.back": { guard: "hasBefore", target: ".waiting", actions: "back" },
    "delays.turn": { target: ".going", actions: assign({ delays: ({ event }) => event.on }) },
    "language.pick": {
      target: ".going",
      actions: assign(({ context, event: { language } }) => begun({ ...context, language })),
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
          actions: assign(({ context, event }) => taken(context, eventOf(context, event.given))),
        },
        "outcome.give": {
          target: "going",
          actions: assign(({ context, event: { outcome, fields } }) => taken(context, outcomeOf(context, outcome, fields))),
        },
      },
    },
    ended: {},
  },
})

/** From the beginning, with the script as it is now; one that is tried in its own language stays so where that is another now. */
const again = (context: PlayingContext, { script, from }: Pick<PlayingInput, "script" | "from">): PlayingContext =>
  begun({ ...context, script, from, language: context.language === context.script.language ? script.language : context.language })

/** A conversation at its beginning, with everything that is said up to the first question still to be said. */
const begun = (how: PlayingInput & Pick<PlayingContext, "typed" | "metadata" | "crm" | "delays" | "language">): PlayingContext => {
  const { script, fresh, from, typed, metadata, crm, delays, language } = how
  const chat = prepare(script)
  const first = rehearse(chat, { seed: fresh(), from, typed, language, metadata: typedMetadata(metadata), crm: typedCrm(crm) })
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
    looks: first.looks,
    queue: saidIn(first),
    spoken: [],
    refused: null,
    before: [],
  }
}

/** What an event makes of the conversation. One that is refused says why, and the same is waited for. */
const taken = (context: PlayingContext, event: ChatEvent | null, before?: PlayingContext["before"]): Partial<PlayingContext> => {
  if (event === null) return {}
  const { chat, state, spoken, looks } = context
  const stepped = step(chat, state, event)
  const [first] = stepped.effects
  if (first?.type === "refuse") return { refused: first.problem }
  const text = event.type === "answer" ? answerSaid(chat, stepped.state, event.uuid) : outcomeText(event)
  return {
    state: stepped.state,
    looks: [...looks, ...stepped.looks],
    spoken: [...spoken, { by: "respondent", uuid: event.uuid, text }],
    queue: saidIn(stepped),
    refused: null,
    before: before ?? [...context.before, { state, spoken, looks }],
  }
}

const eventOf = ({ state: { waiting } }: PlayingContext, given: unknown): ChatEvent | null =>
  waiting?.for === "answer" ? { type: "answer", uuid: waiting.uuid, given } : null

const outcomeOf = ({ chat, state }: PlayingContext, outcome: string, fields: string): ChatEvent | null => {
  const at = chat.list[state.next - 1]?.instruction
  return state.waiting?.for === "action" && at !== undefined ? cameTo(at, typedOutcome(at, outcome, fields)) : null
}

const questionOf = ({ chat, state }: PlayingContext) => chat.list[state.next - 1]?.instruction.question ?? null

/** What was typed in advance for the question that is asked, "" where nothing was. */
const presetOf = ({ typed, state: { waiting } }: PlayingContext): string =>
  waiting !== null && Object.hasOwn(typed, waiting.uuid) ? (typed[waiting.uuid] ?? "").trim() : ""

const saidIn = ({ effects }: Stepped): ReadonlyArray<Said> => effects.filter((effect) => effect.type !== "refuse")

const said = (effects: ReadonlyArray<Said>): ReadonlyArray<Spoken> => effects.map((effect) => ({ by: "script", effect }))

/** Seconds before it is said; negative ones of a script that breaks the rule are none. */
const delayOf = (effect: Said | undefined): number => (effect === undefined || effect.type === "end" ? 0 : Math.max(0, effect.delay))

/** An outcome and what came back, as they were typed. */
const outcomeText = ({ outcome, results = {} }: Extract<ChatEvent, { readonly type: "action.done" }>): string => {
  const back = Object.entries(results).flatMap(([key, value]) => (key === "outcome" ? [] : [`${key} = ${String(value)}`]))
  return [...(typeof outcome === "string" ? [outcome] : []), ...back].join(", ")
}

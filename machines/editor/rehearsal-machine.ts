// [E2, E8] Plays a script for its author, with or without delays, answering preset questions and waiting for the others.
import { type ActorRefFrom, assertEvent, assign, setup } from "xstate"
import { parseTypedAnswer } from "../../domain/chat/test-conversation.ts"
import type { Proof, ProofRequest } from "../../domain/check/proofs.ts"
import type { Example } from "../../domain/findings/finding.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import type { Language } from "../../domain/text/language.ts"
import { asFailure } from "../adapter-failure.ts"
import { port } from "../ports.ts"
import {
  applyEvent,
  applyProof,
  buildAnswerEvent,
  buildTypedOutcomeEvent,
  createContext,
  currentPreset,
  currentQuestion,
  delaySeconds,
  pickOptions,
  playExample,
  type RehearsalContext,
  type RehearsalInput,
  restart,
  scriptedLines,
} from "./rehearsal-conversation.ts"

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
    hasPreset: ({ context }) =>
      !context.isExample && context.refused === null && context.state.waiting?.for === "answer" && currentPreset(context) !== "",
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
      actions: assign(({ context, event: { language } }) => createContext({ ...pickOptions(context), language })),
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
      // Typing delays matter for what is shown later.
      on: { "delays.toggle": { actions: assign({ delays: ({ event }) => event.on }) } },
      invoke: {
        id: "prove",
        src: "prove",
        input: ({ event }) => {
          assertEvent(event, "instructions.reach")
          const { script, uuids } = event
          return { script, places: script.instructions.flatMap(({ uuid }, index) => (uuids.includes(uuid) ? [index] : [])) }
        },
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

export type TestRunActor = ActorRefFrom<typeof rehearsalMachine>

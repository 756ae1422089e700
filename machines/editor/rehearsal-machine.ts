// [E2, E8] Plays a script for its author on the chat page in a frame: answers preset questions, and waits for the others.
import { type ActorRefFrom, assertEvent, assign, emit, enqueueActions, setup } from "xstate"
import type { Proof, ProofRequest } from "../../domain/check/proofs.ts"
import type { Example } from "../../domain/findings/finding.ts"
import type { RehearsalAction } from "../../domain/preview/rehearsal-protocol.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import type { Language } from "../../domain/text/language.ts"
import { asFailure } from "../adapter-failure.ts"
import { port } from "../ports.ts"
import { previewFrameMachine } from "../preview-frame-machine.ts"
import {
  answerPreset,
  applyEvent,
  applyLook,
  applyProof,
  buildAnswerEvent,
  buildTypedOutcomeEvent,
  type CommunityLook,
  createContext,
  currentPreset,
  playExample,
  type RehearsalContext,
  type RehearsalInput,
  restart,
  restartIn,
  restoreCheckpoint,
  switchDelays,
} from "./rehearsal-conversation.ts"
import { buildRehearsalMessage } from "./rehearsal-page.ts"

/** Events of the test panel. */
export type RehearsalEvent =
  | { readonly type: "rehearsal.start"; readonly script: AuthoredScript; readonly startAt: string | null }
  /** The panel opens again: if nothing was answered yet, the rehearsal restarts with the current script. */
  | { readonly type: "rehearsal.resume"; readonly script: AuthoredScript }
  /** Looks for answers that lead to all these instructions, and plays them. */
  | { readonly type: "instructions.reach"; readonly script: AuthoredScript; readonly uuids: ReadonlyArray<string> }
  /** Plays the answers of an example from the start, up to the first question that it does not answer. */
  | { readonly type: "example.play"; readonly script: AuthoredScript; readonly example: Example }
  | { readonly type: "rehearsal.back" }
  /** `fields`: the returned values, as lines of text. */
  | { readonly type: "outcome.submit"; readonly outcome: string; readonly fields: string }
  | { readonly type: "delays.toggle"; readonly on: boolean }
  /** Restarts in that language. */
  | { readonly type: "language.pick"; readonly language: Language }
  | { readonly type: "preset.type"; readonly uuid: string; readonly text: string }
  | { readonly type: "metadata.type"; readonly text: string }
  | { readonly type: "crm.type"; readonly text: string }
  /** Loads the look of the community again. */
  | { readonly type: "look.reload" }
  | RehearsalAction

type PageAnswer = Extract<RehearsalAction, { readonly type: "rehearsal.answer" }>

/** Runs the chat engine on a script while the author edits it. */
export const rehearsalMachine = setup({
  types: {
    input: {} as RehearsalInput,
    context: {} as RehearsalContext,
    events: {} as RehearsalEvent,
    /** The author clicked on the message of an instruction. */
    emitted: {} as { readonly type: "instruction.selected"; readonly uuid: string },
    children: {} as { frame: "frame"; prove: "prove"; loadLook: "loadLook" },
  },
  actors: {
    frame: previewFrameMachine,
    prove: port<Proof, ProofRequest>("prove"),
    /** Loads what the chat page shows of the community with this slug. */
    loadLook: port<CommunityLook, { readonly slug: string }>("loadLook"),
  },
  actions: {
    /** Shows the conversation on the page, in its look unless that could not be loaded. */
    show: enqueueActions(({ context, enqueue }) => {
      if (context.look !== null || context.lookFailure !== null)
        enqueue.sendTo("frame", { type: "frame.show", message: buildRehearsalMessage(context) })
    }),
    storeLook: assign(({ context }, look: CommunityLook) => applyLook(context, look)),
    /** Handles the page's answer to the open question. */
    takeAnswer: assign(({ context }, { given, number: handled }: PageAnswer) => ({
      ...applyEvent(context, buildAnswerEvent(context, given)),
      handled,
    })),
    /** Counts an answer to a question that is not open as handled, so that the page shows the present state. */
    skipAnswer: assign((_, { number: handled }: PageAnswer) => ({ handled, refused: null })),
    answerPreset: assign(({ context }) => answerPreset(context)),
    restoreCheckpoint: assign(({ context }) => restoreCheckpoint(context)),
    switchDelays: assign(({ context }, { on }: { readonly on: boolean }) => switchDelays(context, on)),
  },
  guards: {
    hasPreset: ({ context }) =>
      !context.isExample && context.refused === null && context.state.waiting?.for === "answer" && currentPreset(context) !== "",
    isOver: ({ context }) => context.state.ending !== null,
    hasCheckpoint: ({ context }) => context.checkpoints.length > 0,
    isAwaitedAnswer: ({ context: { state } }, { uuid }: PageAnswer) => state.waiting?.for === "answer" && state.waiting.uuid === uuid,
  },
}).createMachine({
  id: "rehearsal",
  context: ({ input }) => createContext(input),
  type: "parallel",
  invoke: { id: "frame", src: "frame", input: { message: null } },
  states: {
    conversation: {
      initial: "advancing",
      on: {
        "rehearsal.start": { target: ".advancing", actions: assign(({ context, event }) => restart(context, event)) },
        "rehearsal.resume": {
          guard: ({ context, event }) => context.checkpoints.length === 0 && context.script !== event.script,
          target: ".advancing",
          actions: assign(({ context, event }) => restart(context, { ...context, script: event.script })),
        },
        "example.play": { target: ".advancing", actions: assign(({ context, event }) => playExample(context, event)) },
        "instructions.reach": {
          target: ".proving",
          actions: assign({ goal: ({ event: { script, uuids } }) => ({ script, uuids }), proof: null, proofFailure: null }),
        },
        "rehearsal.back": { guard: "hasCheckpoint", target: ".waiting", actions: ["restoreCheckpoint", "show"] },
        "delays.toggle": { actions: [{ type: "switchDelays", params: ({ event }) => event }, "show"] },
        "language.pick": { target: ".advancing", actions: assign(({ context, event }) => restartIn(context, event.language)) },
        "preset.type": { actions: assign({ presets: ({ context, event }) => ({ ...context.presets, [event.uuid]: event.text }) }) },
        "metadata.type": { actions: assign({ metadata: ({ event }) => event.text }) },
        "crm.type": { actions: assign({ crm: ({ event }) => event.text }) },
        "rehearsal.select": { actions: emit(({ event: { uuid } }) => ({ type: "instruction.selected", uuid })) },
        "rehearsal.answer": { actions: [{ type: "skipAnswer", params: ({ event }) => event }, "show"] },
      },
      states: {
        /** Gives preset answers until a question has none. */
        advancing: {
          always: [
            { guard: "isOver", target: "ended", actions: "show" },
            { guard: "hasPreset", target: "advancing", reenter: true, actions: "answerPreset" },
            { target: "waiting", actions: "show" },
          ],
        },
        /** Looks for answers that lead to the goal. */
        proving: {
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
        waiting: {
          on: {
            "rehearsal.answer": {
              guard: { type: "isAwaitedAnswer", params: ({ event }) => event },
              target: "advancing",
              actions: { type: "takeAnswer", params: ({ event }) => event },
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
    },
    page: {
      initial: "loading",
      states: {
        loading: {
          invoke: {
            id: "loadLook",
            src: "loadLook",
            input: ({ context }) => ({ slug: context.community }),
            onDone: { target: "styled", actions: [{ type: "storeLook", params: ({ event }) => event.output }, "show"] },
            onError: { target: "unstyled", actions: [assign({ lookFailure: ({ event }) => asFailure(event.error) }), "show"] },
          },
        },
        styled: {},
        /** The page has the default style. */
        unstyled: { on: { "look.reload": "loading" } },
      },
    },
  },
})

export type TestRunActor = ActorRefFrom<typeof rehearsalMachine>

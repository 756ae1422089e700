// The wizard that sets up a delivery: its steps, a preview of the payload (A5, A6), and a test delivery.

import { type ActorRefFrom, assign, setup } from "xstate"
import type { LoggedDelivery } from "../../domain/actions/delivery.ts"
import { buildDeliveryPayload, type Payload } from "../../domain/actions/delivery-payload.ts"
import { applyTypedAmount } from "../../domain/actions/delivery-trigger.ts"
import {
  canSave,
  getAdjacentStep,
  getPayloadVersion,
  isStepReachable,
  isStepValid,
  type WizardStep,
  wizardSteps,
} from "../../domain/actions/delivery-validation.ts"
import { createFakeConversation, parseConversationId } from "../../domain/actions/fake-conversation.ts"
import { addPendingKey, emptyPendingKey, type PendingRecordKey, pendingKeyProblem } from "../../domain/actions/payload-structure.ts"
import { questions as questionTexts } from "../../domain/catalog/en/findings.ts"
import type { Conversation } from "../../domain/conversations/conversation.ts"
import { getEmojiLabels } from "../../domain/conversations/stored-answer.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import { deepEqual } from "../../domain/json/json-value.ts"
import type { SendToApiParams } from "../../domain/script/action.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { asFailure } from "../adapter-failure.ts"
import { port } from "../ports.ts"

/** The delivery of one instruction of a script; `community` is the slug. */
type DeliveryRef = { readonly community: string; readonly uuid: ScriptId; readonly instruction: string }
export type WizardInput = DeliveryRef & {
  /** Receives the saved settings. */
  readonly keep: (params: SendToApiParams) => void
  readonly newUuid: () => string
  /** Returns the current time as an ISO 8601 instant. */
  readonly now: () => string
}
type WizardOpening = {
  readonly params: SendToApiParams
  /** The instructions of the script in the editor, saved or not. */
  readonly instructions: ReadonlyArray<Instruction>
  /** Whether the settings are view-only. */
  readonly locked: boolean
}

type Context = WizardInput &
  WizardOpening & {
    /** The settings when the wizard opened. */
    readonly before: SendToApiParams
    readonly step: WizardStep
    /** A record key that was typed but not added; it is added on save, if it is valid. */
    readonly typed: PendingRecordKey
    /** The typed waiting time that is not in the settings because it is not valid; null if there is none. */
    readonly invalidAmount: string | null
    /** A sample conversation about the questions in the editor. */
    readonly madeUp: Conversation | null
    /** The typed id of the conversation to preview. */
    readonly conversation: string
    /** The payload of that conversation; null until loaded. */
    readonly payload: Payload | null
    readonly previewFailure: Failure | null
    readonly tested: LoggedDelivery | null
    readonly testFailure: Failure | null
  }

/** What a preview or test request sends: the script and the settings. */
type DeliveryRequest = Pick<DeliveryRef, "community" | "uuid"> & { readonly params: SendToApiParams }

/** Edits the settings step by step; nothing is saved before the last step. */
export const deliveryWizardMachine = setup({
  types: {
    input: {} as WizardInput,
    context: {} as Context,
    events: {} as
      | ({ readonly type: "wizard.open" } & WizardOpening)
      | { readonly type: "params.update"; readonly change: Partial<SendToApiParams> }
      | { readonly type: "trigger-amount.type"; readonly text: string }
      | { readonly type: "record-key.update"; readonly change: Partial<PendingRecordKey> }
      | { readonly type: "record-key.add" }
      | { readonly type: "step.go"; readonly step: WizardStep }
      | { readonly type: "step.next" }
      | { readonly type: "step.back" }
      | { readonly type: "preview-conversation.update"; readonly text: string }
      | { readonly type: "preview.retry" }
      | { readonly type: "delivery.test" }
      | { readonly type: "wizard.save" }
      | { readonly type: "wizard.close" }
      | { readonly type: "close.confirm" }
      | { readonly type: "close.cancel" },
    children: {} as { preview: "preview"; test: "test" },
    tags: {} as "confirming-close" | "previewing" | "testing",
  },
  actors: {
    /** Returns the payload of a real conversation. */
    preview: port<Payload, DeliveryRequest & { readonly conversation: string }>("preview"),
    /** Sends the payload of a sample conversation and returns the logged delivery. */
    test: port<LoggedDelivery, DeliveryRequest & Pick<DeliveryRef, "instruction">>("test"),
  },
  actions: {
    begin: assign(({ context }, { params, instructions, locked }: WizardOpening) => ({
      params,
      instructions,
      locked,
      before: params,
      step: wizardSteps[0],
      typed: emptyPendingKey,
      invalidAmount: null,
      madeUp: createFakeConversation({ instructions }, { cuuid: context.newUuid(), respondent: context.newUuid(), now: context.now() }),
      conversation: "",
      payload: null,
      previewFailure: null,
      tested: null,
      testFailure: null,
    })),
    updateParams: assign(({ context }, change: Partial<SendToApiParams>) => {
      const params = { ...context.params, ...change }
      return context.invalidAmount === null ? { params } : withTypedAmount(params, context.invalidAmount)
    }),
    typeTriggerAmount: assign(({ context }, text: string) => withTypedAmount(context.params, text)),
    updateRecordKey: assign({ typed: ({ context }, change: Partial<PendingRecordKey>) => ({ ...context.typed, ...change }) }),
    addKey: assign(({ context }) => ({ params: paramsWithRecordKey(context), typed: emptyPendingKey })),
    go: assign({ step: (_, step: WizardStep) => step }),
    stepBy: assign({ step: ({ context }, by: 1 | -1) => getAdjacentStep(context.step, by, context.params) ?? context.step }),
    setPreviewConversation: assign({ conversation: (_, text: string) => text, payload: null, previewFailure: null }),
    storePreview: assign({ payload: (_, payload: Payload) => payload, previewFailure: null }),
    failPreview: assign({ previewFailure: (_, failure: Failure) => failure, payload: null }),
    clearTestResult: assign({ tested: null, testFailure: null }),
    storeTestResult: assign({ tested: (_, tested: LoggedDelivery) => tested }),
    failTest: assign({ testFailure: (_, failure: Failure) => failure }),
    saveParams: ({ context }) => context.keep(paramsWithRecordKey(context)),
  },
  guards: {
    isUnlocked: ({ context }) => !context.locked,
    isReachable: ({ context }, step: WizardStep) =>
      isStepReachable(step, context.params) && (context.invalidAmount === null || step === wizardSteps[0]),
    canStep: ({ context }, by: 1 | -1) =>
      getPayloadVersion(context.params) === 2 &&
      context.invalidAmount === null &&
      getAdjacentStep(context.step, by, context.params) !== null,
    canSave: ({ context }) =>
      !context.locked && context.invalidAmount === null && canSave(context.step, context.params) && recordKeyProblem(context) === null,
    canAddKey: ({ context }) => !context.locked && context.typed.key.trim() !== "" && recordKeyProblem(context) === null,
    isChanged: ({ context }) =>
      !deepEqual(context.params, context.before) || !deepEqual(context.typed, emptyPendingKey) || context.invalidAmount !== null,
    isConversationId: (_, text: string) => parseConversationId(text) !== undefined,
    hasPreviewConversation: ({ context }) => parseConversationId(context.conversation) !== undefined,
    canTest: ({ context }) => isStepValid("endpoint", context.params),
  },
  delays: { typingPause: 400 },
}).createMachine({
  id: "delivery wizard",
  context: ({ input }) => ({
    ...input,
    params: {},
    before: {},
    instructions: [],
    locked: false,
    step: wizardSteps[0],
    typed: emptyPendingKey,
    invalidAmount: null,
    madeUp: null,
    conversation: "",
    payload: null,
    previewFailure: null,
    tested: null,
    testFailure: null,
  }),
  initial: "closed",
  states: {
    closed: { on: { "wizard.open": { target: "open", actions: { type: "begin", params: ({ event }) => event } } } },
    open: {
      type: "parallel",
      states: {
        editing: {
          initial: "idle",
          on: {
            "params.update": { guard: "isUnlocked", actions: { type: "updateParams", params: ({ event }) => event.change } },
            "trigger-amount.type": { guard: "isUnlocked", actions: { type: "typeTriggerAmount", params: ({ event }) => event.text } },
            "record-key.update": { guard: "isUnlocked", actions: { type: "updateRecordKey", params: ({ event }) => event.change } },
            "record-key.add": { guard: "canAddKey", actions: "addKey" },
            "step.go": {
              guard: { type: "isReachable", params: ({ event }) => event.step },
              actions: { type: "go", params: ({ event }) => event.step },
            },
            "step.next": { guard: { type: "canStep", params: 1 }, actions: { type: "stepBy", params: 1 } },
            "step.back": { guard: { type: "canStep", params: -1 }, actions: { type: "stepBy", params: -1 } },
            "wizard.save": { guard: "canSave", target: "#delivery wizard.closed", actions: "saveParams" },
          },
          states: {
            idle: {
              on: { "wizard.close": [{ guard: "isChanged", target: "confirmingClose" }, { target: "#delivery wizard.closed" }] },
            },
            /** The changes would be lost. */
            confirmingClose: {
              tags: "confirming-close",
              on: { "close.confirm": "#delivery wizard.closed", "close.cancel": "idle" },
            },
          },
        },
        /** The preview of the sample conversation is computed here; that of a real conversation comes from the server. */
        previewing: {
          initial: "sample",
          on: {
            "preview-conversation.update": [
              {
                guard: { type: "isConversationId", params: ({ event }) => event.text },
                target: ".debouncing",
                actions: { type: "setPreviewConversation", params: ({ event }) => event.text },
              },
              { target: ".sample", actions: { type: "setPreviewConversation", params: ({ event }) => event.text } },
            ],
            "params.update": { guard: "hasPreviewConversation", target: ".debouncing" },
            "record-key.update": { guard: "hasPreviewConversation", target: ".debouncing" },
          },
          states: {
            sample: {},
            debouncing: { tags: "previewing", after: { typingPause: "reading" } },
            reading: {
              tags: "previewing",
              invoke: {
                id: "preview",
                src: "preview",
                input: ({ context: { community, uuid, conversation, ...context } }) => ({
                  community,
                  uuid,
                  params: paramsWithRecordKey(context),
                  conversation,
                }),
                onDone: { target: "loaded", actions: { type: "storePreview", params: ({ event }) => event.output } },
                onError: { target: "failed", actions: { type: "failPreview", params: ({ event }) => asFailure(event.error) } },
              },
            },
            loaded: {},
            failed: { on: { "preview.retry": "reading" } },
          },
        },
        testing: {
          initial: "resting",
          states: {
            resting: { on: { "delivery.test": { guard: "canTest", target: "sending", actions: "clearTestResult" } } },
            sending: {
              tags: "testing",
              invoke: {
                id: "test",
                src: "test",
                input: ({ context: { community, uuid, instruction, ...context } }) => ({
                  community,
                  uuid,
                  instruction,
                  params: paramsWithRecordKey(context),
                }),
                onDone: { target: "resting", actions: { type: "storeTestResult", params: ({ event }) => event.output } },
                onError: { target: "resting", actions: { type: "failTest", params: ({ event }) => asFailure(event.error) } },
              },
            },
          },
        },
      },
    },
  },
})
export type DeliveryWizardActor = ActorRefFrom<typeof deliveryWizardMachine>

/** Returns the settings with the typed waiting time, which stays outside of them while it is not valid. */
const withTypedAmount = (params: SendToApiParams, text: string): Pick<Context, "params" | "invalidAmount"> => {
  const { trigger, invalidAmount } = applyTypedAmount(params.trigger, text)
  return { params: trigger === params.trigger ? params : { ...params, trigger: trigger ?? null }, invalidAmount }
}

type ParamsWithDraftKey = Pick<Context, "params" | "typed">

/** Why the typed record key cannot be added; null if it can. */
const recordKeyProblem = ({ params, typed }: ParamsWithDraftKey) => pendingKeyProblem(params.labels ?? {}, typed)

/** The settings including the record key that was typed but not added. */
const paramsWithRecordKey = ({ params, typed }: ParamsWithDraftKey): SendToApiParams =>
  deepEqual(typed, emptyPendingKey) ? params : { ...params, labels: addPendingKey(params.labels ?? {}, typed) }

/** Returns the payload to show: that of the entered conversation (null until loaded), else that of the sample. */
export const visiblePayload = ({
  params,
  typed,
  instructions,
  conversation,
  payload,
  madeUp,
}: Pick<Context, "params" | "typed" | "instructions" | "conversation" | "payload" | "madeUp">): Payload | null => {
  if (parseConversationId(conversation) !== undefined) return payload
  return madeUp === null
    ? null
    : buildDeliveryPayload(paramsWithRecordKey({ params, typed }), { instructions }, madeUp, getEmojiLabels(questionTexts))
}

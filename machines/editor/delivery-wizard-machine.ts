// Setting up a delivery: its steps, the payload as it will be, and a delivery on trial; kept when it is saved (spec/2-editor §4, §5).
import { type ActorRefFrom, assign, setup } from "xstate"
import type { LoggedDelivery } from "../../domain/actions/delivery.ts"
import { buildDeliveryPayload, type Payload } from "../../domain/actions/delivery-payload.ts"
import {
  adjacentStep,
  canSave,
  isStepReachable,
  isStepValid,
  type SendToApiParams,
  versionOf,
  type WizardStep,
  wizardSteps,
} from "../../domain/actions/delivery-validation.ts"
import { fakeConversation, parseConversationId } from "../../domain/actions/fake-conversation.ts"
import { addPendingKey, emptyPendingKey, type PendingRecordKey, pendingKeyProblem } from "../../domain/actions/payload-structure.ts"
import { questions as faces } from "../../domain/catalog/en/findings.ts"
import type { Conversation } from "../../domain/conversations/conversation.ts"
import { getEmojiLabels } from "../../domain/conversations/stored-answer.ts"
import type { Failure } from "../../domain/failure.ts"
import { deepEqual } from "../../domain/json/json-equality.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { asFailure, port } from "../ports.ts"

/** Whose delivery it is. */
type DeliveryRef = { readonly community: string; readonly uuid: ScriptId; readonly instruction: string }
export type WizardInput = DeliveryRef & {
  /** Takes what was saved. */
  readonly keep: (params: SendToApiParams) => void
  readonly newUuid: () => string
  /** The time, as an ISO 8601 instant. */
  readonly now: () => string
}
type WizardOpening = {
  readonly params: SendToApiParams
  /** The instructions of the script as they stand in the editor, saved or not. */
  readonly instructions: ReadonlyArray<Instruction>
  /** Whether it can only be looked at. */
  readonly locked: boolean
}

type Context = WizardInput &
  WizardOpening & {
    /** The settings as they were when it was opened. */
    readonly before: SendToApiParams
    readonly step: WizardStep
    /** A record key that was typed and not added: it is taken along, where it can be. */
    readonly typed: PendingRecordKey
    /** A conversation that nobody had, on the questions as they stand in the editor. */
    readonly madeUp: Conversation | null
    /** What was typed as the id of a conversation to preview. */
    readonly conversation: string
    /** The payload of that conversation, as far as it has come. */
    readonly payload: Payload | null
    readonly previewFailure: Failure | null
    readonly tested: LoggedDelivery | null
    readonly testFailure: Failure | null
  }

/** What the server is asked for: with which settings, and of which conversation. */
type DeliveryRequest = Pick<DeliveryRef, "community" | "uuid"> & { readonly params: SendToApiParams }

export const deliveryWizardMachine = setup({
  types: {
    input: {} as WizardInput,
    context: {} as Context,
    events: {} as
      | ({ readonly type: "wizard.open" } & WizardOpening)
      | { readonly type: "params.write"; readonly change: Partial<SendToApiParams> }
      | { readonly type: "key.type"; readonly change: Partial<PendingRecordKey> }
      | { readonly type: "key.add" }
      | { readonly type: "step.go"; readonly step: WizardStep }
      | { readonly type: "step.next" }
      | { readonly type: "step.back" }
      | { readonly type: "conversation.type"; readonly text: string }
      | { readonly type: "preview.retry" }
      | { readonly type: "delivery.test" }
      | { readonly type: "wizard.save" }
      | { readonly type: "wizard.close" }
      | { readonly type: "closing.give" }
      | { readonly type: "closing.refuse" },
    children: {} as { preview: "preview"; test: "test" },
    tags: {} as "asks-to-close" | "previewing" | "testing",
  },
  actors: {
    /** The payload of a conversation that was had. */
    preview: port<Payload, DeliveryRequest & { readonly conversation: string }>("preview"),
    /** Sends the payload of a made-up conversation, and says what came of it. */
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
      madeUp: fakeConversation({ instructions }, { cuuid: context.newUuid(), respondent: context.newUuid(), now: context.now() }),
      conversation: "",
      payload: null,
      previewFailure: null,
      tested: null,
      testFailure: null,
    })),
    write: assign({ params: ({ context }, change: Partial<SendToApiParams>) => ({ ...context.params, ...change }) }),
    type: assign({ typed: ({ context }, change: Partial<PendingRecordKey>) => ({ ...context.typed, ...change }) }),
    addKey: assign(({ context }) => ({ params: paramsWithRecordKey(context), typed: emptyPendingKey })),
    go: assign({ step: (_, step: WizardStep) => step }),
    turn: assign({ step: ({ context }, by: 1 | -1) => adjacentStep(context.step, by, context.params) ?? context.step }),
    name: assign({ conversation: (_, text: string) => text, payload: null, previewFailure: null }),
    show: assign({ payload: (_, payload: Payload) => payload, previewFailure: null }),
    failPreview: assign({ previewFailure: (_, failure: Failure) => failure, payload: null }),
    forgetTest: assign({ tested: null, testFailure: null }),
    tell: assign({ tested: (_, tested: LoggedDelivery) => tested }),
    failTest: assign({ testFailure: (_, failure: Failure) => failure }),
    keep: ({ context }) => context.keep(paramsWithRecordKey(context)),
  },
  guards: {
    isOpen: ({ context }) => !context.locked,
    isReachable: ({ context }, step: WizardStep) => isStepReachable(step, context.params),
    canTurn: ({ context }, by: 1 | -1) => versionOf(context.params) === 2 && adjacentStep(context.step, by, context.params) !== null,
    canSave: ({ context }) => !context.locked && canSave(context.step, context.params) && recordKeyProblem(context) === null,
    canAddKey: ({ context }) => !context.locked && context.typed.key.trim() !== "" && recordKeyProblem(context) === null,
    isChanged: ({ context }) => !deepEqual(context.params, context.before) || !deepEqual(context.typed, emptyPendingKey),
    isConversation: (_, text: string) => parseConversationId(text) !== undefined,
    namesConversation: ({ context }) => parseConversationId(context.conversation) !== undefined,
    canTest: ({ context }) => isStepValid("endpoint", context.params),
  },
  delays: { quiet: 400 },
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
        writing: {
          initial: "settled",
          on: {
            "params.write": { guard: "isOpen", actions: { type: "write", params: ({ event }) => event.change } },
            "key.type": { guard: "isOpen", actions: { type: "type", params: ({ event }) => event.change } },
            "key.add": { guard: "canAddKey", actions: "addKey" },
            "step.go": {
              guard: { type: "isReachable", params: ({ event }) => event.step },
              actions: { type: "go", params: ({ event }) => event.step },
            },
            "step.next": { guard: { type: "canTurn", params: 1 }, actions: { type: "turn", params: 1 } },
            "step.back": { guard: { type: "canTurn", params: -1 }, actions: { type: "turn", params: -1 } },
            "wizard.save": { guard: "canSave", target: "#delivery wizard.closed", actions: "keep" },
          },
          states: {
            settled: {
              on: { "wizard.close": [{ guard: "isChanged", target: "asking" }, { target: "#delivery wizard.closed" }] },
            },
            /** What was changed would be lost. */
            asking: {
              tags: "asks-to-close",
              on: { "closing.give": "#delivery wizard.closed", "closing.refuse": "settled" },
            },
          },
        },
        /** Of a made-up conversation nobody has to be asked; one that was had, the server knows. */
        previewing: {
          initial: "madeUp",
          on: {
            "conversation.type": [
              {
                guard: { type: "isConversation", params: ({ event }) => event.text },
                target: ".waiting",
                actions: { type: "name", params: ({ event }) => event.text },
              },
              { target: ".madeUp", actions: { type: "name", params: ({ event }) => event.text } },
            ],
            "params.write": { guard: "namesConversation", target: ".waiting" },
            "key.type": { guard: "namesConversation", target: ".waiting" },
          },
          states: {
            madeUp: {},
            waiting: { tags: "previewing", after: { quiet: "reading" } },
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
                onDone: { target: "read", actions: { type: "show", params: ({ event }) => event.output } },
                onError: { target: "failed", actions: { type: "failPreview", params: ({ event }) => asFailure(event.error) } },
              },
            },
            read: {},
            failed: { on: { "preview.retry": "reading" } },
          },
        },
        testing: {
          initial: "resting",
          states: {
            resting: { on: { "delivery.test": { guard: "canTest", target: "sending", actions: "forgetTest" } } },
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
                onDone: { target: "resting", actions: { type: "tell", params: ({ event }) => event.output } },
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

type Typed = Pick<Context, "params" | "typed">

/** What keeps the record key that was typed from being taken; a static delivery has no form for one. */
const recordKeyProblem = ({ params, typed }: Typed) => pendingKeyProblem(params.labels ?? {}, typed)

/** The settings with the record key that was typed and not added. */
const paramsWithRecordKey = ({ params, typed }: Typed): SendToApiParams =>
  deepEqual(typed, emptyPendingKey) ? params : { ...params, labels: addPendingKey(params.labels ?? {}, typed) }

/** The payload that is shown: of the conversation that was named, null until it has come; of a made-up one where none was. */
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
    : buildDeliveryPayload(paramsWithRecordKey({ params, typed }), { instructions }, madeUp, getEmojiLabels(faces))
}

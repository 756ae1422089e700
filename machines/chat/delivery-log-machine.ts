// The delivery log of a chat: its webhook deliveries, page by page, and sending one of them again.
import { type ActorRefFrom, assign, setup } from "xstate"
import { canRedeliver, type LoggedDelivery } from "../../domain/actions/delivery.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import { asFailure } from "../adapter-failure.ts"
import { port, type ScriptRef } from "../ports.ts"

export type DeliveryLogPage = { readonly items: ReadonlyArray<LoggedDelivery>; readonly hasMore: boolean }

/** Loads the log when it is opened, and resends one delivery at a time. */
export const deliveryLogMachine = setup({
  types: {
    input: {} as ScriptRef,
    context: {} as ScriptRef & {
      readonly deliveries: ReadonlyArray<LoggedDelivery>
      readonly hasMore: boolean
      /** The id of the delivery after which the requested page begins; null: the newest page. */
      readonly before: string | null
      /** Why the page could not be loaded. */
      readonly failure: Failure | null
      /** The id of the delivery that is being resent, or was last. */
      readonly resendId: string | null
      /** Why the resend failed. */
      readonly problem: Failure | null
    },
    events: {} as
      | { readonly type: "deliveries.open" }
      | { readonly type: "deliveries.refresh" }
      | { readonly type: "deliveries.more" }
      | { readonly type: "deliveries.retry" }
      | { readonly type: "delivery.resend"; readonly id: string },
    children: {} as { list: "list"; resendDelivery: "resendDelivery" },
    tags: {} as "busy",
  },
  actors: {
    /** Returns a page of deliveries, newest first. */
    list: port<DeliveryLogPage, ScriptRef & { readonly before: string | null }>("list"),
    /** Sends a delivery again and returns its new state. */
    resendDelivery: port<LoggedDelivery, ScriptRef & { readonly id: string }>("resendDelivery"),
  },
  actions: {
    resetCursor: assign({ before: null, resendId: null, problem: null }),
    advanceCursor: assign({ before: ({ context }) => context.deliveries.at(-1)?.id ?? null }),
    /** The current rows stay until the page that replaces them is loaded. */
    storePage: assign(({ context }, { items, hasMore }: DeliveryLogPage) => ({
      deliveries: context.before === null ? items : [...context.deliveries, ...items],
      hasMore,
    })),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    clearFailure: assign({ failure: null }),
    setResendId: assign((_, resendId: string) => ({ resendId, problem: null })),
    updateDelivery: assign({
      deliveries: ({ context }, sent: LoggedDelivery) => context.deliveries.map((delivery) => (delivery.id === sent.id ? sent : delivery)),
    }),
    storeResendFailure: assign({ problem: (_, problem: Failure) => problem }),
  },
  guards: {
    hasMore: ({ context }) => context.hasMore,
    canResend: ({ context }, id: string) => context.deliveries.some((delivery) => delivery.id === id && canRedeliver(delivery)),
  },
}).createMachine({
  id: "deliveries",
  context: ({ input: { community, uuid } }) => ({
    community,
    uuid,
    deliveries: [],
    hasMore: false,
    before: null,
    failure: null,
    resendId: null,
    problem: null,
  }),
  initial: "closed",
  states: {
    closed: { on: { "deliveries.open": "loading" } },
    loading: {
      tags: "busy",
      invoke: {
        id: "list",
        src: "list",
        input: ({ context: { community, uuid, before } }) => ({ community, uuid, before }),
        onDone: { target: "ready", actions: { type: "storePage", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: { exit: "clearFailure", on: { "deliveries.retry": "loading" } },
    ready: {
      on: {
        "deliveries.refresh": { target: "loading", actions: "resetCursor" },
        "deliveries.more": { guard: "hasMore", target: "loading", actions: "advanceCursor" },
        "delivery.resend": {
          guard: { type: "canResend", params: ({ event }) => event.id },
          target: "sending",
          actions: { type: "setResendId", params: ({ event }) => event.id },
        },
      },
    },
    sending: {
      tags: "busy",
      invoke: {
        id: "resendDelivery",
        src: "resendDelivery",
        input: ({ context: { community, uuid, resendId } }) => ({ community, uuid, id: resendId ?? "" }),
        onDone: { target: "ready", actions: { type: "updateDelivery", params: ({ event }) => event.output } },
        onError: { target: "ready", actions: { type: "storeResendFailure", params: ({ event }) => asFailure(event.error) } },
      },
    },
  },
})
export type DeliveryLogActor = ActorRefFrom<typeof deliveryLogMachine>

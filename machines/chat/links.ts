// Making links of a chat, in batches with progress, and its slug (spec/3-community §2 "Links block", §4, §9; decisions L4, L6).
import { type ActorRefFrom, assign, setup } from "xstate"
import type { LinkResult } from "../../domain/exports/people-csv.ts"
import type { Failure } from "../../domain/failure.ts"
import { batchSizes, linkAmount } from "../../domain/links/people.ts"
import { asFailure, port } from "../port.ts"
import type { Chat } from "./chat-details.ts"

export const linksMachine = setup({
  types: {
    input: {} as Chat,
    context: {} as Chat & {
      readonly amount: string
      readonly short: boolean
      /** Sizes of the batches that are still to be made. */
      readonly left: ReadonlyArray<number>
      readonly made: ReadonlyArray<LinkResult>
      /** Whether those were asked for as short ones. */
      readonly madeShort: boolean
      readonly failure: Failure | null
    },
    events: {} as
      | { readonly type: "amount.type"; readonly text: string }
      | { readonly type: "short.set"; readonly on: boolean }
      | { readonly type: "links.make" }
      | { readonly type: "links.retry" }
      | { readonly type: "links.cancel" },
    children: {} as { make: "make" },
    tags: {} as "busy",
  },
  actors: {
    make: port<ReadonlyArray<LinkResult>, Chat & { readonly amount: number; readonly short: boolean }>("make"),
  },
  actions: {
    write: assign({ amount: (_, text: string) => text }),
    shorten: assign({ short: (_, on: boolean) => on }),
    begin: assign(({ context }) => ({
      left: [...batchSizes(linkAmount(context.amount) ?? 0)],
      made: [],
      madeShort: context.short,
      failure: null,
    })),
    take: assign(({ context }, links: ReadonlyArray<LinkResult>) => ({ made: [...context.made, ...links], left: context.left.slice(1) })),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    forgetFailure: assign({ failure: null }),
    stop: assign({ left: [] }),
  },
  guards: {
    isAmount: ({ context }) => linkAmount(context.amount) !== null,
    isDone: ({ context }) => context.left.length === 0,
  },
}).createMachine({
  id: "links",
  context: ({ input }) => ({ ...input, amount: "1", short: false, left: [], made: [], madeShort: false, failure: null }),
  initial: "writing",
  on: {
    "amount.type": { actions: { type: "write", params: ({ event }) => event.text } },
    "short.set": { actions: { type: "shorten", params: ({ event }) => event.on } },
  },
  states: {
    writing: { on: { "links.make": { guard: "isAmount", target: "making", actions: "begin" } } },
    making: {
      always: { guard: "isDone", target: "writing" },
      tags: "busy",
      on: { "links.cancel": { target: "writing", actions: "stop" } },
      invoke: {
        id: "make",
        src: "make",
        input: ({ context: { community, uuid, left, madeShort } }) => ({ community, uuid, amount: left[0] ?? 0, short: madeShort }),
        onDone: { target: "making", reenter: true, actions: { type: "take", params: ({ event }) => event.output } },
        onError: { target: "stuck", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    /** Batches that were made stay; the one that failed is asked for again. */
    stuck: {
      on: {
        "links.retry": { target: "making", actions: "forgetFailure" },
        "links.cancel": { target: "writing", actions: ["stop", "forgetFailure"] },
      },
    },
  },
})
export type LinksActor = ActorRefFrom<typeof linksMachine>

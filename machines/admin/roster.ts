// A list with search, order, adding and deleting: users and communities of the whole console (spec/1-console §2).
import { assign, setup } from "xstate"
import { type RosterSort, sortedBy } from "../../domain/accounts/roster.ts"
import type { Failure } from "../../domain/failure.ts"
import type { deletionMachine } from "../deletion.ts"
import type { formMachine } from "../form.ts"
import { patience } from "../patience.ts"
import { asFailure, port } from "../port.ts"

/** What became of which item, to be told above the list. */
export type RosterNews<Item> = { readonly what: "added" | "changed" | "deleted"; readonly item: Item }

type Parts<Item, Known> = {
  readonly add: ReturnType<typeof formMachine<Item, Known>>
  readonly deletion: ReturnType<typeof deletionMachine<Item, object>>
}

/** The list in the order of its column `by` at first. Who edits an item tells with `item.take` what became of it. */
export const rosterMachine = <Item extends { readonly uuid: string }, Column extends string, Known>(
  id: string,
  by: Column,
  { add, deletion }: Parts<Item, Known>,
) =>
  setup({
    types: {
      context: {} as {
        readonly items: ReadonlyArray<Item>
        readonly search: string
        readonly sort: RosterSort<Column>
        /** The one that is being deleted. */
        readonly chosen: Item | null
        readonly failure: Failure | null
        readonly news: RosterNews<Item> | null
        /** What the form that adds an item has to know; null until it is opened. */
        readonly toKnow: { readonly known: Known } | null
      },
      events: {} as
        | { readonly type: "list.retry" }
        /** What is listed may be out of date: it is read again, and stays meanwhile. */
        | { readonly type: "list.refresh" }
        | { readonly type: "search.type"; readonly text: string }
        | { readonly type: "sort.by"; readonly column: Column }
        | { readonly type: "add.open" }
        | { readonly type: "item.take"; readonly item: Item }
        | { readonly type: "item.delete"; readonly item: Item },
      children: {} as { add: "add"; deletion: "deletion"; list: "list"; prepare: "prepare" },
      /** What was asked for is so long in coming that it is said. */
      tags: {} as "slow",
    },
    actors: {
      list: port<ReadonlyArray<Item>, undefined>("list"),
      /** Fetches what the form that adds an item has to know. */
      prepare: port<Known, undefined>("prepare"),
      add,
      deletion,
    },
    actions: {
      know: assign((_, items: ReadonlyArray<Item>) => ({ items, failure: null })),
      fail: assign({ failure: (_, failure: Failure) => failure }),
      look: assign({ search: (_, text: string) => text }),
      order: assign({ sort: ({ context }, column: Column) => sortedBy(context.sort, column) }),
      choose: assign({ chosen: (_, item: Item) => item, news: null }),
      forgetNews: assign({ news: null, failure: null }),
      learn: assign({ toKnow: (_, known: Known) => ({ known }) }),
      take: assign(({ context }, { item, what }: { item: Item | null; what: RosterNews<Item>["what"] }) =>
        item === null
          ? {}
          : {
              items: [...context.items.filter(({ uuid }) => uuid !== item.uuid), ...(what === "deleted" ? [] : [item])],
              news: { what, item },
            },
      ),
    },
    delays: patience,
  }).createMachine({
    id,
    context: { items: [], search: "", sort: { by, descending: false }, chosen: null, failure: null, news: null, toKnow: null },
    initial: "loading",
    on: {
      "search.type": { actions: { type: "look", params: ({ event }) => event.text } },
      "sort.by": { actions: { type: "order", params: ({ event }) => event.column } },
    },
    states: {
      loading: {
        invoke: {
          id: "list",
          src: "list",
          input: undefined,
          onDone: { target: "ready", actions: { type: "know", params: ({ event }) => event.output } },
          onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
        },
      },
      failed: { on: { "list.retry": "loading" } },
      ready: {
        initial: "resting",
        on: {
          "add.open": { target: "preparing", actions: "forgetNews" },
          "item.take": { actions: { type: "take", params: ({ event }) => ({ item: event.item, what: "changed" as const }) } },
          "item.delete": { target: "deleting", actions: { type: "choose", params: ({ event }) => event.item } },
          "list.refresh": ".refreshing",
        },
        states: {
          resting: {},
          refreshing: {
            on: {
              // The list under way may be older than the deed.
              "item.take": {
                target: "refreshing",
                reenter: true,
                actions: { type: "take", params: ({ event }) => ({ item: event.item, what: "changed" as const }) },
              },
            },
            invoke: {
              id: "list",
              src: "list",
              input: undefined,
              onDone: { target: "resting", actions: { type: "know", params: ({ event }) => event.output } },
              // What is listed stays; whatever is done with it is told by itself.
              onError: "resting",
            },
          },
        },
      },
      preparing: {
        invoke: {
          id: "prepare",
          src: "prepare",
          input: undefined,
          onDone: { target: "adding", actions: { type: "learn", params: ({ event }) => event.output } },
          onError: { target: "ready", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
        },
        initial: "unseen",
        states: { unseen: { after: { untilSlow: "seen" } }, seen: { tags: "slow" } },
      },
      adding: {
        invoke: {
          id: "add",
          src: "add",
          input: ({ context: { toKnow } }) => ({ given: {}, known: one(toKnow).known }),
          onDone: [
            // What was sent may have been done though no answer came.
            { guard: ({ event }) => event.output === null, target: "ready.refreshing" },
            { target: "ready", actions: { type: "take", params: ({ event }) => ({ item: event.output, what: "added" as const }) } },
          ],
        },
      },
      deleting: {
        invoke: {
          id: "deletion",
          src: "deletion",
          input: ({ context: { chosen } }) => ({ target: one(chosen) }),
          onDone: [
            // Somebody else may have been faster.
            { guard: ({ event }) => event.output === null, target: "ready.refreshing" },
            { target: "ready", actions: { type: "take", params: ({ context }) => ({ item: context.chosen, what: "deleted" as const }) } },
          ],
        },
      },
    },
  })

/** Adding is entered with what is to be known, deleting with an item only. */
const one = <Item>(item: Item | null): Item => {
  if (item === null) throw new Error("nothing was chosen")
  return item
}

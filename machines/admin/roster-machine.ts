// The machine of a managed list: search, add and delete its items.
import { assign, setup } from "xstate"
import type { Failure } from "../../domain/failures/failure.ts"
import { asFailure } from "../adapter-failure.ts"
import type { deletionMachine } from "../deletion-machine.ts"
import type { formMachine } from "../form-machine.ts"
import { port, responseDelays } from "../ports.ts"

/** The last change to an item, shown above the list. */
export type RosterNotice<Item> = { readonly change: "added" | "changed" | "deleted"; readonly item: Item }

type RosterParts<Item, Facts, Token> = {
  readonly add: ReturnType<typeof formMachine<Item, Facts>>
  readonly deletion: ReturnType<typeof deletionMachine<Item, object, Token>>
}

/** Returns the machine of a managed list. The machine that edits an item reports the result with `item.updated`. */
export const rosterMachine = <Item extends { readonly uuid: string }, Facts, Token>(
  id: string,
  { add, deletion }: RosterParts<Item, Facts, Token>,
) =>
  setup({
    types: {
      context: {} as {
        readonly items: ReadonlyArray<Item>
        readonly search: string
        /** The item that is being deleted. */
        readonly chosen: Item | null
        readonly failure: Failure | null
        readonly notice: RosterNotice<Item> | null
        /** The facts that the add form needs; null until the form is opened. */
        readonly addFormFacts: { readonly facts: Facts } | null
      },
      events: {} as
        | { readonly type: "list.retry" }
        /** The list may be out of date: load it again while the current one stays visible. */
        | { readonly type: "list.refresh" }
        | { readonly type: "search.type"; readonly text: string }
        | { readonly type: "add.open" }
        | { readonly type: "item.updated"; readonly item: Item }
        | { readonly type: "item.delete"; readonly item: Item },
      children: {} as { add: "add"; deletion: "deletion"; list: "list"; loadAddFormFacts: "loadAddFormFacts" },
      /** slow: the add form is slow to load, and the screen says so. */
      tags: {} as "slow",
    },
    actors: {
      list: port<ReadonlyArray<Item>, undefined>("list"),
      /** Loads the facts that the add form needs. */
      loadAddFormFacts: port<Facts, undefined>("loadAddFormFacts"),
      add,
      deletion,
    },
    actions: {
      storeItems: assign((_, items: ReadonlyArray<Item>) => ({ items, failure: null })),
      fail: assign({ failure: (_, failure: Failure) => failure }),
      setSearch: assign({ search: (_, text: string) => text }),
      choose: assign({ chosen: (_, item: Item) => item, notice: null }),
      clearNotice: assign({ notice: null, failure: null }),
      storeAddFormFacts: assign({ addFormFacts: (_, facts: Facts) => ({ facts }) }),
      applyChange: assign(({ context }, { item, what }: { item: Item | null; what: RosterNotice<Item>["change"] }) =>
        item === null
          ? {}
          : {
              items: [...context.items.filter(({ uuid }) => uuid !== item.uuid), ...(what === "deleted" ? [] : [item])],
              notice: { change: what, item },
            },
      ),
    },
    delays: responseDelays,
  }).createMachine({
    id,
    context: {
      items: [],
      search: "",
      chosen: null,
      failure: null,
      notice: null,
      addFormFacts: null,
    },
    initial: "loading",
    on: {
      "search.type": { actions: { type: "setSearch", params: ({ event }) => event.text } },
    },
    states: {
      loading: {
        invoke: {
          id: "list",
          src: "list",
          input: undefined,
          onDone: { target: "ready", actions: { type: "storeItems", params: ({ event }) => event.output } },
          onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
        },
      },
      failed: { on: { "list.retry": "loading" } },
      ready: {
        initial: "idle",
        on: {
          "add.open": { target: "preparing", actions: "clearNotice" },
          "item.updated": { actions: { type: "applyChange", params: ({ event }) => ({ item: event.item, what: "changed" as const }) } },
          "item.delete": { target: "deleting", actions: { type: "choose", params: ({ event }) => event.item } },
          "list.refresh": ".refreshing",
        },
        states: {
          idle: {},
          refreshing: {
            on: {
              // The pending request may return a list from before the change.
              "item.updated": {
                target: "refreshing",
                reenter: true,
                actions: { type: "applyChange", params: ({ event }) => ({ item: event.item, what: "changed" as const }) },
              },
            },
            invoke: {
              id: "list",
              src: "list",
              input: undefined,
              onDone: { target: "idle", actions: { type: "storeItems", params: ({ event }) => event.output } },
              // The current list stays; an action on an outdated item reports its own failure.
              onError: "idle",
            },
          },
        },
      },
      preparing: {
        invoke: {
          id: "loadAddFormFacts",
          src: "loadAddFormFacts",
          input: undefined,
          onDone: { target: "adding", actions: { type: "storeAddFormFacts", params: ({ event }) => event.output } },
          onError: { target: "ready", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
        },
        initial: "quick",
        states: { quick: { after: { untilSlow: "slow" } }, slow: { tags: "slow" } },
      },
      adding: {
        invoke: {
          id: "add",
          src: "add",
          input: ({ context: { addFormFacts } }) => ({ initialValues: {}, facts: required(addFormFacts).facts }),
          onDone: [
            // The request may have succeeded although no answer arrived.
            { guard: ({ event }) => event.output === null, target: "ready.refreshing" },
            { target: "ready", actions: { type: "applyChange", params: ({ event }) => ({ item: event.output, what: "added" as const }) } },
          ],
        },
      },
      deleting: {
        invoke: {
          id: "deletion",
          src: "deletion",
          input: ({ context: { chosen } }) => ({ target: required(chosen) }),
          onDone: [
            // Someone else may have deleted the item first.
            { guard: ({ event }) => event.output === null, target: "ready.refreshing" },
            {
              target: "ready",
              actions: { type: "applyChange", params: ({ context }) => ({ item: context.chosen, what: "deleted" as const }) },
            },
          ],
        },
      },
    },
  })

/** The form is only opened once its facts are loaded, and a deletion only started with an item. */
const required = <Item>(item: Item | null): Item => {
  if (item === null) throw new Error("nothing was chosen")
  return item
}

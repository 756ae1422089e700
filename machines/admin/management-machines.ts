// The managed lists of the console, users and communities: search, sort, add, edit, delete.
import { type ActorRefFrom, assign, sendTo, setup } from "xstate"
import { type ListSort, toggleSort } from "../../domain/accounts/admin-list.ts"
import type { PasswordConstraints } from "../../domain/accounts/password-rules.ts"
import type { User } from "../../domain/accounts/user.ts"
import { newUserViolations } from "../../domain/accounts/user-form.ts"
import { type Community, communityViolations } from "../../domain/communities/community.ts"
import type { Failure } from "../../domain/failure.ts"
import { addCommunityMachine } from "../community/communities-machine.ts"
import { deletionMachine } from "../deletion-machine.ts"
import { formMachine } from "../form-machine.ts"
import { asFailure, port, responseDelays } from "../ports.ts"
import { userEditMachine } from "./user-edit-machine.ts"

/** The last change to an item, shown above the list. */
export type RosterNotice<Item> = { readonly change: "added" | "changed" | "deleted"; readonly item: Item }

type RosterParts<Item, Known> = {
  readonly add: ReturnType<typeof formMachine<Item, Known>>
  readonly deletion: ReturnType<typeof deletionMachine<Item, object>>
}

/**
 * Returns the machine of a managed list, at first sorted by `initialColumn`. The machine that edits an item reports the
 * result with `item.take`.
 */
export const rosterMachine = <Item extends { readonly uuid: string }, Column extends string, Known>(
  id: string,
  initialColumn: Column,
  { add, deletion }: RosterParts<Item, Known>,
) =>
  setup({
    types: {
      context: {} as {
        readonly items: ReadonlyArray<Item>
        readonly search: string
        readonly sort: ListSort<Column>
        /** The item that is being deleted. */
        readonly chosen: Item | null
        readonly failure: Failure | null
        readonly news: RosterNotice<Item> | null
        /** The facts that the add form needs; null until the form is opened. */
        readonly toKnow: { readonly known: Known } | null
      },
      events: {} as
        | { readonly type: "list.retry" }
        /** The list may be out of date: load it again while the current one stays visible. */
        | { readonly type: "list.refresh" }
        | { readonly type: "search.type"; readonly text: string }
        | { readonly type: "sort.by"; readonly column: Column }
        | { readonly type: "add.open" }
        | { readonly type: "item.take"; readonly item: Item }
        | { readonly type: "item.delete"; readonly item: Item },
      children: {} as { add: "add"; deletion: "deletion"; list: "list"; prepare: "prepare" },
      /** slow: the add form is slow to load, and the screen says so. */
      tags: {} as "slow",
    },
    actors: {
      list: port<ReadonlyArray<Item>, undefined>("list"),
      /** Loads the facts that the add form needs. */
      prepare: port<Known, undefined>("prepare"),
      add,
      deletion,
    },
    actions: {
      storeItems: assign((_, items: ReadonlyArray<Item>) => ({ items, failure: null })),
      fail: assign({ failure: (_, failure: Failure) => failure }),
      setSearch: assign({ search: (_, text: string) => text }),
      setSort: assign({ sort: ({ context }, column: Column) => toggleSort(context.sort, column) }),
      choose: assign({ chosen: (_, item: Item) => item, news: null }),
      clearNotice: assign({ news: null, failure: null }),
      storeAddFormFacts: assign({ toKnow: (_, known: Known) => ({ known }) }),
      applyChange: assign(({ context }, { item, what }: { item: Item | null; what: RosterNotice<Item>["change"] }) =>
        item === null
          ? {}
          : {
              items: [...context.items.filter(({ uuid }) => uuid !== item.uuid), ...(what === "deleted" ? [] : [item])],
              news: { change: what, item },
            },
      ),
    },
    delays: responseDelays,
  }).createMachine({
    id,
    context: {
      items: [],
      search: "",
      sort: { by: initialColumn, descending: false },
      chosen: null,
      failure: null,
      news: null,
      toKnow: null,
    },
    initial: "loading",
    on: {
      "search.type": { actions: { type: "setSearch", params: ({ event }) => event.text } },
      "sort.by": { actions: { type: "setSort", params: ({ event }) => event.column } },
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
          "item.take": { actions: { type: "applyChange", params: ({ event }) => ({ item: event.item, what: "changed" as const }) } },
          "item.delete": { target: "deleting", actions: { type: "choose", params: ({ event }) => event.item } },
          "list.refresh": ".refreshing",
        },
        states: {
          idle: {},
          refreshing: {
            on: {
              // The pending request may return a list from before the change.
              "item.take": {
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
          id: "prepare",
          src: "prepare",
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
          input: ({ context: { toKnow } }) => ({ given: {}, known: required(toKnow).known }),
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

/** The columns of the community list; the first is the initial sort column. */
export const communityColumns = ["name", "slug", "uuid"] as const

/** Renames a community; its slug cannot change. The fact is the community before the edit. */
export const renameCommunityMachine = formMachine<Community, Community>({
  id: "rename community",
  emptyValues: { uuid: "", name: "" },
  violations: ({ name = "" }, { slug }) => communityViolations({ name, slug }).filter(({ field }) => field === "name"),
})
/** [U4] Deletes a community. */
export const communityDeletionMachine = deletionMachine<Community, object>("community deletion")
/** The list of all communities. */
export const communityRosterMachine = rosterMachine<Community, (typeof communityColumns)[number], null>("communities", "name", {
  add: addCommunityMachine,
  deletion: communityDeletionMachine,
})

/** The community list, with one community at a time open for renaming. */
export const communityManagementMachine = setup({
  types: {
    context: {} as { readonly chosen: Community | null },
    events: {} as { readonly type: "item.open"; readonly item: Community },
    children: {} as { roster: "roster"; rename: "rename" },
  },
  actors: { roster: communityRosterMachine, rename: renameCommunityMachine },
  actions: {
    choose: assign({ chosen: (_, community: Community) => community }),
    refresh: sendTo("roster", { type: "list.refresh" }),
    updateRoster: sendTo("roster", (_, item: Community) => ({ type: "item.take", item })),
  },
  guards: { wasSaved: (_, community: Community | null) => community !== null },
}).createMachine({
  id: "community management",
  context: { chosen: null },
  invoke: { id: "roster", src: "roster" },
  initial: "listing",
  states: {
    listing: { on: { "item.open": { target: "renaming", actions: { type: "choose", params: ({ event }) => event.item } } } },
    renaming: {
      invoke: {
        id: "rename",
        src: "rename",
        input: ({ context: { chosen } }) => ({
          given: { uuid: requiredCommunity(chosen).uuid, name: requiredCommunity(chosen).name },
          known: requiredCommunity(chosen),
        }),
        onDone: [
          {
            guard: { type: "wasSaved", params: ({ event }) => event.output },
            target: "listing",
            actions: { type: "updateRoster", params: ({ event }) => requiredCommunity(event.output) },
          },
          // Someone else may have deleted the item meanwhile.
          { target: "listing", actions: "refresh" },
        ],
      },
    },
  },
})

/** A rename is only started with a community. */
const requiredCommunity = (community: Community | null): Community => {
  if (community === null) throw new Error("no community was chosen")
  return community
}

export type CommunityManagementActor = ActorRefFrom<typeof communityManagementMachine>
export type CommunityRosterActor = ActorRefFrom<typeof communityRosterMachine>
export type RenameCommunityActor = ActorRefFrom<typeof renameCommunityMachine>

/** The columns of the user list; the first is the initial sort column. */
export const userColumns = ["username", "email", "uuid"] as const

/** [U2, U5] Adds a user. The facts are the rules for passwords. */
export const addUserMachine = formMachine<User, PasswordConstraints>({
  id: "add user",
  emptyValues: { username: "", email: "", password: "" },
  violations: ({ username = "", email = "", password = "" }, constraints) => newUserViolations({ username, email, password }, constraints),
})
/** [U4] Deletes a user. */
export const userDeletionMachine = deletionMachine<User, object>("user deletion")
/** The list of all users. */
export const userRosterMachine = rosterMachine<User, (typeof userColumns)[number], PasswordConstraints>("users", "username", {
  add: addUserMachine,
  deletion: userDeletionMachine,
})

/** The user list, with one user at a time open for editing. */
export const userManagementMachine = setup({
  types: {
    context: {} as { readonly chosen: User | null },
    events: {} as { readonly type: "item.open"; readonly item: User },
    children: {} as { roster: "roster"; edit: "edit" },
  },
  actors: { roster: userRosterMachine, edit: userEditMachine },
  actions: {
    choose: assign({ chosen: (_, user: User) => user }),
    refresh: sendTo("roster", { type: "list.refresh" }),
    updateRoster: sendTo("roster", (_, item: User) => ({ type: "item.take", item })),
  },
  guards: { wasSaved: (_, user: User | null) => user !== null },
}).createMachine({
  id: "user management",
  context: { chosen: null },
  invoke: { id: "roster", src: "roster" },
  initial: "listing",
  states: {
    listing: { on: { "item.open": { target: "editing", actions: { type: "choose", params: ({ event }) => event.item } } } },
    editing: {
      invoke: {
        id: "edit",
        src: "edit",
        input: ({ context: { chosen } }) => ({ user: requiredUser(chosen) }),
        onDone: [
          {
            guard: { type: "wasSaved", params: ({ event }) => event.output },
            target: "listing",
            actions: { type: "updateRoster", params: ({ event }) => requiredUser(event.output) },
          },
          // Someone else may have deleted the item meanwhile.
          { target: "listing", actions: "refresh" },
        ],
      },
    },
  },
})

/** An edit is only started with a user. */
const requiredUser = (user: User | null): User => {
  if (user === null) throw new Error("no user was chosen")
  return user
}

export type UserManagementActor = ActorRefFrom<typeof userManagementMachine>
export type UserRosterActor = ActorRefFrom<typeof userRosterMachine>
export type AddUserActor = ActorRefFrom<typeof addUserMachine>

// The members of a community: page by page, by search, and exported as a file.
import { assign, setup } from "xstate"
import type { Member } from "../../domain/exports/links-and-members-csv.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import { asFailure } from "../adapter-failure.ts"
import { port } from "../ports.ts"

export type MembersPage = { readonly items: ReadonlyArray<Member>; readonly total: number }

/** Loads the members as the user scrolls or searches; the export runs beside that. */
export const membersMachine = setup({
  types: {
    /** The slug of the community. */
    input: {} as { readonly slug: string },
    context: {} as {
      readonly slug: string
      readonly members: ReadonlyArray<Member>
      /** Members that the search finds. */
      readonly total: number
      /** The members shown are those that a search found. */
      readonly isFiltered: boolean
      /** Members of the community, whatever the search; 0 until the first page arrives. */
      readonly memberCount: number
      /** The search text; blank shows all members. */
      readonly search: string
      /** The members shown belong to another search, so the next page replaces them. */
      readonly isOutdated: boolean
      /** The name of the last exported file. */
      readonly saved: string | null
      /** The failure of the last export. */
      readonly unsaved: Failure | null
      /** The failure of the last page request. */
      readonly failure: Failure | null
    },
    events: {} as
      | { readonly type: "members.search"; readonly text: string }
      | { readonly type: "members.more" }
      | { readonly type: "members.export" },
    children: {} as { list: "list"; save: "save" },
    tags: {} as "loading" | "failed" | "exporting",
  },
  actors: {
    list: port<MembersPage, { readonly slug: string; readonly offset: number; readonly search: string }>("list"),
    /** Downloads the file and returns its name. */
    save: port<string, { readonly slug: string }>("save"),
  },
  actions: {
    add: assign(({ context }, { items, total }: MembersPage) => {
      const isFiltered = context.search.trim() !== ""
      return {
        members: context.isOutdated ? items : [...context.members, ...items],
        total,
        isFiltered,
        memberCount: isFiltered ? context.memberCount : total,
        failure: null,
        isOutdated: false,
      }
    }),
    setSearch: assign(({ event }) => (event.type === "members.search" ? { search: event.text, isOutdated: true, failure: null } : {})),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    clearFailure: assign({ failure: null }),
    clearExport: assign({ saved: null, unsaved: null }),
    storeExportedFile: assign({ saved: (_, saved: string) => saved }),
    storeExportFailure: assign({ unsaved: (_, unsaved: Failure) => unsaved }),
  },
  delays: { typingPause: 300 },
  guards: {
    hasMore: ({ context }) => context.members.length < context.total,
    hasMembers: ({ context }) => context.total > 0 || context.search !== "",
  },
}).createMachine({
  id: "members",
  context: ({ input }) => ({
    ...input,
    members: [],
    total: 0,
    isFiltered: false,
    memberCount: 0,
    search: "",
    isOutdated: false,
    saved: null,
    unsaved: null,
    failure: null,
  }),
  type: "parallel",
  states: {
    list: {
      initial: "loading",
      states: {
        loading: {
          tags: "loading",
          invoke: {
            id: "list",
            src: "list",
            input: ({ context: { slug, members, search, isOutdated } }) => ({ slug, search, offset: isOutdated ? 0 : members.length }),
            onDone: { target: "ready", actions: { type: "add", params: ({ event }) => event.output } },
            onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
          },
          on: { "members.search": { target: "debouncing", actions: "setSearch" } },
        },
        /** Waits for a pause in typing, so that not every keystroke sends a request. */
        debouncing: {
          tags: "loading",
          after: { typingPause: "loading" },
          on: { "members.search": { target: "debouncing", reenter: true, actions: "setSearch" } },
        },
        /** Loaded pages stay visible; the failed one is requested again. */
        failed: {
          tags: "failed",
          on: {
            "members.more": { target: "loading", actions: "clearFailure" },
            "members.search": { target: "debouncing", actions: "setSearch" },
          },
        },
        ready: {
          on: {
            "members.more": { guard: "hasMore", target: "loading", actions: "clearFailure" },
            "members.search": { target: "debouncing", actions: "setSearch" },
          },
        },
      },
    },
    /** Exports all members, whatever the search. */
    export: {
      initial: "idle",
      states: {
        idle: { on: { "members.export": { guard: "hasMembers", target: "exporting", actions: "clearExport" } } },
        exporting: {
          tags: "exporting",
          invoke: {
            id: "save",
            src: "save",
            input: ({ context: { slug } }) => ({ slug }),
            onDone: { target: "idle", actions: { type: "storeExportedFile", params: ({ event }) => event.output } },
            onError: { target: "idle", actions: { type: "storeExportFailure", params: ({ event }) => asFailure(event.error) } },
          },
        },
      },
    },
  },
})

// The people that links of a community were made for: a page after the other, those that are searched for, and all of them as a file (spec/3-community §2 "Members page").
import { assign, setup } from "xstate"
import type { Member } from "../../domain/exports/people-csv.ts"
import type { Failure } from "../../domain/failure.ts"
import { asFailure, port } from "../ports.ts"

export type MembersPage = { readonly items: ReadonlyArray<Member>; readonly total: number }

export const membersMachine = setup({
  types: {
    /** The slug of the community. */
    input: {} as { readonly slug: string },
    context: {} as {
      readonly slug: string
      readonly members: ReadonlyArray<Member>
      readonly total: number
      /** What is searched for; of nothing, everybody is shown. */
      readonly search: string
      /** What is shown was found for another search: the next page takes its place. */
      readonly isOutdated: boolean
      /** The name of the file that was saved last. */
      readonly saved: string | null
      /** Why there is none. */
      readonly unsaved: Failure | null
      /** Why a page did not come. */
      readonly failure: Failure | null
    },
    events: {} as
      | { readonly type: "members.search"; readonly text: string }
      | { readonly type: "members.more" }
      | { readonly type: "members.export" },
    children: {} as { list: "list"; save: "save" },
    tags: {} as "loading" | "stuck" | "exporting",
  },
  actors: {
    list: port<MembersPage, { readonly slug: string; readonly offset: number; readonly search: string }>("list"),
    /** Hands over the file, and gives its name. */
    save: port<string, { readonly slug: string }>("save"),
  },
  actions: {
    add: assign(({ context }, { items, total }: MembersPage) => ({
      members: context.isOutdated ? items : [...context.members, ...items],
      total,
      failure: null,
      isOutdated: false,
    })),
    seek: assign(({ event }) => (event.type === "members.search" ? { search: event.text, isOutdated: true, failure: null } : {})),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    forget: assign({ failure: null }),
    forgetFile: assign({ saved: null, unsaved: null }),
    tellSaved: assign({ saved: (_, saved: string) => saved }),
    tellUnsaved: assign({ unsaved: (_, unsaved: Failure) => unsaved }),
  },
  delays: { typing: 300 },
  guards: {
    hasMore: ({ context }) => context.members.length < context.total,
    isThere: ({ context }) => context.total > 0 || context.search !== "",
  },
}).createMachine({
  id: "members",
  context: ({ input }) => ({ ...input, members: [], total: 0, search: "", isOutdated: false, saved: null, unsaved: null, failure: null }),
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
            onError: { target: "stuck", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
          },
          on: { "members.search": { target: "typing", actions: "seek" } },
        },
        /** Not every letter is a question. */
        typing: {
          tags: "loading",
          after: { typing: "loading" },
          on: { "members.search": { target: "typing", reenter: true, actions: "seek" } },
        },
        /** What has come is shown; the page that did not is asked for again. */
        stuck: {
          tags: "stuck",
          on: {
            "members.more": { target: "loading", actions: "forget" },
            "members.search": { target: "typing", actions: "seek" },
          },
        },
        ready: {
          on: {
            "members.more": { guard: "hasMore", target: "loading", actions: "forget" },
            "members.search": { target: "typing", actions: "seek" },
          },
        },
      },
    },
    /** All of them, whatever is shown or searched for meanwhile. */
    file: {
      initial: "resting",
      states: {
        resting: { on: { "members.export": { guard: "isThere", target: "exporting", actions: "forgetFile" } } },
        exporting: {
          tags: "exporting",
          invoke: {
            id: "save",
            src: "save",
            input: ({ context: { slug } }) => ({ slug }),
            onDone: { target: "resting", actions: { type: "tellSaved", params: ({ event }) => event.output } },
            onError: { target: "resting", actions: { type: "tellUnsaved", params: ({ event }) => asFailure(event.error) } },
          },
        },
      },
    },
  },
})

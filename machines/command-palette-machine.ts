// The command palette: the query, the highlighted result, and the chats to search, loaded one community at a time.
import { assign, setup } from "xstate"
import type { Community } from "../domain/communities/community.ts"
import type { Failure } from "../domain/failures/failure.ts"
import type { ListedScript } from "../domain/script/script.ts"
import { wrapIndex } from "../domain/text/name-search.ts"
import { asFailure } from "./adapter-failure.ts"
import { port } from "./ports.ts"

/** A chat that the palette can open. */
export type PaletteChat = { readonly community: Community; readonly script: ListedScript }

/** Maximum number of communities whose chats are loaded; a user with more has to open the community first. */
export const maxCommunities = 20

/** Holds the query and the highlighted result, and loads the chats of each community. */
export const commandPaletteMachine = setup({
  types: {
    /** `active`: the slug of the open community, whose chats are loaded first; null when none is open. */
    input: {} as { readonly communities: ReadonlyArray<Community>; readonly active: string | null },
    context: {} as {
      readonly typed: string
      /** The index of the highlighted result. */
      readonly place: number
      readonly chats: ReadonlyArray<PaletteChat>
      /** Communities whose chats are not loaded yet. */
      readonly waiting: ReadonlyArray<Community>
      readonly failure: Failure | null
    },
    events: {} as
      | { readonly type: "palette.type"; readonly typed: string }
      /** Highlights the previous or the next result; `of`: the number of results. */
      | { readonly type: "palette.step"; readonly by: -1 | 1; readonly of: number }
      | { readonly type: "palette.highlight"; readonly place: number }
      | { readonly type: "palette.retry" },
    children: {} as { list: "list" },
    tags: {} as "loading",
  },
  actors: { list: port<ReadonlyArray<ListedScript>, { readonly community: string }>("list") },
  actions: {
    add: assign(({ context: { chats, waiting } }, scripts: ReadonlyArray<ListedScript>) => {
      const [community, ...rest] = waiting
      return community === undefined ? {} : { waiting: rest, chats: [...chats, ...scripts.map((script) => ({ community, script }))] }
    }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    clearFailure: assign({ failure: null }),
    setQuery: assign((_, typed: string) => ({ typed, place: 0 })),
    setActiveIndex: assign({ place: (_, place: number) => place }),
  },
  guards: { isFullyLoaded: ({ context: { waiting } }) => waiting.length === 0 },
}).createMachine({
  id: "palette",
  context: ({ input: { communities, active } }) => ({
    typed: "",
    place: 0,
    chats: [],
    waiting: [...communities.filter(({ slug }) => slug === active), ...communities.filter(({ slug }) => slug !== active)].slice(
      0,
      maxCommunities,
    ),
    failure: null,
  }),
  on: {
    "palette.type": { actions: { type: "setQuery", params: ({ event }) => event.typed } },
    "palette.step": { actions: { type: "setActiveIndex", params: ({ context, event }) => wrapIndex(context.place, event.by, event.of) } },
    "palette.highlight": { actions: { type: "setActiveIndex", params: ({ event }) => event.place } },
  },
  initial: "deciding",
  states: {
    deciding: { always: [{ guard: "isFullyLoaded", target: "ready" }, { target: "loadingChats" }] },
    loadingChats: {
      tags: "loading",
      invoke: {
        id: "list",
        src: "list",
        input: ({ context: { waiting } }) => ({ community: waiting[0]?.slug ?? "" }),
        onDone: { target: "deciding", actions: { type: "add", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    /** Chats that were loaded stay searchable; a retry loads the rest. */
    failed: { on: { "palette.retry": { target: "loadingChats", actions: "clearFailure" } } },
    ready: {},
  },
})

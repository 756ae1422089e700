// The communities of the signed-in user, and adding one.
import { type ActorRefFrom, assign, fromCallback, setup } from "xstate"
import { type Community, communityViolations, suggestSlug } from "../../domain/communities/community.ts"
import type { Failure } from "../../domain/failures/failure.ts"
import { asFailure } from "../adapter-failure.ts"
import { formMachine } from "../form-machine.ts"
import { port } from "../ports.ts"

/** [U7, U8] Adds a community. */
export const addCommunityMachine = formMachine<Community>({
  id: "add community",
  emptyValues: { name: "", slug: "" },
  violations: ({ name = "", slug = "" }) => communityViolations({ name, slug }),
  // The slug follows the name until the user edits it.
  computeDependentFields: ({ name = "", slug = "" }, field, text) =>
    field === "name" && slug === suggestSlug(name) ? { slug: suggestSlug(text) } : {},
})

/** A community was changed elsewhere in this console, outside of this list. */
export type CommunityListChanged = { readonly type: "list.refresh" }
const communityChangesPort = fromCallback<CommunityListChanged>(() => {
  throw new Error('port "changes" is not wired')
})

/** Lists the communities, refreshes the list when it may be out of date, and opens the add form. */
export const communitiesMachine = setup({
  types: {
    context: {} as { readonly communities: ReadonlyArray<Community>; readonly failure: Failure | null; readonly added: Community | null },
    events: {} as { readonly type: "list.retry" } | { readonly type: "add.open" } | CommunityListChanged,
    children: {} as { addCommunity: "addCommunity"; list: "list"; changes: "changes" },
    /** loaded: the list is loaded. */
    tags: {} as "busy" | "loaded",
  },
  actors: { list: port<ReadonlyArray<Community>, undefined>("list"), addCommunity: addCommunityMachine, changes: communityChangesPort },
  actions: {
    storeCommunities: assign({ communities: (_, communities: ReadonlyArray<Community>) => communities, failure: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    clearAdded: assign({ added: null }),
    addCommunityToList: assign(({ context }, added: Community | null) =>
      added === null ? {} : { added, communities: [...context.communities.filter(({ uuid }) => uuid !== added.uuid), added] },
    ),
  },
}).createMachine({
  id: "communities",
  context: { communities: [], failure: null, added: null },
  invoke: { id: "changes", src: "changes" },
  initial: "loading",
  states: {
    loading: {
      tags: "busy",
      invoke: {
        id: "list",
        src: "list",
        input: undefined,
        onDone: { target: "ready", actions: { type: "storeCommunities", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: { on: { "list.retry": "loading" } },
    ready: { tags: "loaded", on: { "add.open": { target: "adding", actions: "clearAdded" }, "list.refresh": "refreshing" } },
    /** The current list stays, also when the request fails, since the user did not ask for it. */
    refreshing: {
      tags: "loaded",
      invoke: {
        id: "list",
        src: "list",
        input: undefined,
        onDone: { target: "ready", actions: { type: "storeCommunities", params: ({ event }) => event.output } },
        onError: "ready",
      },
      on: { "add.open": { target: "adding", actions: "clearAdded" }, "list.refresh": { target: "refreshing", reenter: true } },
    },
    adding: {
      tags: "loaded",
      invoke: {
        id: "addCommunity",
        src: "addCommunity",
        input: { initialValues: {}, facts: null },
        onDone: [
          // The request may have succeeded although no answer arrived.
          { guard: ({ event }) => event.output === null, target: "refreshing" },
          { target: "ready", actions: { type: "addCommunityToList", params: ({ event }) => event.output } },
        ],
      },
    },
  },
})

export type CommunitiesActor = ActorRefFrom<typeof communitiesMachine>
export type AddCommunityActor = ActorRefFrom<typeof addCommunityMachine>

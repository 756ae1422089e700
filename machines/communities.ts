// The communities one belongs to, and adding one (spec/1-console §2 "Home").
import { type ActorRefFrom, assign, setup } from "xstate"
import { type Community, communityProblems, slugOf } from "../domain/communities/community.ts"
import type { Failure } from "../domain/failure.ts"
import { formMachine } from "./form.ts"
import { asFailure, port } from "./port.ts"

export const addCommunityMachine = formMachine<Community>({
  id: "add community",
  blank: { name: "", slug: "" },
  isComplete: ({ name = "", slug = "" }) => Object.values(communityProblems({ name, slug })).every((problems) => problems.length === 0),
  // The slug follows the name until it is written by hand.
  follow: ({ name = "", slug = "" }, field, text) => (field === "name" && slug === slugOf(name) ? { slug: slugOf(text) } : {}),
})

export const communitiesMachine = setup({
  types: {
    context: {} as { readonly communities: ReadonlyArray<Community>; readonly failure: Failure | null; readonly added: Community | null },
    events: {} as { readonly type: "list.retry" } | { readonly type: "add.open" },
    children: {} as { addCommunity: "addCommunity"; list: "list" },
    tags: {} as "busy",
  },
  actors: { list: port<ReadonlyArray<Community>, undefined>("list"), addCommunity: addCommunityMachine },
  actions: {
    know: assign({ communities: (_, communities: ReadonlyArray<Community>) => communities, failure: null }),
    fail: assign({ failure: (_, failure: Failure) => failure }),
    take: assign(({ context }, added: Community | null) =>
      added === null ? {} : { added, communities: [...context.communities.filter(({ uuid }) => uuid !== added.uuid), added] },
    ),
  },
}).createMachine({
  id: "communities",
  context: { communities: [], failure: null, added: null },
  initial: "loading",
  states: {
    loading: {
      tags: "busy",
      invoke: {
        id: "list",
        src: "list",
        input: undefined,
        onDone: { target: "ready", actions: { type: "know", params: ({ event }) => event.output } },
        onError: { target: "failed", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    failed: { on: { "list.retry": "loading" } },
    ready: { on: { "add.open": "adding" } },
    adding: {
      invoke: {
        id: "addCommunity",
        src: "addCommunity",
        input: { given: {}, known: null },
        onDone: { target: "ready", actions: { type: "take", params: ({ event }) => event.output } },
      },
    },
  },
})

export type CommunitiesActor = ActorRefFrom<typeof communitiesMachine>
export type AddCommunityActor = ActorRefFrom<typeof addCommunityMachine>

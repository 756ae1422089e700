// The communities of the whole console: list, adding, renaming, deleting (spec/1-console §2 "Community management").
import { type ActorRefFrom, assign, sendTo, setup } from "xstate"
import { type Community, communityViolations } from "../../domain/communities/community.ts"
import { addCommunityMachine } from "../communities.ts"
import { deletionMachine } from "../deletion.ts"
import { formMachine } from "../form.ts"
import { rosterMachine } from "./roster.ts"

/** The columns of the list, the first of which orders it at first. */
export const communityColumns = ["name", "slug", "uuid"] as const

/** Knows the community as it is; its slug stays. */
export const renameCommunityMachine = formMachine<Community, Community>({
  id: "rename community",
  blank: { uuid: "", name: "" },
  violations: ({ name = "" }, { slug }) => communityViolations({ name, slug }).filter(({ field }) => field === "name"),
})
export const communityDeletionMachine = deletionMachine<Community, object>("community deletion")
export const communityRosterMachine = rosterMachine<Community, (typeof communityColumns)[number], null>("communities", "name", {
  add: addCommunityMachine,
  deletion: communityDeletionMachine,
})

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
    tell: sendTo("roster", (_, item: Community) => ({ type: "item.take", item })),
  },
  guards: { isChanged: (_, community: Community | null) => community !== null },
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
        input: ({ context: { chosen } }) => ({ given: { uuid: known(chosen).uuid, name: known(chosen).name }, known: known(chosen) }),
        onDone: [
          {
            guard: { type: "isChanged", params: ({ event }) => event.output },
            target: "listing",
            actions: { type: "tell", params: ({ event }) => known(event.output) },
          },
          // It may be gone: somebody else may have deleted it.
          { target: "listing", actions: "refresh" },
        ],
      },
    },
  },
})

/** Renaming is entered with a community only. */
const known = (community: Community | null): Community => {
  if (community === null) throw new Error("no community was chosen")
  return community
}

export type CommunityManagementActor = ActorRefFrom<typeof communityManagementMachine>
export type CommunityRosterActor = ActorRefFrom<typeof communityRosterMachine>
export type RenameCommunityActor = ActorRefFrom<typeof renameCommunityMachine>

// The managed lists of the console: users (U2, U5) and communities.
import { type ActorRefFrom, assign, sendTo, setup } from "xstate"
import type { PasswordConstraints } from "../../domain/accounts/password-rules.ts"
import type { Role, User } from "../../domain/accounts/user.ts"
import { newUserViolations } from "../../domain/accounts/user-form.ts"
import { type Community, communityViolations } from "../../domain/communities/community.ts"
import type { ScriptContents } from "../../domain/script/script-list.ts"
import { addCommunityMachine } from "../community/communities-machine.ts"
import { deletionMachine } from "../deletion-machine.ts"
import { formMachine } from "../form-machine.ts"
import { rosterMachine } from "./roster-machine.ts"
import { userEditMachine } from "./user-edit-machine.ts"

/** The columns of the community list; the first is the initial sort column. */
export const communityColumns = ["name", "slug", "uuid"] as const

/** Renames a community; its slug cannot change. The fact is the community before the edit. */
export const renameCommunityMachine = formMachine<Community, Community>({
  id: "rename community",
  emptyValues: { uuid: "", name: "" },
  violations: ({ name = "" }, { slug }) => communityViolations({ name, slug }).filter(({ field }) => field === "name"),
})
/** [U4] The token that deletes a community: its present name, and what is deleted with it. */
export type CommunityDeletionToken = ScriptContents & { readonly token: string; readonly name: string; readonly chats: number }
/** [U4] Deletes a community. */
export const communityDeletionMachine = deletionMachine<Community, object, CommunityDeletionToken>("community deletion", {
  buildOutputWithoutResponse: () => ({}),
})
/** The list of all communities. */
export const communityRosterMachine = rosterMachine<Community, null, CommunityDeletionToken>("communities", {
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
    updateRoster: sendTo("roster", (_, item: Community) => ({ type: "item.updated", item })),
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
          initialValues: { uuid: requiredCommunity(chosen).uuid, name: requiredCommunity(chosen).name },
          facts: requiredCommunity(chosen),
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
/** [U4] The token that deletes a user, with their present name, platform role and memberships. */
export type UserDeletionToken = Pick<User, "username" | "communityEntries"> & { readonly token: string; readonly role: Role }
/** [U4] Deletes a user. */
export const userDeletionMachine = deletionMachine<User, object, UserDeletionToken>("user deletion", {
  buildOutputWithoutResponse: () => ({}),
})
/** The list of all users. */
export const userRosterMachine = rosterMachine<User, PasswordConstraints, UserDeletionToken>("users", {
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
    updateRoster: sendTo("roster", (_, item: User) => ({ type: "item.updated", item })),
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

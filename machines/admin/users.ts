// The users of the whole console: list, adding, editing, deleting (spec/1-console §2 "User management").
import { type ActorRefFrom, assign, sendTo, setup } from "xstate"
import { newUserViolations } from "../../domain/accounts/new-user.ts"
import type { PasswordConstraints } from "../../domain/accounts/password.ts"
import type { User } from "../../domain/accounts/user.ts"
import { deletionMachine } from "../deletion.ts"
import { formMachine } from "../form.ts"
import { rosterMachine } from "./roster.ts"
import { userEditMachine } from "./user-edit.ts"

/** The columns of the list, the first of which orders it at first. */
export const userColumns = ["username", "email", "uuid"] as const

/** Knows what a password needs. */
export const addUserMachine = formMachine<User, PasswordConstraints>({
  id: "add user",
  blank: { username: "", email: "", password: "" },
  violations: ({ username = "", email = "", password = "" }, constraints) => newUserViolations({ username, email, password }, constraints),
})
export const userDeletionMachine = deletionMachine<User, object>("user deletion")
export const userRosterMachine = rosterMachine<User, (typeof userColumns)[number], PasswordConstraints>("users", "username", {
  add: addUserMachine,
  deletion: userDeletionMachine,
})

export const usersMachine = setup({
  types: {
    context: {} as { readonly chosen: User | null },
    events: {} as { readonly type: "item.open"; readonly item: User },
    children: {} as { roster: "roster"; edit: "edit" },
  },
  actors: { roster: userRosterMachine, edit: userEditMachine },
  actions: {
    choose: assign({ chosen: (_, user: User) => user }),
    refresh: sendTo("roster", { type: "list.refresh" }),
    tell: sendTo("roster", (_, item: User) => ({ type: "item.take", item })),
  },
  guards: { isChanged: (_, user: User | null) => user !== null },
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
        input: ({ context: { chosen } }) => ({ user: known(chosen) }),
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

/** Editing is entered with a user only. */
const known = (user: User | null): User => {
  if (user === null) throw new Error("no user was chosen")
  return user
}

export type UsersActor = ActorRefFrom<typeof usersMachine>
export type UserRosterActor = ActorRefFrom<typeof userRosterMachine>
export type AddUserActor = ActorRefFrom<typeof addUserMachine>

// Editing a user: only what changed is sent, and memberships only after the update has succeeded (spec/1-console §2, §5, §7).
import { type ActorRefFrom, assign, setup } from "xstate"
import { draftOfUser, hasChanges, type UserChanges, type UserDraft, userChanges } from "../../domain/accounts/edit-user.ts"
import type { Role, User } from "../../domain/accounts/user.ts"
import type { Failure, Violation } from "../../domain/failure.ts"
import { asFailure, holdWorkPort, port } from "../port.ts"

/** A membership to make (or to give another role), or to end. */
export type MembershipDeed =
  | { readonly does: "join"; readonly community: string; readonly role: Role }
  | { readonly does: "leave"; readonly community: string }

export const userEditMachine = setup({
  types: {
    input: {} as { readonly user: User },
    context: {} as {
      readonly user: User
      readonly draft: UserDraft
      readonly violations: ReadonlyArray<Violation>
      readonly failure: Failure | null
      readonly answer: User | null
    },
    output: {} as User | null,
    events: {} as
      | { readonly type: "field.type"; readonly field: "username" | "email"; readonly text: string }
      | { readonly type: "role.choose"; readonly role: Role }
      | { readonly type: "membership.choose"; readonly community: string; readonly role: Role }
      | { readonly type: "membership.remove"; readonly community: string }
      | { readonly type: "form.submit" }
      | { readonly type: "form.leave" },
    tags: {} as "busy",
  },
  actors: {
    /** Sends the changed fields only. */
    update: port<User, { readonly uuid: string; readonly fields: UserChanges["fields"] }>("update"),
    /** Makes one change of membership and reads the user again. */
    changeMembership: port<User, { readonly user: string; readonly deed: MembershipDeed }>("changeMembership"),
    holdWork: holdWorkPort,
  },
  actions: {
    write: assign(({ context }, { field, text }: { field: "username" | "email"; text: string }) => ({
      draft: { ...context.draft, [field]: text },
      violations: context.violations.filter((violation) => violation.field !== field),
    })),
    chooseRole: assign({ draft: ({ context }, role: Role) => ({ ...context.draft, roles: [role] }) }),
    chooseMembership: assign({
      draft: ({ context }, { community, role }: { community: string; role: Role }) => ({
        ...context.draft,
        memberships: new Map([...context.draft.memberships, [community, role]]),
      }),
    }),
    removeMembership: assign({
      draft: ({ context }, community: string) => ({
        ...context.draft,
        memberships: new Map([...context.draft.memberships].filter(([uuid]) => uuid !== community)),
      }),
    }),
    forgetFailure: assign({ violations: [], failure: null }),
    fail: assign((_, failure: Failure) => ({ failure, violations: failure._tag === "Refused" ? failure.violations : [] })),
    /** What the server has now; what is left of the draft is what differs from it. */
    know: assign({ user: (_, user: User) => user }),
    keep: assign({ answer: ({ context }) => context.user }),
  },
  guards: {
    isComplete: ({ context: { user, draft } }) =>
      hasChanges(userChanges(user, draft)) && draft.username.trim() !== "" && draft.email.trim() !== "",
    hasFields: ({ context: { user, draft } }) => Object.keys(userChanges(user, draft).fields).length > 0,
    hasMemberships: ({ context: { user, draft } }) => nextDeed(userChanges(user, draft)) !== null,
    isChanged: ({ context: { user, draft } }) => hasChanges(userChanges(user, draft)),
  },
}).createMachine({
  id: "user edit",
  invoke: { id: "holdWork", src: "holdWork" },
  context: ({ input: { user } }) => ({ user, draft: draftOfUser(user), violations: [], failure: null, answer: null }),
  initial: "editing",
  output: ({ context }) => context.answer,
  states: {
    editing: {
      on: {
        "field.type": { actions: { type: "write", params: ({ event }) => event } },
        "role.choose": { actions: { type: "chooseRole", params: ({ event }) => event.role } },
        "membership.choose": { actions: { type: "chooseMembership", params: ({ event }) => event } },
        "membership.remove": { actions: { type: "removeMembership", params: ({ event }) => event.community } },
        "form.submit": { guard: "isComplete", target: "sending", actions: "forgetFailure" },
        "form.leave": "over",
      },
    },
    sending: {
      always: [
        { guard: "hasFields", target: "updating" },
        { guard: "hasMemberships", target: "changingMembership" },
        { target: "over", actions: "keep" },
      ],
    },
    updating: {
      tags: "busy",
      invoke: {
        id: "update",
        src: "update",
        input: ({ context: { user, draft } }) => ({ uuid: user.uuid, fields: userChanges(user, draft).fields }),
        onDone: { target: "memberships", actions: { type: "know", params: ({ event }) => event.output } },
        onError: { target: "editing", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    memberships: {
      always: [
        { guard: "hasMemberships", target: "changingMembership" },
        { target: "over", actions: "keep" },
      ],
    },
    changingMembership: {
      tags: "busy",
      invoke: {
        id: "changeMembership",
        src: "changeMembership",
        input: ({ context: { user, draft } }) => ({ user: user.uuid, deed: due(nextDeed(userChanges(user, draft))) }),
        onDone: { target: "memberships", actions: { type: "know", params: ({ event }) => event.output } },
        onError: { target: "editing", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    over: { type: "final" },
  },
})

/** One after the other: each answer tells what is still to be done. */
const nextDeed = ({ add, change, remove }: UserChanges): MembershipDeed | null => {
  const [ended] = remove
  if (ended !== undefined) return { does: "leave", community: ended.community.uuid }
  const [made] = [...add, ...change.map(({ entry, role }) => ({ community: entry.community.uuid, role }))]
  return made === undefined ? null : { does: "join", ...made }
}

const due = (deed: MembershipDeed | null): MembershipDeed => {
  if (deed === null) throw new Error("no membership is to be changed")
  return deed
}

export type UserEditActor = ActorRefFrom<typeof userEditMachine>

// Editing a user: only what changed is sent, and memberships only after the update has succeeded (spec/1-console §2, §5, §7).
import { type ActorRefFrom, assign, setup, spawnChild, stopChild } from "xstate"
import type { Role, User } from "../../domain/accounts/user.ts"
import {
  byFieldsOfEdit,
  draftOfFields,
  draftOfUser,
  editViolations,
  fieldsOfUser,
  hasChanges,
  type UserChanges,
  type UserDraft,
  userChanges,
  withMembershipAs,
} from "../../domain/accounts/user-form.ts"
import { type Failure, Refused } from "../../domain/failure.ts"
import { type FormEvent, type FormRules, type FormTag, type Values, writing } from "../form-machine.ts"
import { asFailure, holdWorkPort, port } from "../ports.ts"

/** A membership to make (or to give another role), or to end. */
export type MembershipDeed =
  | { readonly does: "join"; readonly community: string; readonly role: Role }
  | { readonly does: "leave"; readonly community: string }

/** A form as any other (form-machine.ts), but sent in steps, after each of which it is known what is left. */
export const userEditMachine = setup({
  types: {
    input: {} as { readonly user: User },
    context: {} as FormRules & {
      /**
       * As the panel opened with it, and what this edit has done since. What others changed meanwhile is not in it: their changes would
       * look like something to be taken back.
       */
      readonly user: User
      /** As the server told it last. */
      readonly told: User
      /** What is being sent. */
      readonly wished: UserDraft
      readonly failure: Failure | null
      readonly answer: User | null
    },
    output: {} as User | null,
    events: {} as FormEvent,
    tags: {} as FormTag,
  },
  actors: {
    /** Sends the changed fields only. */
    update: port<User, { readonly uuid: string; readonly fields: UserChanges["fields"] }>("update"),
    /** Makes one change of membership and reads the user again. */
    changeMembership: port<User, { readonly user: string; readonly deed: MembershipDeed }>("changeMembership"),
    holdWork: holdWorkPort,
  },
  actions: {
    wish: assign({ wished: ({ context: { user } }, values: Values) => draftOfFields(user, values), failure: null }),
    fail: assign((_, failure: Failure) => ({
      failure:
        failure._tag === "Refused" ? new Refused({ violations: byFieldsOfEdit(failure.violations), findings: failure.findings }) : failure,
    })),
    knowFields: assign(({ context: { user, wished } }, told: User) => ({ told, user: { ...user, ...userChanges(user, wished).fields } })),
    knowMembership: assign(({ context: { user, wished } }, told: User) => ({
      told,
      user: withMembershipAs(user, told, due(nextDeed(userChanges(user, wished))).community),
    })),
    keep: assign({ answer: ({ context }) => context.told }),
    hold: spawnChild("holdWork", { id: "holdWork" }),
    release: stopChild("holdWork"),
  },
  guards: {
    isEdited: ({ context: { user } }, values: Values) => hasChanges(userChanges(user, draftOfFields(user, values))),
    maySend: ({ context: { user, check } }, values: Values) =>
      hasChanges(userChanges(user, draftOfFields(user, values))) && check(values).length === 0,
    hasFields: ({ context: { user, wished } }) => Object.keys(userChanges(user, wished).fields).length > 0,
    hasMemberships: ({ context: { user, wished } }) => nextDeed(userChanges(user, wished)) !== null,
  },
}).createMachine({
  id: "user edit",
  context: ({ input: { user } }) => ({
    user,
    told: user,
    wished: draftOfUser(user),
    given: fieldsOfUser(user),
    check: (values) => editViolations(user, draftOfFields(user, values)),
    follow: () => ({}),
    failure: null,
    answer: null,
  }),
  initial: "pristine",
  output: ({ context }) => context.answer,
  states: {
    ...writing,
    sending: {
      always: [
        { guard: "hasFields", target: "updating" },
        { guard: "hasMemberships", target: "changingMembership" },
        { target: "gone", actions: "keep" },
      ],
    },
    updating: {
      tags: "busy",
      invoke: {
        id: "update",
        src: "update",
        input: ({ context: { user, wished } }) => ({ uuid: user.uuid, fields: userChanges(user, wished).fields }),
        onDone: { target: "memberships", actions: { type: "knowFields", params: ({ event }) => event.output } },
        onError: { target: "edited", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    memberships: {
      always: [
        { guard: "hasMemberships", target: "changingMembership" },
        { target: "gone", actions: "keep" },
      ],
    },
    changingMembership: {
      tags: "busy",
      invoke: {
        id: "changeMembership",
        src: "changeMembership",
        input: ({ context: { user, wished } }) => ({ user: user.uuid, deed: due(nextDeed(userChanges(user, wished))) }),
        onDone: { target: "memberships", actions: { type: "knowMembership", params: ({ event }) => event.output } },
        onError: { target: "edited", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    gone: { type: "final" },
  },
})

/** One after the other: after each the user of the edit tells what is still to be done. */
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

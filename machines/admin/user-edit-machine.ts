// Editing a user: only changed fields are sent, and memberships only after the fields were saved.
import { type ActorRefFrom, assign, setup, spawnChild, stopChild } from "xstate"
import type { Role, User } from "../../domain/accounts/user.ts"
import {
  createUserDraft,
  hasChanges,
  parseUserForm,
  replaceMembership,
  toFormViolations,
  type UserChanges,
  type UserDraft,
  userChanges,
  userEditViolations,
  userFormFields,
} from "../../domain/accounts/user-form.ts"
import { type Failure, ValidationFailed } from "../../domain/failures/failure.ts"
import { asFailure } from "../adapter-failure.ts"
import { editingStates, type FormEvent, type FormRules, type FormTag, type FormValues } from "../form-machine.ts"
import { port, unsavedWorkPort } from "../ports.ts"

/** `join` adds a membership or changes its role; `leave` ends the one with the role that was shown. `community` is a uuid. */
export type MembershipChange =
  | { readonly type: "join"; readonly community: string; readonly role: Role }
  | { readonly type: "leave"; readonly community: string; readonly role: Role }

/** A form (form-machine.ts) that is submitted in steps; after each step the machine computes the remaining changes. */
export const userEditMachine = setup({
  types: {
    input: {} as { readonly user: User },
    context: {} as FormRules & {
      /**
       * The user as it was when the panel opened, plus what this edit has saved since. Changes by others are left out, or
       * they would look like something to revert.
       */
      readonly user: User
      /** The user as the server returned it last. */
      readonly savedUser: User
      /** The draft that is being sent. */
      readonly draft: UserDraft
      readonly failure: Failure | null
      readonly result: User | null
    },
    output: {} as User | null,
    events: {} as FormEvent,
    tags: {} as FormTag,
  },
  actors: {
    /** Sends only the changed fields. */
    update: port<User, { readonly uuid: string; readonly fields: UserChanges["fields"] }>("update"),
    /** Applies one membership change and reads the user again. */
    changeMembership: port<User, { readonly user: string; readonly change: MembershipChange }>("changeMembership"),
    holdWork: unsavedWorkPort,
  },
  actions: {
    storeSubmission: assign({ draft: ({ context: { user } }, values: FormValues) => parseUserForm(user, values), failure: null }),
    fail: assign((_, failure: Failure) => ({
      failure:
        failure._tag === "ValidationFailed"
          ? new ValidationFailed({ violations: toFormViolations(failure.violations), findings: failure.findings })
          : failure,
    })),
    storeUpdatedFields: assign(({ context: { user, draft } }, savedUser: User) => ({
      savedUser,
      user: { ...user, ...userChanges(user, draft).fields },
    })),
    storeUpdatedMembership: assign(({ context: { user, draft } }, savedUser: User) => ({
      savedUser,
      user: replaceMembership(user, savedUser, required(nextMembershipChange(userChanges(user, draft))).community),
    })),
    storeResult: assign({ result: ({ context }) => context.savedUser }),
    trackUnsavedWork: spawnChild("holdWork", { id: "holdWork" }),
    stopTrackingWork: stopChild("holdWork"),
  },
  guards: {
    isEdited: ({ context: { user } }, values: FormValues) => hasChanges(userChanges(user, parseUserForm(user, values))),
    canSubmit: ({ context: { user, check } }, values: FormValues) =>
      hasChanges(userChanges(user, parseUserForm(user, values))) && check(values).length === 0,
    hasFields: ({ context: { user, draft } }) => Object.keys(userChanges(user, draft).fields).length > 0,
    hasMemberships: ({ context: { user, draft } }) => nextMembershipChange(userChanges(user, draft)) !== null,
  },
}).createMachine({
  id: "user edit",
  context: ({ input: { user } }) => ({
    user,
    savedUser: user,
    draft: createUserDraft(user),
    initialValues: userFormFields(user),
    check: (values) => userEditViolations(user, parseUserForm(user, values)),
    computeDependentFields: () => ({}),
    failure: null,
    result: null,
  }),
  initial: "pristine",
  output: ({ context }) => context.result,
  states: {
    ...editingStates,
    sending: {
      always: [
        { guard: "hasFields", target: "updating" },
        { guard: "hasMemberships", target: "changingMembership" },
        { target: "closed", actions: "storeResult" },
      ],
    },
    updating: {
      tags: "busy",
      invoke: {
        id: "update",
        src: "update",
        input: ({ context: { user, draft } }) => ({ uuid: user.uuid, fields: userChanges(user, draft).fields }),
        onDone: { target: "checkingMemberships", actions: { type: "storeUpdatedFields", params: ({ event }) => event.output } },
        onError: { target: "edited", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    checkingMemberships: {
      always: [
        { guard: "hasMemberships", target: "changingMembership" },
        { target: "closed", actions: "storeResult" },
      ],
    },
    changingMembership: {
      tags: "busy",
      invoke: {
        id: "changeMembership",
        src: "changeMembership",
        input: ({ context: { user, draft } }) => ({ user: user.uuid, change: required(nextMembershipChange(userChanges(user, draft))) }),
        onDone: { target: "checkingMemberships", actions: { type: "storeUpdatedMembership", params: ({ event }) => event.output } },
        onError: { target: "edited", actions: { type: "fail", params: ({ event }) => asFailure(event.error) } },
      },
    },
    closed: { type: "final" },
  },
})

/** Memberships change one at a time; after each, the updated user shows what is left. */
const nextMembershipChange = ({ add, change, remove }: UserChanges): MembershipChange | null => {
  const [removed] = remove
  if (removed !== undefined) return { type: "leave", community: removed.community.uuid, role: removed.role }
  const [joined] = [...add, ...change.map(({ entry, role }) => ({ community: entry.community.uuid, role }))]
  return joined === undefined ? null : { type: "join", ...joined }
}

const required = (change: MembershipChange | null): MembershipChange => {
  if (change === null) throw new Error("there is no membership to change")
  return change
}

export type UserEditActor = ActorRefFrom<typeof userEditMachine>

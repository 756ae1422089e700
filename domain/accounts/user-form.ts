// An administrator's edit of a user: what of it is sent (spec/1-console §2 "User management", §5, §7).
import type { Violation } from "../failure.ts"
import { emailViolations, trimUsername, usernameViolations } from "./credentials.ts"
import { type PasswordConstraints, unmetRules } from "./password-rules.ts"
import type { Membership, Role, User } from "./user.ts"

/** What the edit panel holds. Memberships by the uuid of the community. */
export type UserDraft = Pick<User, "username" | "email" | "roles"> & { readonly memberships: ReadonlyMap<string, Role> }

/** What the edit panel begins with: the user as it is, each membership under the uuid of its community (spec/1-console §2). */
export const draftOfUser = ({ username, email, roles, communityEntries }: User): UserDraft => ({
  username,
  email,
  roles,
  memberships: new Map(communityEntries.map(({ community, role }) => [community.uuid, role])),
})

export type UserChanges = {
  /** Only the fields that changed. */
  readonly fields: Partial<Pick<User, "username" | "email" | "roles">>
  readonly add: ReadonlyArray<{ readonly community: string; readonly role: Role }>
  readonly change: ReadonlyArray<{ readonly entry: Membership; readonly role: Role }>
  readonly remove: ReadonlyArray<Membership>
}

/** What leads from the user as the server has it to the draft. */
export const userChanges = (user: User, draft: UserDraft): UserChanges => {
  const username = trimUsername(draft.username)
  const had = new Map(user.communityEntries.map((entry) => [entry.community.uuid, entry]))
  return {
    fields: {
      ...(username === user.username ? {} : { username }),
      ...(draft.email === user.email ? {} : { email: draft.email }),
      ...(sameRoles(draft.roles, user.roles) ? {} : { roles: draft.roles }),
    },
    add: [...draft.memberships].flatMap(([community, role]) => (had.has(community) ? [] : [{ community, role }])),
    change: user.communityEntries.flatMap((entry) => {
      const role = draft.memberships.get(entry.community.uuid)
      return role === undefined || role === entry.role ? [] : [{ entry, role }]
    }),
    remove: user.communityEntries.filter(({ community }) => !draft.memberships.has(community.uuid)),
  }
}

/** Whether there is anything to send, or the edit is none (spec/1-console §2). */
export const hasChanges = ({ fields, add, change, remove }: UserChanges): boolean =>
  Object.keys(fields).length + add.length + change.length + remove.length > 0

/** The user with its membership of one community as `other` has it, or without one where that has none. */
export const replaceMembership = (user: User, other: User, uuid: string): User => ({
  ...user,
  communityEntries: [
    ...user.communityEntries.filter(({ community }) => community.uuid !== uuid),
    ...other.communityEntries.filter(({ community }) => community.uuid === uuid),
  ],
})

const sameRoles = (one: ReadonlyArray<Role>, other: ReadonlyArray<Role>): boolean =>
  one.length === other.length && one.every((role) => other.includes(role))

/** The field of the edit's form that says the role in a community; blank where the user is no member. */
export const membershipField = (community: string): string => `${membership}${community}`
const membership = "membership "

/** The form of an edit, every field a text: `username`, `email`, `role`, and one for each membership. */
export const userFormFields = (user: User): Readonly<Record<string, string>> => ({
  username: user.username,
  email: user.email,
  role: user.roles.includes("ROLE_ADMIN") ? "ROLE_ADMIN" : "ROLE_USER",
  ...Object.fromEntries(user.communityEntries.map(({ community, role }) => [membershipField(community.uuid), role])),
})

/** What the server has against an update, by the fields of that form. */
export const toFormViolations = (violations: ReadonlyArray<Violation>): ReadonlyArray<Violation> =>
  violations.map((violation) => (violation.field === "roles" ? { ...violation, field: "role" } : violation))

/** What the fields of that form say. The role stays as it is where none is chosen. */
export const parseUserForm = (user: User, { username = "", email = "", role, ...others }: Readonly<Record<string, string>>): UserDraft => ({
  username,
  email,
  roles: role === undefined || role === userFormFields(user)["role"] ? user.roles : [roleNamed(role)],
  memberships: new Map(
    Object.entries(others).flatMap(([field, text]) =>
      field.startsWith(membership) && text !== "" ? [[field.slice(membership.length), roleNamed(text)]] : [],
    ),
  ),
})

const roleNamed = (text: string): Role => (text === "ROLE_ADMIN" ? "ROLE_ADMIN" : "ROLE_USER")

/** What keeps an edit from being sent, by the fields `username` and `email`: only of what it changes. */
export const userEditViolations = (user: User, draft: UserDraft): ReadonlyArray<Violation> => {
  const { username, email } = userChanges(user, draft).fields
  return [...(username === undefined ? [] : usernameViolations(username)), ...(email === undefined ? [] : emailViolations(email))]
}

// A user that is to be added (spec/1-console §2 "User management", §5).

export type NewUser = { readonly username: string; readonly email: string; readonly password: string }

/** What keeps a user from being added, by the fields of the form and of the payload. */
export const newUserViolations = ({ username, email, password }: NewUser, constraints: PasswordConstraints): ReadonlyArray<Violation> => [
  ...usernameViolations(trimUsername(username)),
  ...emailViolations(email),
  ...(unmetRules(password, constraints).length > 0 ? [{ field: "password", message: "ERROR.PASSWORD_WEAK" }] : []),
]

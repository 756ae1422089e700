// Forms to edit and add users in the administration: drafts, changes and validation (U5, U12).
import type { Violation } from "../findings/finding.ts"
import { emailViolations, trimUsername, usernameViolations } from "./credentials.ts"
import { type PasswordConstraints, unmetRules } from "./password-rules.ts"
import { getPlatformRole } from "./rights.ts"
import type { Membership, Role, User } from "./user.ts"

/** The values of the edit panel; `memberships` maps community uuids to roles. */
export type UserDraft = Pick<User, "username" | "email" | "roles"> & { readonly memberships: ReadonlyMap<string, Role> }

/** Returns the draft of an unchanged user. */
export const createUserDraft = ({ username, email, roles, communityEntries }: User): UserDraft => ({
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

/** Returns the changes between the user on the server and the draft. */
export const userChanges = (user: User, draft: UserDraft): UserChanges => {
  const username = trimUsername(draft.username)
  const entries = new Map(user.communityEntries.map((entry) => [entry.community.uuid, entry]))
  return {
    fields: {
      ...(username === user.username ? {} : { username }),
      ...(draft.email === user.email ? {} : { email: draft.email }),
      ...(hasSameRoles(draft.roles, user.roles) ? {} : { roles: draft.roles }),
    },
    add: [...draft.memberships].flatMap(([community, role]) => (entries.has(community) ? [] : [{ community, role }])),
    change: user.communityEntries.flatMap((entry) => {
      const role = draft.memberships.get(entry.community.uuid)
      return role === undefined || role === entry.role ? [] : [{ entry, role }]
    }),
    remove: user.communityEntries.filter(({ community }) => !draft.memberships.has(community.uuid)),
  }
}

/** Whether there is anything to send. */
export const hasChanges = ({ fields, add, change, remove }: UserChanges): boolean =>
  Object.keys(fields).length + add.length + change.length + remove.length > 0

/** Returns `user` with the membership that `other` has in the community `uuid`, or without one if `other` has none. */
export const replaceMembership = (user: User, other: User, uuid: string): User => ({
  ...user,
  communityEntries: [
    ...user.communityEntries.filter(({ community }) => community.uuid !== uuid),
    ...other.communityEntries.filter(({ community }) => community.uuid === uuid),
  ],
})

const hasSameRoles = (a: ReadonlyArray<Role>, b: ReadonlyArray<Role>): boolean =>
  a.length === b.length && a.every((role) => b.includes(role))

/** Returns the form field of the role in a community; the field is blank if the user has no membership there. */
export const membershipField = (community: string): string => `${membershipPrefix}${community}`
const membershipPrefix = "membership "

/** Returns the form fields of a user as texts: `username`, `email`, `role`, and one for each membership. */
export const userFormFields = (user: User): Readonly<Record<string, string>> => ({
  username: user.username,
  email: user.email,
  role: getPlatformRole(user),
  ...Object.fromEntries(user.communityEntries.map(({ community, role }) => [membershipField(community.uuid), role])),
})

/** Maps the server's violations to the fields of the edit form. */
export const toFormViolations = (violations: ReadonlyArray<Violation>): ReadonlyArray<Violation> =>
  violations.map((violation) => (violation.field === "roles" ? { ...violation, field: "role" } : violation))

/** Returns the draft in the fields of the edit form. The platform role stays unchanged if none is chosen. */
export const parseUserForm = (user: User, { username = "", email = "", role, ...others }: Readonly<Record<string, string>>): UserDraft => ({
  username,
  email,
  roles: role === undefined || role === userFormFields(user)["role"] ? user.roles : [parseRole(role)],
  memberships: new Map(
    Object.entries(others).flatMap(([field, text]) =>
      field.startsWith(membershipPrefix) && text !== "" ? [[field.slice(membershipPrefix.length), parseRole(text)]] : [],
    ),
  ),
})

const parseRole = (text: string): Role => (text === "ROLE_ADMIN" ? "ROLE_ADMIN" : "ROLE_USER")

/** Returns the violations of `username` and `email`; only changed fields are validated. */
export const userEditViolations = (user: User, draft: UserDraft): ReadonlyArray<Violation> => {
  const { username, email } = userChanges(user, draft).fields
  return [...(username === undefined ? [] : usernameViolations(username)), ...(email === undefined ? [] : emailViolations(email))]
}

export type NewUser = { readonly username: string; readonly email: string; readonly password: string }

/** Returns the violations of a new user, by the fields of the form and of the payload. */
export const newUserViolations = ({ username, email, password }: NewUser, constraints: PasswordConstraints): ReadonlyArray<Violation> => [
  ...usernameViolations(trimUsername(username)),
  ...emailViolations(email),
  ...(unmetRules(password, constraints).length > 0 ? [{ field: "password", message: "ERROR.PASSWORD_WEAK" }] : []),
]

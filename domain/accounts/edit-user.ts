// An administrator's edit of a user: what of it is sent (spec/1-console §2 "User management", §5, §7).
import { tidyUsername } from "./identity.ts"
import type { CommunityEntry, Role, User } from "./user.ts"

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
  readonly change: ReadonlyArray<{ readonly entry: CommunityEntry; readonly role: Role }>
  readonly remove: ReadonlyArray<CommunityEntry>
}

/** What leads from the user as the server has it to the draft. */
export const userChanges = (user: User, draft: UserDraft): UserChanges => {
  const username = tidyUsername(draft.username)
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

const sameRoles = (one: ReadonlyArray<Role>, other: ReadonlyArray<Role>): boolean =>
  one.length === other.length && one.every((role) => other.includes(role))

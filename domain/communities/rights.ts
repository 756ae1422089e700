// Who may do what: one table, which the server enforces and the console reads (decisions U6).
import type { User } from "../accounts/user.ts"
import type { Community } from "./community.ts"

/** Whom a right is given to: platform administrators have every right; a community's ROLE_ADMIN has its members' rights too. */
type Holder = "platform" | "administrator" | "member"

/** [U6] The least that a right needs. */
export const rights = {
  "communities.add": "platform",
  "communities.edit": "platform",
  "communities.delete": "platform",
  "users.manage": "platform",
  "audit.read": "platform",
  "removals.manage": "platform",
  "scripts.list": "member",
  "scripts.read": "member",
  "scripts.add": "member",
  "scripts.save": "member",
  "scripts.change-status": "member",
  "scripts.copy": "member",
  "scripts.delete": "member",
  "scripts.removal-procedure": "member",
  "scripts.configure": "member",
  "links.make": "member",
  "conversations.read": "member",
  "conversations.clear": "member",
  "files.read": "member",
  "deliveries.read": "member",
  "deliveries.send": "member",
  "uploads.add": "member",
  "connections.list": "member",
  "style.read": "member",
  "scripts.data-points": "member",
  "community.members": "administrator",
  "community.people": "administrator",
  "community.options": "administrator",
  "community.connections": "administrator",
  "connections.test": "administrator",
  "community.style": "administrator",
  "community.removals": "administrator",
  "community.audit": "administrator",
} as const satisfies Record<string, Holder>
export type Right = keyof typeof rights

/** What a user is to the whole platform, or to the community of this slug; null where that is nothing. */
export const rightsLevelOf = (user: Pick<User, "roles" | "communityEntries">, slug: string | null): Holder | null => {
  if (user.roles.includes("ROLE_ADMIN")) return "platform"
  const entry = user.communityEntries.find(({ community }) => community.slug === slug)
  if (entry === undefined) return null
  return entry.role === "ROLE_ADMIN" ? "administrator" : "member"
}

/**
 * [U6] Whether an address with this slug leads anywhere for the user: to a community of theirs, or, for who has them all, to one of those
 * listed. `listed` is null while that is not known.
 */
export const canReachCommunity = (
  user: Pick<User, "roles" | "communityEntries">,
  slug: string,
  listed: ReadonlyArray<Pick<Community, "slug">> | null,
): boolean => {
  if (listed?.some((community) => community.slug === slug)) return true
  const held = rightsLevelOf(user, slug)
  return held === "platform" ? listed === null : held !== null
}

const ranks = { member: 1, administrator: 2, platform: 3 } as const satisfies Record<Holder, number>

/** Whether the user has the right, in the community of this slug (null for rights that belong to none). */
export const hasRight = (user: Pick<User, "roles" | "communityEntries">, right: Right, slug: string | null): boolean => {
  const held = rightsLevelOf(user, slug)
  return held !== null && ranks[held] >= ranks[rights[right]]
}

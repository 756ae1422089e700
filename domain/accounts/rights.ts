// Rights of users: one table, enforced by the server and read by the console (U6).

import type { Community } from "../communities/community.ts"
import type { Role, User } from "./user.ts"

/**
 * Levels of rights: platform administrators have every right; a community's administrators also have the rights of its
 * members.
 */
type RightsLevel = "platform" | "administrator" | "member"

/** [U6] The minimum level for each right. */
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
  "scripts.removal-procedure": "administrator",
  "community.audit": "administrator",
} as const satisfies Record<string, RightsLevel>
export type Right = keyof typeof rights

/** Returns the level of a user in the community with this slug, or on the platform; null if the user has none. */
export const getRightsLevel = (user: Pick<User, "roles" | "communityEntries">, slug: string | null): RightsLevel | null => {
  if (user.roles.includes("ROLE_ADMIN")) return "platform"
  const entry = user.communityEntries.find(({ community }) => community.slug === slug)
  if (entry === undefined) return null
  return entry.role === "ROLE_ADMIN" ? "administrator" : "member"
}

/** Returns the role of a user in the whole platform. */
export const getPlatformRole = ({ roles }: Pick<User, "roles">): Role => (roles.includes("ROLE_ADMIN") ? "ROLE_ADMIN" : "ROLE_USER")

/**
 * [U6] Whether the user can open the community with this slug: as a member or, for platform administrators, if it
 * exists. `listed` is null until the list has been loaded.
 */
export const canReachCommunity = (
  user: Pick<User, "roles" | "communityEntries">,
  slug: string,
  listed: ReadonlyArray<Pick<Community, "slug">> | null,
): boolean => {
  if (listed?.some((community) => community.slug === slug)) return true
  const level = getRightsLevel(user, slug)
  return level === "platform" ? listed === null : level !== null
}

const ranks = { member: 1, administrator: 2, platform: 3 } as const satisfies Record<RightsLevel, number>

/** Whether the user has a right in the community with this slug (null for rights that do not belong to a community). */
export const hasRight = (user: Pick<User, "roles" | "communityEntries">, right: Right, slug: string | null): boolean => {
  const level = getRightsLevel(user, slug)
  return level !== null && ranks[level] >= ranks[rights[right]]
}

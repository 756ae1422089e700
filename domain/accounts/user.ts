// Users of the console with their roles, memberships and sessions.
import * as Schema from "effect/Schema"
import { Community } from "../communities/community.ts"

/** [U6] A role on the platform or in a community: administrator, or user. */
export const Role = Schema.Literals(["ROLE_ADMIN", "ROLE_USER"])
export type Role = typeof Role.Type

/** The role of a user in a community. */
export const Membership = Schema.Struct({ uuid: Schema.String, community: Community, role: Role })
export type Membership = typeof Membership.Type

/** A console user. `roles` apply to the platform, `communityEntries` are the memberships. */
export const User = Schema.Struct({
  uuid: Schema.String,
  username: Schema.String,
  email: Schema.String,
  roles: Schema.Array(Role),
  communityEntries: Schema.Array(Membership),
})
export type User = typeof User.Type

/** Whether `actor` can delete `user`: nobody can delete their own account. */
export const canDeleteUser = (actor: Pick<User, "uuid">, user: Pick<User, "uuid">): boolean => actor.uuid !== user.uuid

/**
 * A session in the list of the account screen, without browser or IP address for privacy. Instants are in ISO 8601;
 * `current` marks the session of this request.
 */
export const OpenSession = Schema.Struct({ madeAt: Schema.String, seenAt: Schema.String, current: Schema.Boolean })
export type OpenSession = typeof OpenSession.Type

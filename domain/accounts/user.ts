// Who uses the console (spec/1-console §3).
import * as Schema from "effect/Schema"
import { Community } from "../communities/community.ts"

/** What somebody is, on the platform or in a community: its administrator, or one who works in it (spec/1-console §3; decision U6). */
export const Role = Schema.Literals(["ROLE_ADMIN", "ROLE_USER"])
export type Role = typeof Role.Type

/** A membership: the role a user has in a community. */
export const Membership = Schema.Struct({ uuid: Schema.String, community: Community, role: Role })
export type Membership = typeof Membership.Type

/** Somebody who signs in. `roles` are those on the platform, `communityEntries` the memberships; uuids are texts (spec/1-console §3). */
export const User = Schema.Struct({
  uuid: Schema.String,
  username: Schema.String,
  email: Schema.String,
  roles: Schema.Array(Role),
  communityEntries: Schema.Array(Membership),
})
export type User = typeof User.Type

/** Whether somebody can delete a user: never oneself (spec/1-console §2 "User management"). */
export const canDeleteUser = (by: Pick<User, "uuid">, user: Pick<User, "uuid">): boolean => by.uuid !== user.uuid

// A session of a user, as the account screen lists it. Nothing of browser or address is kept of it (design/reliability "Privacy").

/** Instants in ISO 8601; `current`: the one that asks. */
export const OpenSession = Schema.Struct({ madeAt: Schema.String, seenAt: Schema.String, current: Schema.Boolean })
export type OpenSession = typeof OpenSession.Type

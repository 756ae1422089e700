// Endpoints of users and their memberships.
import * as Schema from "effect/Schema"
import { Membership, Role, User } from "../../domain/accounts/user.ts"
import { defineEndpoint, PageQuery } from "./endpoint.ts"
import { EmptyObject } from "./sign-in-contract.ts"

const usedToken = Schema.Struct({ csrf: Schema.String })

/** Lists users, ordered by username. */
export const listUsers = defineEndpoint({
  method: "get",
  path: "/api/users",
  payload: PageQuery,
  response: Schema.Struct({ items: Schema.Array(User) }),
})

export const addUser = defineEndpoint({
  method: "put",
  path: "/api/users",
  payload: Schema.Struct({ username: Schema.String, email: Schema.String, password: Schema.String }),
  response: User,
})

export const readUser = defineEndpoint({ method: "get", path: "/api/users/{id}", payload: EmptyObject, response: User })

/** Changes the fields that are sent. */
export const updateUser = defineEndpoint({
  method: "patch",
  path: "/api/users/{id}",
  payload: Schema.Struct({
    username: Schema.optionalKey(Schema.String),
    email: Schema.optionalKey(Schema.String),
    roles: Schema.optionalKey(Schema.Array(Role)),
  }),
  response: User,
})

/**
 * [U4] Creates a token for `deleteUser`. The token is valid for one use within 10 minutes, as long as the user's name, platform role and
 * memberships stay the same.
 */
export const getUserDeletionToken = defineEndpoint({
  method: "get",
  path: "/api/users/{id}/delete",
  payload: EmptyObject,
  response: Schema.Struct({ deleteToken: Schema.String, username: Schema.String, role: Role, communityEntries: Schema.Array(Membership) }),
})

/** Deletes a user; 409 if their name, role or memberships have changed since the token was created. */
export const deleteUser = defineEndpoint({ method: "post", path: "/api/users/{id}/delete", payload: usedToken, response: EmptyObject })

/** Creates a membership or changes its role (`ROLE_USER` by default) and returns the user. */
export const saveMembership = defineEndpoint({
  method: "post",
  path: "/api/communities/{id}/add/user/{userId}",
  payload: Schema.Struct({ role: Schema.optionalKey(Role) }),
  response: User,
})

/**
 * [U4] Creates a token for `removeMembership`. The token is valid for one use within 10 minutes, as long as the user's role is `role`
 * (by default the current role).
 */
export const getMembershipRemovalToken = defineEndpoint({
  method: "get",
  path: "/api/communities/{id}/add/user/{userId}/delete",
  payload: Schema.Struct({ role: Schema.optionalKey(Role) }),
  response: Schema.Struct({ deleteToken: Schema.String }),
})

/** Ends a membership and returns the user; 409 if the role has changed since the token was created. */
export const removeMembership = defineEndpoint({
  method: "post",
  path: "/api/communities/{id}/add/user/{userId}/delete",
  payload: usedToken,
  response: User,
})

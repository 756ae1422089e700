// The calls about users and their memberships (spec/1-console §7 "Users", "Communities").
import * as Schema from "effect/Schema"
import { Role, User } from "../../domain/accounts/user.ts"
import { endpoint, PageQuery } from "./endpoint.ts"
import { Nothing } from "./sign-in-contract.ts"

const token = Schema.Struct({ deleteToken: Schema.String })
const spent = Schema.Struct({ csrf: Schema.String })

/** By username. */
export const listUsers = endpoint({
  method: "get",
  path: "/api/users",
  payload: PageQuery,
  answer: Schema.Struct({ items: Schema.Array(User) }),
})

export const addUser = endpoint({
  method: "put",
  path: "/api/users",
  payload: Schema.Struct({ username: Schema.String, email: Schema.String, password: Schema.String }),
  answer: User,
})

export const readUser = endpoint({ method: "get", path: "/api/users/{id}", payload: Nothing, answer: User })

/** Only what it carries changes. */
export const updateUser = endpoint({
  method: "patch",
  path: "/api/users/{id}",
  payload: Schema.Struct({
    username: Schema.optionalKey(Schema.String),
    email: Schema.optionalKey(Schema.String),
    roles: Schema.optionalKey(Schema.Array(Role)),
  }),
  answer: User,
})

export const getUserDeletionToken = endpoint({ method: "get", path: "/api/users/{id}/delete", payload: Nothing, answer: token })

export const deleteUser = endpoint({ method: "post", path: "/api/users/{id}/delete", payload: spent, answer: Nothing })

/** Makes a membership, or gives one another role; without a role it is that of a user. Answers with the user. */
export const saveMembership = endpoint({
  method: "post",
  path: "/api/communities/{id}/add/user/{userId}",
  payload: Schema.Struct({ role: Schema.optionalKey(Role) }),
  answer: User,
})

export const getMembershipRemovalToken = endpoint({
  method: "get",
  path: "/api/communities/{id}/add/user/{userId}/delete",
  payload: Nothing,
  answer: token,
})

export const removeMembership = endpoint({
  method: "post",
  path: "/api/communities/{id}/add/user/{userId}/delete",
  payload: spent,
  answer: User,
})

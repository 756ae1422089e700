// Signing in and out, and who one is: row for row the table of spec/1-console §7 "Auth and account".
import * as Schema from "effect/Schema"
import { User } from "../../domain/accounts/user.ts"
import { endpoint } from "./endpoint.ts"

export const Nothing = Schema.Struct({})

export const readLoginToken = endpoint({
  method: "get",
  path: "/login",
  payload: Nothing,
  answer: Schema.Struct({ loginToken: Schema.String }),
})

export const login = endpoint({
  method: "post",
  path: "/api/login",
  payload: Schema.Struct({ username: Schema.String, password: Schema.String, csrf: Schema.String }),
  answer: Schema.Struct({ two_factor_complete: Schema.Boolean }),
})

export const verifyTotp = endpoint({
  method: "post",
  path: "/api/account/totp/verify",
  payload: Schema.Struct({ verificationCode: Schema.String }),
  answer: Schema.Struct({ two_factor_complete: Schema.Boolean }),
})

export const logout = endpoint({ method: "get", path: "/api/logout", payload: Nothing, answer: Nothing })

/** Signed out, the answer is empty: no email means nobody is signed in. */
export const readCurrentUser = endpoint({
  method: "get",
  path: "/api/current/user",
  payload: Nothing,
  answer: Schema.Union([User, Nothing]),
})

// Endpoints for signing in and out, and the current user.
import * as Schema from "effect/Schema"
import { User } from "../../domain/accounts/user.ts"
import { defineEndpoint } from "./endpoint.ts"

/** The empty object: no payload or no response data. */
export const EmptyObject = Schema.Struct({})

/** Returns the token that `login` requires; it is bound to this browser by a cookie. */
export const readLoginToken = defineEndpoint({
  method: "get",
  path: "/login",
  payload: EmptyObject,
  response: Schema.Struct({ loginToken: Schema.String }),
})

/** [U3] Signs in. If `two_factor_complete` is false, `verifyTotp` must follow. */
export const login = defineEndpoint({
  method: "post",
  path: "/api/login",
  payload: Schema.Struct({ username: Schema.String, password: Schema.String, csrf: Schema.String }),
  response: Schema.Struct({ two_factor_complete: Schema.Boolean }),
})

/** [U16] Completes a sign-in with a code from the app or a backup code. */
export const verifyTotp = defineEndpoint({
  method: "post",
  path: "/api/account/totp/verify",
  payload: Schema.Struct({ verificationCode: Schema.String }),
  response: Schema.Struct({ two_factor_complete: Schema.Boolean }),
})

export const logout = defineEndpoint({ method: "get", path: "/api/logout", payload: EmptyObject, response: EmptyObject })

/** Returns the signed-in user, or an empty object when nobody is signed in. */
export const readCurrentUser = defineEndpoint({
  method: "get",
  path: "/api/current/user",
  payload: EmptyObject,
  response: Schema.Union([User, EmptyObject]),
})

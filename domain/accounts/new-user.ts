// A user that is to be added (spec/1-console §2 "User management", §5).
import type { Violation } from "../failure.ts"
import { emailViolations, tidyUsername, usernameViolations } from "./identity.ts"
import { type PasswordConstraints, unmetRules } from "./password.ts"

export type NewUser = { readonly username: string; readonly email: string; readonly password: string }

/** What keeps a user from being added, by the fields of the form and of the payload. */
export const newUserViolations = ({ username, email, password }: NewUser, constraints: PasswordConstraints): ReadonlyArray<Violation> => [
  ...usernameViolations(tidyUsername(username)),
  ...emailViolations(email),
  ...(unmetRules(password, constraints).length > 0 ? [{ field: "password", message: "ERROR.PASSWORD_WEAK" }] : []),
]

// A name or address that somebody else has: the database says so last, also when two take one at the same moment.
import pg from "pg"
import type { Violation } from "../../../domain/failure.ts"
import type { Trouble } from "../http/trouble.ts"

const violations = new Map<string | undefined, Violation>([
  ["users_username_key_key", { field: "username", message: "ERROR.USERNAME_TAKEN" }],
  ["users_email_key_key", { field: "email", message: "ERROR.EMAIL_TAKEN" }],
])

/** Does a write to `users`. Throws the trouble made of the violation where another user has the name or address. */
export const unlessTaken = async <A>(write: Promise<A>, trouble: (violation: Violation) => Trouble): Promise<A> => {
  try {
    return await write
  } catch (error) {
    const violation = error instanceof pg.DatabaseError && error.code === "23505" ? violations.get(error.constraint) : undefined
    throw violation === undefined ? error : trouble(violation)
  }
}

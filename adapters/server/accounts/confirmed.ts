// Whether it is really this person who changes the account: the current password, or a sign-in within the last 10 minutes
// (design/reliability "Sign-in and sessions"). A wrong password counts like a failed sign-in.
import type { FastifyRequest } from "fastify"
import { signInProves } from "../../../domain/accounts/limits.ts"
import type { House } from "../house.ts"
import { tooMany, violated } from "../http/trouble.ts"
import { noteLockedOut } from "./locked-out.ts"
import { verifyPassword } from "./password.ts"
import type { Session } from "./sessions.ts"

type Given = { readonly field: string; readonly password: string | undefined }

/** Throws a violation of that field where the password is missing or wrong. A recent sign-in stands in for a password not given. */
export const confirm = async (house: House, session: Session, request: FastifyRequest, { field, password }: Given): Promise<void> => {
  if (password !== undefined && password !== "") return confirmPassword(house, session, request, { field, password })
  if (house.now().getTime() - session.madeAt.getTime() > signInProves) throw violated({ field, message: "ERROR.PASSWORD_NEEDED" })
}

/** The same where only the password will do. */
export const confirmPassword = async (
  house: House,
  { user }: Session,
  request: FastifyRequest,
  { field, password = "" }: Given,
): Promise<void> => {
  const { database, failures, now } = house
  const at = now().getTime()
  const tried = { deed: "sign-in", account: user.username, address: request.ip } as const
  const wait = await failures.count(tried, at)
  if (wait !== null) throw tooMany(wait)
  const row = await database.db.selectFrom("users").select("password").where("id", "=", user.uuid).executeTakeFirst()
  if (!(await verifyPassword(password, row?.password))) {
    noteLockedOut(house, tried, at)
    throw violated({ field, message: "ERROR.PASSWORD_WRONG" })
  }
  await failures.forgive(tried, at)
}

// The line of the audit log that somebody tried too often to be somebody: one, however often they go on. After the answer, which takes as long
// for a name that nobody has; of such a name, which may be a password, there is no line.
import { folded } from "../../../domain/folded.ts"
import { note } from "../audit/audit.ts"
import type { House } from "../house.ts"
import type { Tried } from "./failures.ts"

/** Notes it where the try that was counted at that instant, and failed, was the last one that the account had. */
export const noteLockedOut = ({ database: { db }, failures, now, later }: House, tried: Tried, counted: number): void =>
  later(async () => {
    if (!(await failures.wasLast(tried, counted))) return
    const account = await db.selectFrom("users").select("username").where("username_key", "=", folded(tried.account)).executeTakeFirst()
    if (account === undefined) return
    await note(db, { community: null, user: null, deed: "account.locked-out", thing: `user ${account.username}` }, now())
  })

// The audit log: who did what to which thing when. Nothing here changes or deletes a line; a community's lines go with it.
import { randomUUIDv7 } from "node:crypto"
import type { User } from "../../../domain/accounts/user.ts"
import type { Db } from "../database/database.ts"
import type { CommitWith } from "../database/pipelining-driver.ts"

/** `thing` names what it was done to, without contents and secrets: `user ada`, `script 0190…`. */
export type AuditEvent = {
  readonly community: string | null
  readonly user: Pick<User, "uuid" | "username"> | null
  readonly action: string
  readonly thing: string
}

/** Notes a deed, in the transaction of the change itself, which may end with it. */
export const recordAuditEvent = async (
  db: Db,
  { community, user, action, thing }: AuditEvent,
  at: Date,
  end?: CommitWith,
): Promise<void> => {
  const noting = db.insertInto("audit").values({
    id: randomUUIDv7(),
    community_id: community,
    user_id: user?.uuid ?? null,
    who: user?.username ?? null,
    deed: action,
    thing,
    at,
  })
  await (end === undefined ? noting.execute() : end(noting))
}

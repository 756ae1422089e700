// The audit log. Events are never changed or deleted, except that a community's events are deleted with it.

import { randomUUIDv7 } from "node:crypto"
import type { User } from "../../../domain/accounts/user.ts"
import type { Db } from "../database/database.ts"
import type { CommitWith } from "../database/pipelining-driver.ts"

/** `thing` names the target of the action, without contents or secrets: `user ada`, `script 0190…`. */
export type AuditEvent = {
  readonly community: string | null
  readonly user: Pick<User, "uuid" | "username"> | null
  readonly action: string
  readonly thing: string
}

/** Records an event in the transaction of the change itself; with `commit`, the insert also commits it. */
export const recordAuditEvent = async (
  db: Db,
  { community, user, action, thing }: AuditEvent,
  at: Date,
  commit?: CommitWith,
): Promise<void> => {
  const insert = db.insertInto("audit").values({
    id: randomUUIDv7(),
    community_id: community,
    user_id: user?.uuid ?? null,
    who: user?.username ?? null,
    deed: action,
    thing,
    at,
  })
  await (commit === undefined ? insert.execute() : commit(insert))
}

/** Who did something (null: nobody who was signed in), and when. */
export type AuditEventTrace = { readonly who: string | null; readonly at: Date }

/** Returns the last event of one of these actions about a target; what may follow its name after a colon does not matter. */
export const findLastAuditEvent = (
  db: Db,
  { community, actions, thing }: { readonly community: string | null; readonly actions: ReadonlyArray<string>; readonly thing: string },
): Promise<AuditEventTrace | undefined> =>
  db
    .selectFrom("audit")
    .select(["who", "at"])
    .where((eb) => (community === null ? eb("community_id", "is", null) : eb("community_id", "=", community)))
    .where("deed", "in", actions)
    .where((eb) => eb.or([eb("thing", "=", thing), eb(eb.fn<string>("left", ["thing", eb.val(thing.length + 1)]), "=", `${thing}:`)]))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst()

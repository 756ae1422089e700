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

/** Events of some actions about a target; what may follow its name after a colon does not matter. */
type AuditEventFilter = { readonly community: string | null; readonly actions: ReadonlyArray<string>; readonly thing: string }

const selectEvents = (db: Db, { community, actions, thing }: AuditEventFilter) =>
  db
    .selectFrom("audit")
    .where((eb) => (community === null ? eb("community_id", "is", null) : eb("community_id", "=", community)))
    .where("deed", "in", actions)
    .where((eb) => eb.or([eb("thing", "=", thing), eb(eb.fn<string>("left", ["thing", eb.val(thing.length + 1)]), "=", `${thing}:`)]))

export const findLastAuditEvent = (db: Db, filter: AuditEventFilter): Promise<AuditEventTrace | undefined> =>
  selectEvents(db, filter).select(["who", "at"]).orderBy("id", "desc").limit(1).executeTakeFirst()

export const countAuditEvents = async (db: Db, filter: AuditEventFilter): Promise<number> => {
  const { count } = await selectEvents(db, filter)
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow()
  return Number(count)
}

// The audit log. Events are never changed or deleted, except that a community's events are deleted with it.

import { randomUUIDv7 } from "node:crypto"
import type { User } from "../../../domain/accounts/user.ts"
import type { Db } from "../database/database.ts"
import type { CommitWith } from "../database/pipelining-driver.ts"

/** `target` names what the action changed, without contents or secrets: `user ada`, `script 0190…`. */
export type AuditEvent = {
  readonly community: string | null
  readonly user: Pick<User, "uuid" | "username"> | null
  readonly action: string
  readonly target: string
}

/** Records an event in the transaction of the change itself; with `commit`, the insert also commits it. */
export const recordAuditEvent = async (
  db: Db,
  { community, user, action, target }: AuditEvent,
  at: Date,
  commit?: CommitWith,
): Promise<void> => {
  const insert = db.insertInto("audit").values({
    id: randomUUIDv7(),
    community_id: community,
    user_id: user?.uuid ?? null,
    actor: user?.username ?? null,
    action,
    target,
    at,
  })
  await (commit === undefined ? insert.execute() : commit(insert))
}

/** The username of the actor (null if nobody was signed in), and the time. */
export type AuditEventTrace = { readonly actor: string | null; readonly at: Date }

/** Events of some actions about a target; what may follow its name after a colon does not matter. */
type AuditEventFilter = { readonly community: string | null; readonly actions: ReadonlyArray<string>; readonly target: string }

const selectEvents = (db: Db, { community, actions, target }: AuditEventFilter) =>
  db
    .selectFrom("audit")
    .where((eb) => (community === null ? eb("community_id", "is", null) : eb("community_id", "=", community)))
    .where("action", "in", actions)
    .where((eb) => eb.or([eb("target", "=", target), eb(eb.fn<string>("left", ["target", eb.val(target.length + 1)]), "=", `${target}:`)]))

export const findLastAuditEvent = (db: Db, filter: AuditEventFilter): Promise<AuditEventTrace | undefined> =>
  selectEvents(db, filter).select(["actor", "at"]).orderBy("id", "desc").limit(1).executeTakeFirst()

export const countAuditEvents = async (db: Db, filter: AuditEventFilter): Promise<number> => {
  const { count } = await selectEvents(db, filter)
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow()
  return Number(count)
}

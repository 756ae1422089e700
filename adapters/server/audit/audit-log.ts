// The audit log. Events are never changed or deleted, except that a community's events are deleted with it.

import { randomUUIDv7 } from "node:crypto"
import type { User } from "../../../domain/accounts/user.ts"
import type { Db } from "../database/database.ts"
import type { CommitWith } from "../database/pipelining-driver.ts"

/** The actions of the log. They are stored: renaming one needs a migration. */
export type AuditAction =
  | "account.email"
  | "account.locked-out"
  | "account.password"
  | "account.password-reset"
  | "account.sessions-ended"
  | "account.sign-in"
  | "account.sign-out"
  | "account.two-factor-off"
  | "account.two-factor-on"
  | "community.add"
  | "community.delete"
  | "community.options"
  | "community.options.read"
  | "community.rename"
  | "community.side-menu"
  | "community.signing-secret.read"
  | "community.signing-secret.renew"
  | "community.style"
  | "connection.add"
  | "connection.authorize"
  | "connection.delete"
  | "connection.edit"
  | "connection.test"
  | "connections.read"
  | "conversations.export"
  | "conversations.preview"
  | "deliveries.read"
  | "delivery.again"
  | "delivery.test"
  | "files.download"
  | "files.request"
  | "links.make"
  | "members.export"
  | "members.read"
  | "membership.add"
  | "membership.remove"
  | "people.erase"
  | "people.find"
  | "people.hand-over"
  | "script.add"
  | "script.anonymise"
  | "script.archive"
  | "script.clear-data"
  | "script.clear-statistics"
  | "script.configure"
  | "script.copy"
  | "script.data-points"
  | "script.erase"
  | "script.removal-edit"
  | "script.removal-off"
  | "script.removal-on"
  | "script.removed"
  | "script.rename"
  | "script.restore"
  | "script.save"
  | "script.slug"
  | "script.status"
  | "upload.add"
  | "user.add"
  | "user.delete"
  | "user.update"

/** `target` names what the action changed, without contents or secrets: `user ada`, `script 0190…`. */
export type AuditEvent = {
  readonly community: string | null
  readonly user: Pick<User, "uuid" | "username"> | null
  readonly action: AuditAction
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

/** Events of some actions, about a target if there is one; what may follow its name after a colon does not matter. */
type AuditEventFilter = { readonly community: string | null; readonly actions: ReadonlyArray<AuditAction>; readonly target?: string }

const selectEvents = (db: Db, { community, actions, target }: AuditEventFilter) =>
  db
    .selectFrom("audit")
    .where((eb) => (community === null ? eb("community_id", "is", null) : eb("community_id", "=", community)))
    .where("action", "in", actions)
    .where((eb) =>
      target === undefined
        ? eb.lit(true)
        : eb.or([eb("target", "=", target), eb(eb.fn<string>("left", ["target", eb.val(target.length + 1)]), "=", `${target}:`)]),
    )

export const findLastAuditEvent = (db: Db, filter: AuditEventFilter): Promise<AuditEventTrace | undefined> =>
  selectEvents(db, filter).select(["actor", "at"]).orderBy("id", "desc").limit(1).executeTakeFirst()

export const countAuditEvents = async (db: Db, filter: AuditEventFilter): Promise<number> => {
  const { count } = await selectEvents(db, filter)
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow()
  return Number(count)
}

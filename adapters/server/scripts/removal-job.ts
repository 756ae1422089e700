// The job of the removal procedure: warns the administrators and removes scripts [R4].
import type { Transaction } from "kysely"
import { findDueRemovalStep, postponeRemoval, removableStatus } from "../../../domain/privacy/removal-procedure.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { runIndependentSteps } from "../jobs/independent-steps.ts"
import { composeMail } from "../mail/outgoing-mail.ts"
import type { ServerContext } from "../server-context.ts"
import { eraseAllButScript } from "./script-erasure.ts"
import { encodeStatus, listedScriptFromRow, lockScriptRow } from "./script-repository.ts"

type RemovalContext = Pick<ServerContext, "database" | "now" | "enqueueMail">

/** Runs all due warnings and removals, including missed ones. One failure does not block the others. */
export const runDueRemovals = async (context: RemovalContext): Promise<void> => {
  const { database, now } = context
  const rows = await database.db
    .selectFrom("scripts")
    .select(["id", "community_id"])
    .where("status", "=", encodeStatus(removableStatus))
    .where("removal_procedure", "=", true)
    .where((eb) => eb.or([eb("removal_warning_date", "<=", now()), eb("deleted_date", "<=", now())]))
    .execute()
  await runIndependentSteps(
    rows.map(({ id, community_id: community }) => ({
      name: `script ${id}`,
      run: () =>
        database.transact(async (trx) => {
          const row = await lockScriptRow(trx, { community, id })
          // Checked again under the lock: another process may have done it, or the dates may have changed.
          if (row !== undefined) await runDueStep(context, trx, row)
        }),
    })),
  )
}

const runDueStep = async (context: RemovalContext, trx: Transaction<Tables>, row: ScriptRow): Promise<void> => {
  const today = context.now().toISOString().slice(0, 10)
  const due = findDueRemovalStep(listedScriptFromRow(row), { today, isWarned: row.warned_at !== null })
  if (due === "warning") await warnOfRemoval(context, trx, row, postponeRemoval(listedScriptFromRow(row), today) ?? today)
  if (due === "removal") await removeScript(context, trx, row)
}

const warnOfRemoval = async (
  { now, enqueueMail }: RemovalContext,
  trx: Transaction<Tables>,
  row: ScriptRow,
  day: string,
): Promise<void> => {
  const deletedDate = new Date(day)
  const columns = {
    warned_at: now(),
    deleted_date: deletedDate,
    ...(row.chosen_deleted_date !== null && { chosen_deleted_date: deletedDate }),
  }
  await trx.updateTable("scripts").set(columns).where("id", "=", row.id).execute()
  const { name: community } = await trx
    .selectFrom("communities")
    .select("name")
    .where("id", "=", row.community_id)
    .executeTakeFirstOrThrow()
  for (const person of await listRemovalRecipients(trx, row.community_id))
    await enqueueMail(trx, composeMail("removal", person, { name: row.name, community, day }))
}

/** [R4] Returns the community's administrators, or the platform's if it has none, so that someone is always warned. */
const listRemovalRecipients = async (trx: Transaction<Tables>, community: string) => {
  const users = trx.selectFrom("users").select(["users.username", "users.email"])
  const administrators = await users
    .innerJoin("memberships", "memberships.user_id", "users.id")
    .where("memberships.community_id", "=", community)
    .where("memberships.role", "=", "ROLE_ADMIN")
    .execute()
  return administrators.length > 0 ? administrators : users.where("users.is_admin", "=", true).execute()
}

const removeScript = async (
  { now }: RemovalContext,
  trx: Transaction<Tables>,
  { id, community_id: community }: ScriptRow,
): Promise<void> => {
  await eraseAllButScript(trx, id, now())
  const columns = {
    status: encodeStatus("deleted"),
    live_revision: null,
    is_deletion_approved: true,
    deleted_date: now(),
    // They have been carried out: another round of answers starts with the default dates.
    chosen_warning_date: null,
    chosen_deleted_date: null,
    updated_at: now(),
  }
  await trx.updateTable("scripts").set(columns).where("id", "=", id).execute()
  await recordAuditEvent(trx, { community, user: null, action: "script.removed", target: `script ${id}` }, now())
}

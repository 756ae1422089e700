// The job that enqueues deliveries triggered by stale conversations [A10].

import { staleDeliveries } from "../../../domain/actions/delivery-trigger.ts"
import { isRecordReadable, loadRecord } from "../conversations/conversation-progress.ts"
import type { ConversationRow } from "../conversations/conversation-repository.ts"
import { isRevisionReadable } from "../scripts/script-repository.ts"
import type { ServerContext } from "../server-context.ts"
import { enqueueDelivery, scheduleStaleCheck } from "./delivery-enqueueing.ts"

/**
 * Enqueues the deliveries of stale conversations, each once until the respondent continues. One failure does not block
 * the others: its conversation stays stale until the next run, unless its record cannot be decoded, or its revision has
 * been unreadable for too long.
 */
export const deliverStaleConversations = async (context: ServerContext, signal: AbortSignal): Promise<void> => {
  const problems: Array<string> = []
  for (let next: ConversationRow | undefined; !signal.aborted && (next = await findNextStale(context, next)) !== undefined; ) {
    const { script_id, id } = next
    try {
      await deliverOne(context, next)
    } catch (error) {
      problems.push(`conversation ${id}: ${String(error)}`)
      if (isRecordReadable(next) && !(await isUnreadableForGood(context, next))) continue
      await context.database.db
        .updateTable("conversations")
        .set({ stale_at: null })
        .where("script_id", "=", script_id)
        .where("id", "=", id)
        .execute()
    }
  }
  if (problems.length > 0) throw new Error(problems.slice(0, 10).join("; "))
}

/** Milliseconds of retries for an unreadable revision: a newer version of the program may have written it and start soon. */
const unreadableGraceMs = 3_600_000

const isUnreadableForGood = async (
  { database: { db }, now }: ServerContext,
  { stale_at, script_id: id, revision }: ConversationRow,
): Promise<boolean> =>
  stale_at !== null && stale_at.getTime() + unreadableGraceMs < now().getTime() && !(await isRevisionReadable(db, { id, revision }))

/** Returns the next stale conversation after `last`, the longest stale first. */
const findNextStale = (
  { database: { db }, now }: ServerContext,
  last: ConversationRow | undefined,
): Promise<ConversationRow | undefined> => {
  const query = db.selectFrom("conversations").selectAll().where("stale_at", "<=", now()).orderBy("stale_at").orderBy("id").limit(1)
  const lastStaleAt = last?.stale_at ?? null
  if (last === undefined || lastStaleAt === null) return query.executeTakeFirst()
  const { id } = last
  return query
    .where((eb) => eb.or([eb("stale_at", ">", lastStaleAt), eb.and([eb("stale_at", "=", lastStaleAt), eb("id", ">", id)])]))
    .executeTakeFirst()
}

const deliverOne = ({ database, loadPreparedScript, now }: ServerContext, { script_id, id }: ConversationRow): Promise<void> =>
  database.transact(async (trx) => {
    const at = now()
    const row = await trx
      .selectFrom("conversations")
      .selectAll()
      .where("script_id", "=", script_id)
      .where("id", "=", id)
      .where("stale_at", "<=", at)
      .forUpdate()
      .executeTakeFirst()
    // The respondent has continued meanwhile, or another process was first.
    if (row === undefined) return
    const { script } = await loadRecord(loadPreparedScript, trx, row)
    const lastActivity = (row.updated_at ?? row.made_at).getTime()
    const dueAt = (seconds: number) => new Date(lastActivity + seconds * 1000)
    const triggers = staleDeliveries(script.authored)
    for (const { instruction, params, seconds } of triggers)
      if (dueAt(seconds) >= (row.stale_at ?? at) && dueAt(seconds) <= at)
        await enqueueDelivery(trx, { row, script, instruction, params, reason: "stale" }, at)
    const next = triggers.find(({ seconds }) => dueAt(seconds) > at)
    await trx
      .updateTable("conversations")
      .set({ stale_at: next === undefined ? null : dueAt(next.seconds) })
      .where("script_id", "=", script_id)
      .where("id", "=", id)
      .execute()
    if (next !== undefined) await scheduleStaleCheck(trx, dueAt(next.seconds), at)
  })

// Conversations that nobody goes on with, for deliveries that wait for that (spec/2-editor §4 "Stale-conversation trigger").
import { staleDeliveries } from "../../../domain/actions/delivery-trigger.ts"
import { type ConversationRow, isRecordReadable, loadRecord } from "../conversations/conversation-progress.ts"
import { isRevisionReadable } from "../scripts/script-repository.ts"
import type { ServerContext } from "../server-context.ts"
import { enqueueDelivery, scheduleStaleCheck } from "./delivery-queue.ts"

/**
 * Puts the deliveries of stale conversations on their way: each once for as long as nobody goes on. One that cannot be holds up no other;
 * it stays stale until the next look, unless it cannot be read at all, or the version of its script cannot for long.
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

/** Milliseconds for which a version that cannot be read is tried again: it may be one that a newer program wrote, which is about to be here. */
const unreadableGraceMs = 3_600_000

const isUnreadableForGood = async (
  { database: { db }, now }: ServerContext,
  { stale_at, script_id: id, revision }: ConversationRow,
): Promise<boolean> =>
  stale_at !== null && stale_at.getTime() + unreadableGraceMs < now().getTime() && !(await isRevisionReadable(db, { id, revision }))

/** The stale conversation that comes behind another, if there is one; those that went stale first come first. */
const findNextStale = (
  { database: { db }, now }: ServerContext,
  last: ConversationRow | undefined,
): Promise<ConversationRow | undefined> => {
  const all = db.selectFrom("conversations").selectAll().where("stale_at", "<=", now()).orderBy("stale_at").orderBy("id").limit(1)
  const at = last?.stale_at ?? null
  if (last === undefined || at === null) return all.executeTakeFirst()
  const { id } = last
  return all.where((its) => its.or([its("stale_at", ">", at), its.and([its("stale_at", "=", at), its("id", ">", id)])])).executeTakeFirst()
}

const deliverOne = ({ database, loadPreparedScript, now }: ServerContext, { script_id, id }: ConversationRow): Promise<void> =>
  database.transact(async (change) => {
    const at = now()
    const row = await change
      .selectFrom("conversations")
      .selectAll()
      .where("script_id", "=", script_id)
      .where("id", "=", id)
      .where("stale_at", "<=", at)
      .forUpdate()
      .executeTakeFirst()
    // Somebody went on meanwhile, or another process was first.
    if (row === undefined) return
    const { script } = await loadRecord(loadPreparedScript, change, row)
    const idle = (row.updated_at ?? row.made_at).getTime()
    const due = (seconds: number) => new Date(idle + seconds * 1000)
    const waiting = staleDeliveries(script.authored)
    for (const { instruction, params, seconds } of waiting)
      if (due(seconds) >= (row.stale_at ?? at) && due(seconds) <= at)
        await enqueueDelivery(change, { row, script, instruction, params, reason: "stale" }, at)
    const next = waiting.find(({ seconds }) => due(seconds) > at)
    await change
      .updateTable("conversations")
      .set({ stale_at: next === undefined ? null : due(next.seconds) })
      .where("script_id", "=", script_id)
      .where("id", "=", id)
      .execute()
    if (next !== undefined) await scheduleStaleCheck(change, due(next.seconds), at)
  })

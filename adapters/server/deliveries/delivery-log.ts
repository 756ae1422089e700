// Deliveries as they are listed, with every attempt at them.
import { randomUUIDv7 } from "node:crypto"
import { type Selectable, sql } from "kysely"
import { deliveryRetentionMs, type LoggedDelivery } from "../../../domain/actions/delivery.ts"
import { decodeOutboundFailure, encodeOutboundFailure, outboundFailure } from "../../../domain/connections/outbound-failure.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"

type Row = Selectable<Tables["deliveries"]>

const reasons = ["reached", "stale", "test", "asked"] as const
const states = ["due", "delivered", "failed"] as const

/** The rows of one script with their attempts, in the rows' order. */
export const loadWithAttempts = async (db: Db, script: string, rows: ReadonlyArray<Row>): Promise<ReadonlyArray<LoggedDelivery>> => {
  if (rows.length === 0) return []
  const attempts = await db
    .selectFrom("delivery_attempts")
    .selectAll()
    .where("script_id", "=", script)
    .where(
      "delivery_id",
      "in",
      rows.map(({ id }) => id),
    )
    .orderBy("id")
    .execute()
  const byDelivery = Map.groupBy(attempts, ({ delivery_id }) => delivery_id)
  return rows.map((row) => ({
    id: row.id,
    instruction: row.instruction,
    conversation: row.conversation_id,
    reason: reasons.find((it) => it === row.reason) ?? "reached",
    endpoint: row.endpoint,
    body: row.body,
    state: states.find((it) => it === row.state) ?? "due",
    madeAt: row.made_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    attempts: (byDelivery.get(row.id) ?? []).map(({ at, milliseconds, status, problem, answer }) => ({
      at: at.toISOString(),
      milliseconds,
      status,
      problem: problem === null ? null : decodeOutboundFailure(problem),
      answer,
    })),
  }))
}

/** Milliseconds after which a call that no job is to make any more is no longer under way. */
const abandonedAfterMs = 3_600_000

/** Ends what broke off with its process and is not tried again; forgets deliveries that ended long ago, with their attempts. */
export const cleanUpDeliveries = async (db: Db, now: Date): Promise<void> => {
  await db.transaction().execute(async (change) => {
    const ended = await failAbandoned(change, now)
    const problem = encodeOutboundFailure(outboundFailure("unanswered.stopped"))
    const attempts = ended.map(({ script_id, id }) => ({
      script_id,
      id: randomUUIDv7(),
      delivery_id: id,
      at: now,
      milliseconds: 0,
      status: null,
      problem,
      answer: null,
    }))
    for (let from = 0; from < attempts.length; from += insertBatchSize)
      await change
        .insertInto("delivery_attempts")
        .values(attempts.slice(from, from + insertBatchSize))
        .execute()
  })
  const before = new Date(now.getTime() - deliveryRetentionMs)
  await db.deleteFrom("delivery_attempts").where("at", "<", before).execute()
  await db.deleteFrom("deliveries").where("ended_at", "<", before).execute()
}

/** Rows of one insertion: each has a value for each column, of which a query takes so many. */
const insertBatchSize = 1000

/** Ends what nobody makes any more: which deliveries these were. */
const failAbandoned = (change: Db, now: Date) =>
  change
    .updateTable("deliveries")
    .set({ state: "failed", ended_at: now })
    .where("state", "=", "due")
    .where("made_at", "<", new Date(now.getTime() - abandonedAfterMs))
    // What is made once, with somebody waiting for it, has no job; that of another may have failed before it could say so.
    .where((its) =>
      its.not(
        its.exists(
          its
            .selectFrom("jobs")
            .select("jobs.id")
            .where("jobs.kind", "=", "deliver")
            .where("jobs.done_at", "is", null)
            .where("jobs.failed_at", "is", null)
            .whereRef("jobs.script_id", "=", "deliveries.script_id")
            .where(sql`jobs.payload::json ->> 'delivery'`, "=", sql`deliveries.id::text`),
        ),
      ),
    )
    .returning(["script_id", "id"])
    .execute()

// The delivery log: deliveries with their attempts, and its cleanup.
import { randomUUIDv7 } from "node:crypto"
import { type Selectable, sql } from "kysely"
import { deliveryRetentionMs, type LoggedDelivery } from "../../../domain/actions/delivery.ts"
import { createOutboundFailure, decodeOutboundFailure, encodeOutboundFailure } from "../../../domain/connections/outbound-failure.ts"
import { toShownAddress } from "../../../domain/text/web-url.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"

type Row = Selectable<Tables["deliveries"]>

const reasons = ["reached", "stale", "test", "asked"] as const
const states = ["due", "delivered", "failed"] as const

/** Returns the deliveries of one script with their attempts, in the order of the rows. */
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
    endpoint: toShownAddress(row.endpoint),
    body: row.body,
    state: states.find((it) => it === row.state) ?? "due",
    madeAt: row.made_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    attempts: (byDelivery.get(row.id) ?? []).map(({ at, milliseconds, status, problem, response }) => ({
      at: at.toISOString(),
      milliseconds,
      status,
      problem: problem === null ? null : decodeOutboundFailure(problem),
      answer: response,
    })),
  }))
}

/** Milliseconds after which a due delivery without a job counts as abandoned. */
const abandonedAfterMs = 3_600_000

/** Fails deliveries whose process died and that are not retried, and deletes old deliveries with their attempts. */
export const cleanUpDeliveries = async (db: Db, now: Date): Promise<void> => {
  await db.transaction().execute(async (trx) => {
    const abandoned = await failAbandoned(trx, now)
    const problem = encodeOutboundFailure(createOutboundFailure("unanswered.stopped"))
    const attempts = abandoned.map(({ script_id, id }) => ({
      script_id,
      id: randomUUIDv7(),
      delivery_id: id,
      at: now,
      milliseconds: 0,
      status: null,
      problem,
      response: null,
    }))
    for (let from = 0; from < attempts.length; from += insertBatchSize)
      await trx
        .insertInto("delivery_attempts")
        .values(attempts.slice(from, from + insertBatchSize))
        .execute()
  })
  const before = new Date(now.getTime() - deliveryRetentionMs)
  await db.deleteFrom("delivery_attempts").where("at", "<", before).execute()
  await db.deleteFrom("deliveries").where("ended_at", "<", before).execute()
}

/** Rows per insert: a statement has a limited number of parameters. */
const insertBatchSize = 1000

/** Marks abandoned deliveries as failed and returns their keys. */
const failAbandoned = (trx: Db, now: Date) =>
  trx
    .updateTable("deliveries")
    .set({ state: "failed", ended_at: now })
    .where("state", "=", "due")
    .where("made_at", "<", new Date(now.getTime() - abandonedAfterMs))
    // Requests that a caller waits for (actions and tests) never have a job. The job of another delivery may have
    // failed for good before it could record that.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
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

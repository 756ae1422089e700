// Work that is kept in the database until it is done: enqueued in the change's own transaction, done once also by several processes,
// tried again with growing pauses (issue 4 point 10; reliability I9).
import { randomUUIDv7 } from "node:crypto"
import type { Db } from "../database/database.ts"
import type { House } from "../house.ts"

export type Job = {
  readonly kind: string
  /** What the worker is given, as JSON. */
  readonly payload: unknown
  /** A job of a key is enqueued once, ever. */
  readonly key?: string
  /** The script that it is about, with whose data it is erased. */
  readonly script?: string
  readonly due: Date
}

/** Enqueues a job; one whose key was there before is not enqueued again. */
export const enqueue = async (db: Db, { kind, payload, key, script, due }: Job): Promise<void> => {
  await db
    .insertInto("jobs")
    .values({
      id: randomUUIDv7(),
      kind,
      key: key === undefined ? null : `${kind}:${key}`,
      payload: JSON.stringify(payload),
      script_id: script ?? null,
      due_at: due,
      attempt: 0,
      problem: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Does one job. A rejection is tried again later. What it does to the database it does in one transaction, so that it happens once. */
export type Worker = (house: House, payload: unknown, job: { readonly id: string; readonly attempt: number }) => Promise<void>

/** Milliseconds between tries; after the last pause a job has failed for good. In all a little over 24 hours. */
export const pauses = [60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000, 6 * 3_600_000, 16 * 3_600_000] as const
/** Milliseconds after which a job whose process says nothing is another's to do. */
const lease = 5 * 60_000

type Claimed = { readonly id: string; readonly kind: string; readonly payload: string; readonly attempt: number }

/** Takes the job that is due longest, if there is one: nobody else takes it while the lease lasts. */
export const claim = async ({ database, now }: House, kinds: ReadonlyArray<string>): Promise<Claimed | undefined> => {
  const at = now()
  return database.transact(async (change) => {
    const due = await change
      .selectFrom("jobs")
      .select(["id", "kind", "payload", "attempt"])
      .where("kind", "in", [...kinds])
      .where("done_at", "is", null)
      .where("failed_at", "is", null)
      .where("due_at", "<=", at)
      .where((its) => its.or([its("leased_until", "is", null), its("leased_until", "<", at)]))
      .orderBy("due_at")
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (due === undefined) return undefined
    const attempt = due.attempt + 1
    await change
      .updateTable("jobs")
      .set({ attempt, leased_until: new Date(at.getTime() + lease) })
      .where("id", "=", due.id)
      .execute()
    return { ...due, attempt }
  })
}

/** Says that a job is done; what it was about is not kept. */
export const finish = async ({ database: { db }, now }: House, { id }: Pick<Claimed, "id">): Promise<void> => {
  await db.updateTable("jobs").set({ done_at: now(), leased_until: null, payload: "null", problem: null }).where("id", "=", id).execute()
}

/** Says that a try came to nothing: the job is due again after a pause, or has failed for good. */
export const postpone = async (
  { database: { db }, now }: House,
  { id, attempt }: Pick<Claimed, "id" | "attempt">,
  problem: string,
): Promise<void> => {
  const at = now()
  const pause = pauses[attempt - 1]
  await db
    .updateTable("jobs")
    .set({
      leased_until: null,
      problem: problem.slice(0, 500),
      ...(pause === undefined ? { failed_at: at } : { due_at: new Date(at.getTime() + pause) }),
    })
    .where("id", "=", id)
    .execute()
}

/** Gives a job back that was not tried to the end: it is due at once, and the try does not count. */
export const handBack = async ({ database: { db } }: House, { id, attempt }: Pick<Claimed, "id" | "attempt">): Promise<void> => {
  await db
    .updateTable("jobs")
    .set({ leased_until: null, attempt: attempt - 1 })
    .where("id", "=", id)
    .where("done_at", "is", null)
    .execute()
}

/** Days for which what was done and what failed can be looked up. */
const keptDays = 7

export const sweepJobs = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - keptDays * 86_400_000)
  await db
    .deleteFrom("jobs")
    .where((its) => its.or([its("done_at", "<", before), its("failed_at", "<", before)]))
    .execute()
}

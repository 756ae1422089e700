// The job queue: jobs are enqueued in the caller's transaction, run by one process, and retried with growing delays.

import { randomUUIDv7 } from "node:crypto"
import type { ExpressionBuilder } from "kysely"
import { deliveryRetryDelaysMs, retryDelayMs } from "../../../domain/actions/delivery.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import type { ServerContext } from "../server-context.ts"

export type NewJob = {
  readonly kind: string
  /** Passed to the handler; stored as JSON. */
  readonly payload: unknown
  /** Unique per kind: a job with the same key is not enqueued again while the earlier one is stored. */
  readonly key?: string
  /** Uuid of the script with whose data the job is erased. */
  readonly script?: string
  readonly due: Date
}

/** Enqueues a job, unless one with its key exists. */
export const enqueueJob = async (db: Db, { kind, payload, key, script, due }: NewJob): Promise<void> => {
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

/**
 * Runs one job. A rejection is retried later. Database changes happen in one transaction; outside calls carry the job's
 * `id`, so that receivers recognize a repeat. Long jobs stop early, by rejecting, when `signal` aborts.
 */
export type JobHandler<Context = ServerContext> = (
  context: Context,
  payload: unknown,
  job: { readonly id: string; readonly attempt: number; readonly signal: AbortSignal },
) => Promise<void>

/** What the job queue needs of the context. */
export type JobQueueContext = Pick<ServerContext, "database" | "now">

/** Job kinds that a respondent waits for. */
const awaitedKinds: ReadonlySet<string> = new Set(["act"])

/** Milliseconds after which a job whose process no longer extends its lease may be claimed by another. */
export const leaseMs = 5 * 60_000

/** Returns the lease of a kind (milliseconds): short if a respondent waits, so that another process takes over sooner. */
export const getLeaseMs = (kind: string): number => (awaitedKinds.has(kind) ? 30_000 : leaseMs)

export type ClaimedJob = { readonly id: string; readonly kind: string; readonly payload: string; readonly attempt: number }

/**
 * No job is legitimately due or leased later than this (milliseconds from now); anything later was written while the
 * clock was wrong. Processes whose clocks differ by less than a lease do not claim each other's jobs.
 */
const maxFutureMs = { due: Math.max(...deliveryRetryDelaysMs) + leaseMs, leased: 2 * leaseMs } as const

/**
 * Claims the job that has been due longest; no other process gets it during the lease. With `maxPerCommunity`,
 * communities with nothing running come first, so that one with many jobs does not starve the others.
 */
export const claimJob = async (
  { database, now }: JobQueueContext,
  kinds: ReadonlyArray<string>,
  maxPerCommunity: number | null = null,
): Promise<ClaimedJob | undefined> => {
  const at = now()
  return database.transact(async (trx) => {
    const runningCounts = maxPerCommunity === null ? [] : await countRunningByCommunity(trx, kinds, at)
    const listCommunitiesAtLimit = (limit: number) => runningCounts.filter(({ n }) => n >= limit).map(({ community }) => community)
    const due =
      maxPerCommunity === null
        ? await findFirstDue(trx, kinds, at, [])
        : ((await findFirstDue(trx, kinds, at, listCommunitiesAtLimit(1))) ??
          (runningCounts.length > 0 ? await findFirstDue(trx, kinds, at, listCommunitiesAtLimit(maxPerCommunity)) : undefined))
    if (due === undefined) return undefined
    const attempt = due.attempt + 1
    await trx
      .updateTable("jobs")
      .set({ attempt, leased_until: new Date(at.getTime() + getLeaseMs(due.kind)) })
      .where("id", "=", due.id)
      .execute()
    return { ...due, attempt }
  })
}

/** Selects the jobs that are due and not leased. */
const selectDueJobs = (db: Db, kinds: ReadonlyArray<string>, at: Date) => {
  const after = (milliseconds: number) => new Date(at.getTime() + milliseconds)
  return db
    .selectFrom("jobs")
    .where("kind", "in", [...kinds])
    .where("done_at", "is", null)
    .where("failed_at", "is", null)
    .where((eb) => eb.or([eb("due_at", "<=", at), eb("due_at", ">", after(maxFutureMs.due))]))
    .where((eb) => eb.or([eb("leased_until", "is", null), eb("leased_until", "<", at), eb("leased_until", ">", after(maxFutureMs.leased))]))
}

/** Returns the kinds that have a due job: one query for all lanes, because usually nothing is due. */
export const listDueKinds = async (
  { database: { db }, now }: JobQueueContext,
  kinds: ReadonlyArray<string>,
): Promise<ReadonlySet<string>> => {
  const rows = await selectDueJobs(db, kinds, now()).select("kind").distinct().execute()
  return new Set(rows.map(({ kind }) => kind))
}

const findFirstDue = (trx: Db, kinds: ReadonlyArray<string>, at: Date, excludedCommunities: ReadonlyArray<string>) => {
  const dueJobs = selectDueJobs(trx, kinds, at)
    .select(["id", "kind", "payload", "attempt"])
    .orderBy("due_at")
    .limit(1)
    .forUpdate()
    .skipLocked()
  const selectExcludedScripts = (eb: ExpressionBuilder<Tables, "jobs">) =>
    eb
      .selectFrom("scripts")
      .select("scripts.id")
      .where("scripts.community_id", "in", [...excludedCommunities])
  const query =
    excludedCommunities.length === 0
      ? dueJobs
      : dueJobs.where((eb) => eb.or([eb("script_id", "is", null), eb("script_id", "not in", selectExcludedScripts(eb))]))
  return query.executeTakeFirst()
}

/** Returns how many jobs of these kinds run per community, in all processes. */
const countRunningByCommunity = async (trx: Db, kinds: ReadonlyArray<string>, at: Date) => {
  const rows = await trx
    .selectFrom("jobs")
    .innerJoin("scripts", "scripts.id", "jobs.script_id")
    .where("jobs.kind", "in", [...kinds])
    .where("jobs.done_at", "is", null)
    .where("jobs.leased_until", ">=", at)
    .groupBy("scripts.community_id")
    .select(({ fn }) => ["scripts.community_id as community", fn.countAll().as("n")])
    .execute()
  return rows.map(({ community, n }) => ({ community, n: Number(n) }))
}

/** Updates a job only while this process holds it: not after its lease ran out and another process claimed it. */
const updateOwnJob = ({ database: { db } }: JobQueueContext, { id, attempt }: Pick<ClaimedJob, "id" | "attempt">) =>
  db.updateTable("jobs").where("id", "=", id).where("attempt", "=", attempt).where("leased_until", "is not", null)

/** Extends the lease of a running job. */
export const extendLease = async (context: JobQueueContext, job: ClaimedJob): Promise<void> => {
  await updateOwnJob(context, job)
    .set({ leased_until: new Date(context.now().getTime() + getLeaseMs(job.kind)) })
    .execute()
}

/** Marks a job as done and deletes its payload. */
export const completeJob = async (context: JobQueueContext, job: ClaimedJob): Promise<void> => {
  await updateOwnJob(context, job).set({ done_at: context.now(), leased_until: null, payload: "null", problem: null }).execute()
}

/** Kinds that are retried until they succeed: erased data stays readable as long as its files exist. */
const retriedForeverKinds: ReadonlySet<string> = new Set(["erase-files", "erase-images"])
/** Records a failed attempt: the job is retried after a delay, or has failed for good. */
export const retryOrFailJob = async (context: JobQueueContext, job: ClaimedJob, problem: string): Promise<void> => {
  const at = context.now()
  const delay = retryDelayMs(job.attempt, { untilDone: retriedForeverKinds.has(job.kind), isAwaited: awaitedKinds.has(job.kind) })
  await updateOwnJob(context, job)
    .set({
      leased_until: null,
      problem: problem.slice(0, 500),
      ...(delay === null ? { failed_at: at } : { due_at: new Date(at.getTime() + delay) }),
    })
    .execute()
}

/** Releases an interrupted job: it is due immediately, and the attempt does not count. */
export const releaseJob = async (context: JobQueueContext, job: ClaimedJob): Promise<void> => {
  await updateOwnJob(context, job)
    .set({ leased_until: null, attempt: job.attempt - 1 })
    .execute()
}

/** Releases all jobs that a killed process left leased. Only for a database that no other process uses. */
export const releaseAllJobs = async (db: Db): Promise<void> => {
  await db.updateTable("jobs").set({ leased_until: null }).where("leased_until", "is not", null).execute()
}

/** Days for which done and failed jobs are stored. */
const retentionDays = 7

export const deleteOldJobs = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  await db
    .deleteFrom("jobs")
    .where((eb) => eb.or([eb("done_at", "<", before), eb("failed_at", "<", before)]))
    .execute()
}

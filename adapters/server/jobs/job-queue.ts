// The job queue: jobs are enqueued in the caller's transaction, run by one process, and retried with growing delays.

import { randomUUIDv7 } from "node:crypto"
import * as Schema from "effect/Schema"
import type { ExpressionBuilder } from "kysely"
import { deliveryRetryDelaysMs, retryDelayMs } from "../../../domain/actions/delivery.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import type { ServerContext } from "../server-context.ts"
import type { JobDefinition, JobPolicy } from "./job-definition.ts"

type NewJob<Payload> = {
  readonly payload: Payload
  /** Unique per kind: a job with the same key is not enqueued again while the earlier one is stored. */
  readonly key?: string
  /** Uuid of the script with whose data the job is erased. */
  readonly script?: string
  readonly due: Date
}

/** Enqueues a job, unless one with its key exists. */
export const enqueueJob = async <Payload>(
  db: Db,
  { kind, payload: schema }: JobDefinition<Payload>,
  { payload, key, script, due }: NewJob<Payload>,
): Promise<void> => {
  await db
    .insertInto("jobs")
    .values({
      id: randomUUIDv7(),
      kind,
      key: key === undefined ? null : `${kind}:${key}`,
      payload: JSON.stringify(Schema.encodeSync(schema)(payload)),
      script_id: script ?? null,
      due_at: due,
      attempt: 0,
      problem: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What the job queue needs of the context. */
export type JobQueueContext = Pick<ServerContext, "database" | "now">

/** Milliseconds after which a job whose process no longer extends its lease may be claimed by another. */
export const leaseMs = 5 * 60_000

/** Returns the lease of a job (milliseconds): short if a respondent waits, so that another process takes over sooner. */
export const getLeaseMs = ({ isAwaited = false }: JobPolicy): number => (isAwaited ? 30_000 : leaseMs)

/** A job that this process holds, with its policy. */
export type ClaimedJob<Policy extends JobPolicy = JobPolicy> = {
  readonly id: string
  readonly policy: Policy
  readonly payload: string
  readonly attempt: number
}

/**
 * No job is legitimately due or leased later than this (milliseconds from now); anything later was written while the
 * clock was wrong. Processes whose clocks differ by less than a lease do not claim each other's jobs.
 */
const maxFutureMs = { due: Math.max(...deliveryRetryDelaysMs) + leaseMs, leased: 2 * leaseMs } as const

/**
 * Claims the job that has been due longest; no other process gets it during the lease. With `maxPerCommunity`,
 * communities with nothing running come first, so that one with many jobs does not starve the others.
 */
export const claimJob = async <Policy extends JobPolicy>(
  { database, now }: JobQueueContext,
  policies: ReadonlyArray<Policy>,
  maxPerCommunity: number | null = null,
): Promise<ClaimedJob<Policy> | undefined> => {
  const at = now()
  const kinds = policies.map(({ kind }) => kind)
  return database.transact(async (trx) => {
    const runningCounts = maxPerCommunity === null ? [] : await countRunningByCommunity(trx, kinds, at)
    const listCommunitiesAtLimit = (limit: number) => runningCounts.filter(({ n }) => n >= limit).map(({ community }) => community)
    const due =
      maxPerCommunity === null
        ? await findFirstDue(trx, kinds, at, [])
        : ((await findFirstDue(trx, kinds, at, listCommunitiesAtLimit(1))) ??
          (runningCounts.length > 0 ? await findFirstDue(trx, kinds, at, listCommunitiesAtLimit(maxPerCommunity)) : undefined))
    const policy = policies.find(({ kind }) => kind === due?.kind)
    if (due === undefined || policy === undefined) return undefined
    const { id, payload } = due
    const attempt = due.attempt + 1
    await trx
      .updateTable("jobs")
      .set({ attempt, leased_until: new Date(at.getTime() + getLeaseMs(policy)) })
      .where("id", "=", id)
      .execute()
    return { id, policy, payload, attempt }
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
    .set({ leased_until: new Date(context.now().getTime() + getLeaseMs(job.policy)) })
    .execute()
}

/** Marks a job as done and deletes its payload. */
export const completeJob = async (context: JobQueueContext, job: ClaimedJob): Promise<void> => {
  await updateOwnJob(context, job).set({ done_at: context.now(), leased_until: null, payload: "null", problem: null }).execute()
}

/** Records a failed attempt: the job is retried after a delay, or has failed for good. */
export const retryOrFailJob = async (context: JobQueueContext, job: ClaimedJob, problem: string): Promise<void> => {
  const at = context.now()
  const { isRetriedUntilDone: untilDone = false, isAwaited = false } = job.policy
  const delay = retryDelayMs(job.attempt, { untilDone, isAwaited })
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

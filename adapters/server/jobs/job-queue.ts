// Work that is kept in the database until it is done: enqueued in the change's own transaction, done once also by several processes,
// tried again with growing pauses (reliability I9).

import { randomUUIDv7 } from "node:crypto"
import type { ExpressionBuilder } from "kysely"
import { deliveryRetryDelaysMs, retryDelayMs } from "../../../domain/actions/retry-delays.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import type { ServerContext } from "../server-context.ts"

export type NewJob = {
  readonly kind: string
  /** What the worker is given, as JSON. */
  readonly payload: unknown
  /** A job of a key is enqueued once, for as long as jobs are kept. */
  readonly key?: string
  /** The script that it is about, with whose data it is erased. */
  readonly script?: string
  readonly due: Date
}

/** Enqueues a job; one whose key was there before is not enqueued again. */
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
 * Does one job. A rejection is tried again later. What it does to the database it does in one transaction; what it does outside carries
 * the job's `id`, so that what is done again can be known. One that takes long ends early, by a rejection, once the `signal` says so.
 */
export type JobHandler<Where = ServerContext> = (
  context: Where,
  payload: unknown,
  job: { readonly id: string; readonly attempt: number; readonly signal: AbortSignal },
) => Promise<void>

/** What keeping jobs takes. */
export type JobQueueContext = Pick<ServerContext, "database" | "now">

/** Kinds that a respondent waits for. */
const awaitedKinds: ReadonlySet<string> = new Set(["act"])

/** Milliseconds after which a job whose process says nothing is another's to do. */
export const leaseMs = 5 * 60_000

/** The same of a kind: who died with what a respondent waits for is not waited for that long. A process says three times a lease that it lives. */
export const leaseMsOf = (kind: string): number => (awaitedKinds.has(kind) ? 30_000 : leaseMs)

export type ClaimedJob = { readonly id: string; readonly kind: string; readonly payload: string; readonly attempt: number }

/**
 * Milliseconds from now beyond which no job is due, and none is leased: whatever is, was when the clock went wrong. Processes whose clocks
 * differ by less than a lease do not take one another's jobs.
 */
const maxFutureMs = { due: Math.max(...deliveryRetryDelaysMs) + leaseMs, leased: 2 * leaseMs } as const

/**
 * Takes the job that is due longest, if there is one: nobody else takes it while the lease lasts. Where a community may have `mostOfOne` at
 * a time, those come first of whom nothing is being done: a community with very many does not keep the others waiting.
 */
export const claimJob = async (
  { database, now }: JobQueueContext,
  kinds: ReadonlyArray<string>,
  maxPerCommunity: number | null = null,
): Promise<ClaimedJob | undefined> => {
  const at = now()
  return database.transact(async (change) => {
    const busy = maxPerCommunity === null ? [] : await busyCommunities(change, kinds, at)
    const full = (most: number) => busy.filter(({ n }) => n >= most).map(({ community }) => community)
    const due =
      maxPerCommunity === null
        ? await firstDue(change, kinds, at, [])
        : ((await firstDue(change, kinds, at, full(1))) ??
          (busy.length > 0 ? await firstDue(change, kinds, at, full(maxPerCommunity)) : undefined))
    if (due === undefined) return undefined
    const attempt = due.attempt + 1
    await change
      .updateTable("jobs")
      .set({ attempt, leased_until: new Date(at.getTime() + leaseMsOf(due.kind)) })
      .where("id", "=", due.id)
      .execute()
    return { ...due, attempt }
  })
}

/** Jobs that are to be done now, and that nobody is doing. */
const selectDueJobs = (db: Db, kinds: ReadonlyArray<string>, at: Date) => {
  const after = (milliseconds: number) => new Date(at.getTime() + milliseconds)
  return db
    .selectFrom("jobs")
    .where("kind", "in", [...kinds])
    .where("done_at", "is", null)
    .where("failed_at", "is", null)
    .where((its) => its.or([its("due_at", "<=", at), its("due_at", ">", after(maxFutureMs.due))]))
    .where((its) =>
      its.or([its("leased_until", "is", null), its("leased_until", "<", at), its("leased_until", ">", after(maxFutureMs.leased))]),
    )
}

/** Of these kinds those of which a job waits: one look for all lanes, for mostly there is none. */
export const listDueKinds = async (
  { database: { db }, now }: JobQueueContext,
  kinds: ReadonlyArray<string>,
): Promise<ReadonlySet<string>> => {
  const rows = await selectDueJobs(db, kinds, now()).select("kind").distinct().execute()
  return new Set(rows.map(({ kind }) => kind))
}

const firstDue = (change: Db, kinds: ReadonlyArray<string>, at: Date, without: ReadonlyArray<string>) => {
  const all = selectDueJobs(change, kinds, at)
    .select(["id", "kind", "payload", "attempt"])
    .orderBy("due_at")
    .limit(1)
    .forUpdate()
    .skipLocked()
  const theirs = (its: ExpressionBuilder<Tables, "jobs">) =>
    its
      .selectFrom("scripts")
      .select("scripts.id")
      .where("scripts.community_id", "in", [...without])
  const fair =
    without.length === 0 ? all : all.where((its) => its.or([its("script_id", "is", null), its("script_id", "not in", theirs(its))]))
  return fair.executeTakeFirst()
}

/** How many jobs of these kinds are being done for each community, by whichever process. */
const busyCommunities = async (change: Db, kinds: ReadonlyArray<string>, at: Date) => {
  const rows = await change
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

/** A job as the process that took it knows it: not any more once its lease ran out and another has it. */
const updateOwnJob = ({ database: { db } }: JobQueueContext, { id, attempt }: Pick<ClaimedJob, "id" | "attempt">) =>
  db.updateTable("jobs").where("id", "=", id).where("attempt", "=", attempt).where("leased_until", "is not", null)

/** Says that a job is still being done. */
export const extendLease = async (context: JobQueueContext, job: ClaimedJob): Promise<void> => {
  await updateOwnJob(context, job)
    .set({ leased_until: new Date(context.now().getTime() + leaseMsOf(job.kind)) })
    .execute()
}

/** Says that a job is done; what it was about is not kept. */
export const completeJob = async (context: JobQueueContext, job: ClaimedJob): Promise<void> => {
  await updateOwnJob(context, job).set({ done_at: context.now(), leased_until: null, payload: "null", problem: null }).execute()
}

/** Kinds that are tried until they are done: what was erased stays readable as long as its files are there (reliability I6). */
const retriedForeverKinds: ReadonlySet<string> = new Set(["erase-files", "erase-images"])
/** Says that a try came to nothing: the job is due again after a pause, or has failed for good. */
export const retryOrFailJob = async (context: JobQueueContext, job: ClaimedJob, problem: string): Promise<void> => {
  const at = context.now()
  const pause = retryDelayMs(job.attempt, { untilDone: retriedForeverKinds.has(job.kind), isAwaited: awaitedKinds.has(job.kind) })
  await updateOwnJob(context, job)
    .set({
      leased_until: null,
      problem: problem.slice(0, 500),
      ...(pause === null ? { failed_at: at } : { due_at: new Date(at.getTime() + pause) }),
    })
    .execute()
}

/** Gives a job back that was not tried to the end: it is due at once, and the try does not count. */
export const releaseJob = async (context: JobQueueContext, job: ClaimedJob): Promise<void> => {
  await updateOwnJob(context, job)
    .set({ leased_until: null, attempt: job.attempt - 1 })
    .execute()
}

/** Frees the jobs of a process that ended without handing them back. Only for a database that no other process uses. */
export const releaseAllJobs = async (db: Db): Promise<void> => {
  await db.updateTable("jobs").set({ leased_until: null }).where("leased_until", "is not", null).execute()
}

/** Days for which what was done and what failed can be looked up. */
const retentionDays = 7

export const deleteOldJobs = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  await db
    .deleteFrom("jobs")
    .where((its) => its.or([its("done_at", "<", before), its("failed_at", "<", before)]))
    .execute()
}

// Runs due jobs in lanes as long as the server runs. One query serves all lanes, so an idle server asks only that.
import { setTimeout as pause } from "node:timers/promises"
import * as Schema from "effect/Schema"
import { createOutageLog } from "../database/database.ts"
import type { RunnableJob } from "./job-definition.ts"
import {
  type ClaimedJob,
  claimJob,
  completeJob,
  enqueueJob,
  extendLease,
  getLeaseMs,
  type JobQueueContext,
  listDueKinds,
  releaseJob,
  retryOrFailJob,
} from "./job-queue.ts"

/** A wake-up that is remembered: if it came before the wait, the wait returns immediately. */
export type WakeUp = {
  readonly wake: () => void
  /** Resolves after a wake-up since the last wait, after `timeoutMs`, or on abort. Supports one waiter. */
  readonly wait: (signal: AbortSignal, timeoutMs?: number) => Promise<void>
}

export const createWakeUp = (): WakeUp => {
  let isPending = false
  let resolveWait = () => {}
  return {
    wake: () => {
      isPending = true
      resolveWait()
    },
    wait: async (signal, timeoutMs) => {
      if (!isPending && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        resolveWait = resolve
        signal.addEventListener("abort", resolveWait, { once: true })
        const timer = timeoutMs === undefined ? undefined : setTimeout(resolveWait, timeoutMs)
        await promise
        clearTimeout(timer)
        signal.removeEventListener("abort", resolveWait)
      }
      isPending = false
    },
  }
}

type JobRunnerOptions<Context> = {
  readonly jobs: ReadonlyArray<RunnableJob<Context>>
  /** Milliseconds that running jobs have to finish at shutdown; the others are released. */
  readonly grace?: number
  /** Milliseconds between polls for due jobs. */
  readonly pollIntervalMs?: number
}

/** Milliseconds between polls for due jobs. */
const defaultPollIntervalMs = 1000
/** The interval doubles up to this many times while the database is unreachable. */
const maxPollIntervalFactor = 8
/** Lanes for all other kinds, so that one long job does not delay a mail. */
const sharedLaneCount = 3

/** Runs one job of its kinds at a time after a wake-up. A community gets at most half of a kind's dedicated lanes. */
type Lane<Context> = {
  readonly kinds: ReadonlyArray<string>
  readonly claim: () => Promise<Claimed<Context> | undefined>
  readonly wakeUp: WakeUp
}
type Claimed<Context> = ClaimedJob<RunnableJob<Context>>

const serialize = <A>(work: () => Promise<A>): (() => Promise<A>) => {
  let previous: Promise<unknown> = Promise.resolve()
  return () => {
    const next = previous.then(work, work)
    previous = next.catch(() => undefined)
    return next
  }
}

export type JobRunner = {
  /** Polls for due jobs immediately. */
  readonly wake: () => void
  /** Starts no further jobs, aborts the signal of running ones, waits for them up to `grace`, and releases the rest. */
  readonly stop: () => Promise<void>
}

export const startJobRunner = <Context extends JobQueueContext>(
  context: Context,
  { jobs, grace = 10_000, pollIntervalMs = defaultPollIntervalMs }: JobRunnerOptions<Context>,
  log: (problem: string) => void,
): JobRunner => {
  const allKinds = jobs.map(({ kind }) => kind)
  const dedicatedLanes = jobs.flatMap((job): ReadonlyArray<Lane<Context>> => {
    const { kind, lanes = 0 } = job
    // Serialized: lanes that claim at the same time would all see that their community has nothing running.
    const claim = serialize(() => claimJob(context, [job], Math.ceil(lanes / 2)))
    return Array.from({ length: lanes }, () => ({ kinds: [kind], claim, wakeUp: createWakeUp() }))
  })
  const sharedJobs = jobs.filter(({ lanes = 0 }) => lanes === 0)
  const sharedKinds = sharedJobs.map(({ kind }) => kind)
  const sharedLanes = Array.from(
    { length: sharedLaneCount },
    (): Lane<Context> => ({ kinds: sharedKinds, claim: () => claimJob(context, sharedJobs), wakeUp: createWakeUp() }),
  )
  const allLanes = [...sharedLanes, ...dedicatedLanes]
  const stopping = new AbortController()
  const pollWakeUp = createWakeUp()
  const runningJobs = new Set<Claimed<Context>>()

  const enqueueRecurring = async (): Promise<void> => {
    const at = context.now()
    for (const { kind, everyMs } of jobs)
      if (everyMs !== undefined) {
        const period = Math.floor(at.getTime() / everyMs)
        await enqueueJob(context.database.db, { kind, payload: Schema.Null }, { key: String(period), payload: null, due: at })
      }
  }

  const runJob = async (job: Claimed<Context>): Promise<void> => {
    const { id, attempt } = job
    const { kind } = job.policy
    const leaseTimer = setInterval(() => {
      extendLease(context, job).catch((error: unknown) => log(`job ${kind} ${id}: ${String(error)}`))
    }, getLeaseMs(job.policy) / 3)
    try {
      await job.policy.run(context, JSON.parse(job.payload), { id, attempt, signal: stopping.signal })
      await completeJob(context, job)
    } catch (error) {
      // A job interrupted by the shutdown has not failed.
      if (stopping.signal.aborted) return releaseJob(context, job)
      log(`job ${kind} ${id}, try ${attempt}: ${String(error)}`)
      await retryOrFailJob(context, job, String(error))
    } finally {
      clearInterval(leaseTimer)
    }
  }

  /** Runs one job; returns false if none is due. */
  const runNextJob = async ({ claim }: Lane<Context>): Promise<boolean> => {
    const job = await claim()
    if (job === undefined) return false
    runningJobs.add(job)
    try {
      await (stopping.signal.aborted ? releaseJob(context, job) : runJob(job))
    } finally {
      runningJobs.delete(job)
    }
    return true
  }

  const outage = createOutageLog("jobs", log)
  const runLane = async (lane: Lane<Context>): Promise<void> => {
    while (!stopping.signal.aborted) {
      await lane.wakeUp.wait(stopping.signal)
      try {
        while (!stopping.signal.aborted && (await runNextJob(lane)));
      } catch (error) {
        outage.failed(error)
      }
    }
  }

  let lastPeriods = ""
  /** Wakes the lanes that have a due job; returns false if jobs cannot be claimed. */
  const dispatchDueJobs = async (): Promise<boolean> => {
    // On a full disk jobs still run, because they may free space; on a read-only disk no job can be claimed.
    if (context.database.diskState() === "read-only") return false
    const periods = jobs.map(({ everyMs }) => (everyMs === undefined ? 0 : Math.floor(context.now().getTime() / everyMs))).join()
    if (periods !== lastPeriods) {
      await enqueueRecurring()
      lastPeriods = periods
    }
    const kinds = await listDueKinds(context, allKinds)
    for (const lane of allLanes) if (lane.kinds.some((kind) => kinds.has(kind))) lane.wakeUp.wake()
    return true
  }

  const pollDueJobs = async (): Promise<void> => {
    for (let delay = pollIntervalMs; !stopping.signal.aborted; ) {
      try {
        if (await dispatchDueJobs()) outage.recovered()
        delay = pollIntervalMs
      } catch (error) {
        outage.failed(error)
        delay = Math.min(delay * 2, pollIntervalMs * maxPollIntervalFactor)
      }
      await pollWakeUp.wait(stopping.signal, delay)
    }
  }
  const running = Promise.all([pollDueJobs(), ...allLanes.map(runLane)])

  return {
    wake: pollWakeUp.wake,
    stop: async () => {
      stopping.abort()
      const graceTimer = new AbortController()
      await Promise.race([running, pause(grace, undefined, { signal: graceTimer.signal }).catch(() => undefined)])
      graceTimer.abort()
      for (const job of runningJobs) await releaseJob(context, job)
    },
  }
}

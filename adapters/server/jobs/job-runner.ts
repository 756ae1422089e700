// Does the jobs that are due, a few at a time, for as long as the server runs. One look is for all lanes: while nothing is to be done, that
// is all that the database is asked.
import { setTimeout as pause } from "node:timers/promises"
import { createOutageLog } from "../database/outage-log.ts"
import {
  type ClaimedJob,
  claimJob,
  completeJob,
  enqueueJob,
  extendLease,
  type JobHandler,
  type JobQueueContext,
  leaseMsOf,
  listDueKinds,
  releaseJob,
  retryOrFailJob,
} from "./job-queue.ts"

// Something to wait for that may have come already: whoever was rung for before listening hears it at once.

export type WakeUp = {
  readonly wake: () => void
  /** Resolves once it has rung since it was last listened to, after so many milliseconds, or when the signal says so. One listens at a time. */
  readonly wait: (enough: AbortSignal, longest?: number) => Promise<void>
}

export const createWakeUp = (): WakeUp => {
  let hasRung = false
  let wake = () => {}
  return {
    wake: () => {
      hasRung = true
      wake()
    },
    wait: async (enough, longest) => {
      if (!hasRung && !enough.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        enough.addEventListener("abort", wake, { once: true })
        const timer = longest === undefined ? undefined : setTimeout(wake, longest)
        await promise
        clearTimeout(timer)
        enough.removeEventListener("abort", wake)
      }
      hasRung = false
    },
  }
}

/** Something to be done again and again: once in so many milliseconds, by whichever process comes first. */
export type Schedule = { readonly kind: string; readonly everyMs: number }

type JobRunnerOptions<Where> = {
  readonly workers: Readonly<Record<string, JobHandler<Where>>>
  readonly recurring: ReadonlyArray<Schedule>
  /** Kinds that have lanes of their own, and how many: what waits for servers outside keeps nothing else waiting. */
  readonly ownLanes?: Readonly<Record<string, number>>
  /** Milliseconds that jobs have to finish at a stop; those that have not are handed back. */
  readonly grace?: number
}

/** Milliseconds between looks for due jobs; while the database is away they grow up to the second. */
const pollIntervalMs = { usual: 1000, longest: 8000 } as const
/** Jobs of all other kinds that one process does at a time: one that takes long does not keep a mail waiting. */
const lanes = 3

/** Takes the next job of its kinds, once its bell has rung; no community has all lanes of kinds that have their own. */
type Lane = { readonly kinds: ReadonlyArray<string>; readonly take: () => Promise<ClaimedJob | undefined>; readonly called: WakeUp }

const serialize = <A>(work: () => Promise<A>): (() => Promise<A>) => {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
}

export type JobRunner = {
  /** Looks for due jobs at once. */
  readonly wake: () => void
  /** Begins no further job, tells those being done, waits for them a while, and hands back what is left. */
  readonly stop: () => Promise<void>
}

export const startJobRunner = <Where extends JobQueueContext>(
  context: Where,
  { workers, recurring, ownLanes = {}, grace = 10_000 }: JobRunnerOptions<Where>,
  log: (problem: string) => void,
): JobRunner => {
  const shared = Object.keys(workers).filter((kind) => !Object.hasOwn(ownLanes, kind))
  const own = Object.entries(ownLanes).flatMap(([kind, number]): ReadonlyArray<Lane> => {
    // One after the other: lanes that look at once would all see that nothing is being done.
    const take = serialize(() => claimJob(context, [kind], Math.ceil(number / 2)))
    return Array.from({ length: number }, () => ({ kinds: [kind], take, called: createWakeUp() }))
  })
  const others = Array.from(
    { length: lanes },
    (): Lane => ({ kinds: shared, take: () => claimJob(context, shared), called: createWakeUp() }),
  )
  const all = [...others, ...own]
  const stopping = new AbortController()
  const wakeUp = createWakeUp()
  const runningJobs = new Set<ClaimedJob>()

  const enqueueRecurring = async (): Promise<void> => {
    const at = context.now()
    for (const { kind, everyMs } of recurring) {
      const turn = Math.floor(at.getTime() / everyMs)
      await enqueueJob(context.database.db, { kind, key: String(turn), payload: null, due: at })
    }
  }

  const runJob = async (job: ClaimedJob): Promise<void> => {
    const keeping = setInterval(() => {
      extendLease(context, job).catch((error: unknown) => log(`job ${job.kind} ${job.id}: ${String(error)}`))
    }, leaseMsOf(job.kind) / 3)
    try {
      const worker = workers[job.kind]
      if (worker === undefined) throw new Error(`there is no worker for ${job.kind}`)
      await worker(context, JSON.parse(job.payload), { ...job, signal: stopping.signal })
      await completeJob(context, job)
    } catch (error) {
      // What a stop broke off is nobody's fault.
      if (stopping.signal.aborted) return releaseJob(context, job)
      log(`job ${job.kind} ${job.id}, try ${job.attempt}: ${String(error)}`)
      await retryOrFailJob(context, job, String(error))
    } finally {
      clearInterval(keeping)
    }
  }

  /** Does one job; false where none is due. */
  const doOne = async ({ take }: Lane): Promise<boolean> => {
    const job = await take()
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
  const run = async (lane: Lane): Promise<void> => {
    while (!stopping.signal.aborted) {
      await lane.called.wait(stopping.signal)
      try {
        while (!stopping.signal.aborted && (await doOne(lane)));
      } catch (error) {
        outage.failed(error)
      }
    }
  }

  let lastTurn = ""
  /** Calls the lanes for which there is something to do; false where nothing can be taken. */
  const dispatchDueJobs = async (): Promise<boolean> => {
    // On a full disk what is due may make room; where nothing can be written nothing can be taken.
    if (context.database.diskState() === "read-only") return false
    const turn = recurring.map(({ everyMs }) => Math.floor(context.now().getTime() / everyMs)).join()
    if (turn !== lastTurn) {
      await enqueueRecurring()
      lastTurn = turn
    }
    const kinds = await listDueKinds(context, Object.keys(workers))
    for (const lane of all) if (lane.kinds.some((kind) => kinds.has(kind))) lane.called.wake()
    return true
  }

  const pollDueJobs = async (): Promise<void> => {
    for (let wait: number = pollIntervalMs.usual; !stopping.signal.aborted; ) {
      try {
        if (await dispatchDueJobs()) outage.recovered()
        wait = pollIntervalMs.usual
      } catch (error) {
        outage.failed(error)
        wait = Math.min(wait * 2, pollIntervalMs.longest)
      }
      await wakeUp.wait(stopping.signal, wait)
    }
  }
  const running = Promise.all([pollDueJobs(), ...all.map(run)])

  return {
    wake: wakeUp.wake,
    stop: async () => {
      stopping.abort()
      const late = new AbortController()
      await Promise.race([running, pause(grace, undefined, { signal: late.signal }).catch(() => undefined)])
      late.abort()
      for (const job of runningJobs) await releaseJob(context, job)
    },
  }
}

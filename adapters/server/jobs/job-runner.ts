// Does the jobs that are due, a few at a time, for as long as the server runs. One look is for all lanes: while nothing is to be done, that
// is all that the database is asked.
import { setTimeout as pause } from "node:timers/promises"
import { outageOf } from "../database/outage-log.ts"
import {
  type Claimed,
  claim,
  type Desk,
  enqueue,
  finish,
  handBack,
  keepLease,
  leaseOf,
  postpone,
  type Worker,
  waitingKinds,
} from "./job-queue.ts"

// Something to wait for that may have come already: whoever was rung for before listening hears it at once.

export type Bell = {
  readonly ring: () => void
  /** Resolves once it has rung since it was last listened to, after so many milliseconds, or when the signal says so. One listens at a time. */
  readonly heard: (enough: AbortSignal, longest?: number) => Promise<void>
}

export const bell = (): Bell => {
  let hasRung = false
  let wake = () => {}
  return {
    ring: () => {
      hasRung = true
      wake()
    },
    heard: async (enough, longest) => {
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
export type Recurring = { readonly kind: string; readonly every: number }

type Work<Where> = {
  readonly workers: Readonly<Record<string, Worker<Where>>>
  readonly recurring: ReadonlyArray<Recurring>
  /** Kinds that have lanes of their own, and how many: what waits for servers outside keeps nothing else waiting. */
  readonly ownLanes?: Readonly<Record<string, number>>
  /** Milliseconds that jobs have to finish at a stop; those that have not are handed back. */
  readonly grace?: number
}

/** Milliseconds between looks for due jobs; while the database is away they grow up to the second. */
const pauses = { usual: 1000, longest: 8000 } as const
/** Jobs of all other kinds that one process does at a time: one that takes long does not keep a mail waiting. */
const lanes = 3

/** Takes the next job of its kinds, once its bell has rung; no community has all lanes of kinds that have their own. */
type Lane = { readonly kinds: ReadonlyArray<string>; readonly take: () => Promise<Claimed | undefined>; readonly called: Bell }

const inTurn = <A>(work: () => Promise<A>): (() => Promise<A>) => {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
}

export type Jobs = {
  /** Looks for due jobs at once. */
  readonly wake: () => void
  /** Begins no further job, tells those being done, waits for them a while, and hands back what is left. */
  readonly stop: () => Promise<void>
}

export const runJobs = <Where extends Desk>(
  house: Where,
  { workers, recurring, ownLanes = {}, grace = 10_000 }: Work<Where>,
  log: (problem: string) => void,
): Jobs => {
  const shared = Object.keys(workers).filter((kind) => !Object.hasOwn(ownLanes, kind))
  const own = Object.entries(ownLanes).flatMap(([kind, number]): ReadonlyArray<Lane> => {
    // One after the other: lanes that look at once would all see that nothing is being done.
    const take = inTurn(() => claim(house, [kind], Math.ceil(number / 2)))
    return Array.from({ length: number }, () => ({ kinds: [kind], take, called: bell() }))
  })
  const others = Array.from({ length: lanes }, (): Lane => ({ kinds: shared, take: () => claim(house, shared), called: bell() }))
  const all = [...others, ...own]
  const ending = new AbortController()
  const woken = bell()
  const underWay = new Set<Claimed>()

  const enqueueRecurring = async (): Promise<void> => {
    const at = house.now()
    for (const { kind, every } of recurring) {
      const turn = Math.floor(at.getTime() / every)
      await enqueue(house.database.db, { kind, key: String(turn), payload: null, due: at })
    }
  }

  const tried = async (job: Claimed): Promise<void> => {
    const keeping = setInterval(() => {
      keepLease(house, job).catch((error: unknown) => log(`job ${job.kind} ${job.id}: ${String(error)}`))
    }, leaseOf(job.kind) / 3)
    try {
      const worker = workers[job.kind]
      if (worker === undefined) throw new Error(`there is no worker for ${job.kind}`)
      await worker(house, JSON.parse(job.payload), { ...job, signal: ending.signal })
      await finish(house, job)
    } catch (error) {
      // What a stop broke off is nobody's fault.
      if (ending.signal.aborted) return handBack(house, job)
      log(`job ${job.kind} ${job.id}, try ${job.attempt}: ${String(error)}`)
      await postpone(house, job, String(error))
    } finally {
      clearInterval(keeping)
    }
  }

  /** Does one job; false where none is due. */
  const doOne = async ({ take }: Lane): Promise<boolean> => {
    const job = await take()
    if (job === undefined) return false
    underWay.add(job)
    try {
      await (ending.signal.aborted ? handBack(house, job) : tried(job))
    } finally {
      underWay.delete(job)
    }
    return true
  }

  const outage = outageOf("jobs", log)
  const run = async (lane: Lane): Promise<void> => {
    while (!ending.signal.aborted) {
      await lane.called.heard(ending.signal)
      try {
        while (!ending.signal.aborted && (await doOne(lane)));
      } catch (error) {
        outage.failed(error)
      }
    }
  }

  let lastTurn = ""
  /** Calls the lanes for which there is something to do; false where nothing can be taken. */
  const look = async (): Promise<boolean> => {
    // On a full disk what is due may make room; where nothing can be written nothing can be taken.
    if (house.database.disk() === "read-only") return false
    const turn = recurring.map(({ every }) => Math.floor(house.now().getTime() / every)).join()
    if (turn !== lastTurn) {
      await enqueueRecurring()
      lastTurn = turn
    }
    const kinds = await waitingKinds(house, Object.keys(workers))
    for (const lane of all) if (lane.kinds.some((kind) => kinds.has(kind))) lane.called.ring()
    return true
  }

  const keepLooking = async (): Promise<void> => {
    for (let wait: number = pauses.usual; !ending.signal.aborted; ) {
      try {
        if (await look()) outage.passed()
        wait = pauses.usual
      } catch (error) {
        outage.failed(error)
        wait = Math.min(wait * 2, pauses.longest)
      }
      await woken.heard(ending.signal, wait)
    }
  }
  const running = Promise.all([keepLooking(), ...all.map(run)])

  return {
    wake: woken.ring,
    stop: async () => {
      ending.abort()
      const late = new AbortController()
      await Promise.race([running, pause(grace, undefined, { signal: late.signal }).catch(() => undefined)])
      late.abort()
      for (const job of underWay) await handBack(house, job)
    },
  }
}

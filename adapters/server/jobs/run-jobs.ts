// Does the jobs that are due, one after the other, for as long as the server runs.
import { setTimeout as pause } from "node:timers/promises"
import type { House } from "../house.ts"
import { claim, enqueue, finish, handBack, postpone, type Worker } from "./jobs.ts"

/** Something to be done again and again: once in so many milliseconds, by whichever process comes first. */
export type Recurring = { readonly kind: string; readonly every: number }

type Work = { readonly workers: Readonly<Record<string, Worker>>; readonly recurring: ReadonlyArray<Recurring> }

/** Milliseconds between looks for due jobs. */
const usualPause = 1000

export type Jobs = {
  /** Looks for due jobs at once. */
  readonly wake: () => void
  /** Begins no further job, and waits for the one that is being done. */
  readonly stop: () => Promise<void>
}

export const runJobs = (house: House, { workers, recurring }: Work, log: (problem: string) => void): Jobs => {
  const kinds = Object.keys(workers)
  const ending = new AbortController()
  let nap = new AbortController()

  const enqueueRecurring = async (): Promise<void> => {
    const at = house.now()
    for (const { kind, every } of recurring) {
      const turn = Math.floor(at.getTime() / every)
      await enqueue(house.database.db, { kind, key: String(turn), payload: null, due: at })
    }
  }

  /** Does one job; false where none is due. */
  const doOne = async (): Promise<boolean> => {
    const job = await claim(house, kinds)
    if (job === undefined) return false
    if (ending.signal.aborted) {
      await handBack(house, job)
      return false
    }
    try {
      const worker = workers[job.kind]
      if (worker === undefined) throw new Error(`there is no worker for ${job.kind}`)
      await worker(house, JSON.parse(job.payload), job)
      await finish(house, job)
    } catch (error) {
      log(`job ${job.kind} ${job.id}, try ${job.attempt}: ${String(error)}`)
      await postpone(house, job, String(error))
    }
    return true
  }

  let lastTurn = ""
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      try {
        const turn = recurring.map(({ every }) => Math.floor(house.now().getTime() / every)).join()
        if (turn !== lastTurn) {
          await enqueueRecurring()
          lastTurn = turn
        }
        while (!ending.signal.aborted && (await doOne()));
      } catch (error) {
        // The database is away: it is asked again in a moment.
        log(`jobs: ${String(error)}`)
      }
      nap = new AbortController()
      await pause(usualPause, undefined, { signal: AbortSignal.any([ending.signal, nap.signal]) }).catch(() => undefined)
    }
  }
  const running = run()

  return {
    wake: () => nap.abort(),
    stop: async () => {
      ending.abort()
      await running
    },
  }
}

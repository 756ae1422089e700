// Keeps viewers of live statistics from slowing down respondents: concurrent reads of the same statistics are coalesced, and of the expensive
// ones only a few run at the same time.

import { setTimeout as pause } from "node:timers/promises"
import { serviceUnavailable } from "../http/http-error.ts"
import { createSlots } from "../http/slots.ts"
import { createTurns } from "../http/turns.ts"

/** Milliseconds between reads of the same statistics. With the poll interval, a change shows within two seconds. */
const restMs = 500

/** How many callers of a read one turn of the event loop responds to: a whole audience waits for the same one. */
const callersPerTurn = 8

/**
 * Coalesces identical reads, so that a room full of viewers notified of one answer does not delay the next respondent.
 * Callers never get data read before they asked: those arriving during a read, or just after, share the next one.
 * So nothing is cached, and a read always includes what an event announced.
 */
export type CoalescedRead<A> = (key: string, read: () => Promise<A>) => Promise<A>

export const createCoalescedRead = <A>(): CoalescedRead<A> => {
  /** Reads that have not started yet, by key. */
  const pendingReads = new Map<string, Promise<A>>()
  const restPeriods = new Map<string, Promise<void>>()
  const respondInTurns = createTurns(callersPerTurn)
  const startRead = async (key: string, read: () => Promise<A>): Promise<A> => {
    await restPeriods.get(key)
    pendingReads.delete(key)
    const reading = read()
    const rested = reading.then(
      () => pause(restMs),
      () => pause(restMs),
    )
    restPeriods.set(
      key,
      rested.then(() => void restPeriods.delete(key)),
    )
    return reading
  }
  return async (key, read) => {
    const pending = pendingReads.get(key) ?? startRead(key, read)
    pendingReads.set(key, pending)
    try {
      return await pending
    } finally {
      await new Promise<void>((resolve) => respondInTurns(resolve))
    }
  }
}

/** Runs reads within the limit; rejects with a 503 if too many wait already. */
export type ReadLimit = <A>(read: () => Promise<A>) => Promise<A>

export const createReadLimit = ({ running, waiting }: { readonly running: number; readonly waiting: number }): ReadLimit => {
  const slots = createSlots(running)
  return async (read) => {
    if (slots.countWaiting() >= waiting)
      throw serviceUnavailable("Too many people are viewing statistics of chosen days; try again in a moment.")
    return slots.run(read)
  }
}

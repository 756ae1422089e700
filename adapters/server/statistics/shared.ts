// Reading once for all who ask the same at a time: a hall of pages that were told of one answer shall not keep waiting whoever gives the next.
import { setTimeout as pause } from "node:timers/promises"

/** Milliseconds after a read in which the same is not read again; with the look of events.ts less than the two seconds in which an answer shows. */
const rest = 500

/**
 * Nobody gets what was read from before they asked: who asks while it is being read, or just after, waits for the next read, together with
 * all who do. So there is no answer to keep, and what an event told of is in what is read after it, whichever process counted it.
 */
export type Shared<A> = (what: string, read: () => Promise<A>) => Promise<A>

export const shared = <A>(): Shared<A> => {
  /** By what is read: until nobody waits for it and it has rested. */
  const next = new Map<string, Promise<A>>()
  const resting = new Map<string, Promise<void>>()
  const begin = async (what: string, read: () => Promise<A>): Promise<A> => {
    await resting.get(what)
    next.delete(what)
    const reading = read()
    const rested = reading.then(
      () => pause(rest),
      () => pause(rest),
    )
    resting.set(
      what,
      rested.then(() => void resting.delete(what)),
    )
    return reading
  }
  return (what, read) => {
    const waited = next.get(what) ?? begin(what, read)
    next.set(what, waited)
    return waited
  }
}

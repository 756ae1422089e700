// Limits how many expensive reads run at the same time; the others wait in order.
import { serviceUnavailable } from "../http/http-error.ts"

/** Runs reads within the limit; rejects with a 503 if too many wait already. */
export type ReadLimit = <A>(read: () => Promise<A>) => Promise<A>

export const createReadLimit = ({ running, waiting }: { readonly running: number; readonly waiting: number }): ReadLimit => {
  let free = running
  const queue: Array<() => void> = []
  return async (read) => {
    if (free > 0) free--
    else if (queue.length >= waiting) throw serviceUnavailable("Too many are looking at single days; look again in a moment.")
    else await new Promise<void>((start) => queue.push(start))
    try {
      return await read()
    } finally {
      // A waiting read takes over the place of this one.
      const next = queue.shift()
      if (next === undefined) free++
      else next()
    }
  }
}

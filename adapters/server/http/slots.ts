// Limits how much work runs at the same time; the rest waits for its turn.

/** Returns the slot; more calls than one have no effect. */
export type Release = () => void

/** A number of slots, of which callers get as many as they need in the order in which they asked. */
export type Slots = {
  /** Waits for slots; a caller whose signal aborts while it waits leaves the queue, and the promise rejects with the reason. */
  readonly acquire: (size?: number, signal?: AbortSignal) => Promise<Release>
  /** Runs work that holds one slot until it ends. */
  readonly run: <A>(work: () => Promise<A>) => Promise<A>
  readonly countWaiting: () => number
  readonly isIdle: () => boolean
}

/** Creates `count` slots. A caller that needs more than all of them gets all. */
export const createSlots = (count: number): Slots => {
  let taken = 0
  const waiting: Array<{ readonly size: number; readonly start: () => void }> = []
  const startWaiting = (): void => {
    for (let [next] = waiting; next !== undefined && taken + next.size <= count; [next] = waiting) {
      waiting.shift()
      taken += next.size
      next.start()
    }
  }
  const createRelease = (size: number): Release => {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      taken -= size
      startWaiting()
    }
  }
  const acquire: Slots["acquire"] = async (requested = 1, signal) => {
    const size = Math.min(requested, count)
    await new Promise<void>((start, reject) => {
      const caller = { size, start }
      const leave = () => {
        const index = waiting.indexOf(caller)
        if (index === -1) return
        waiting.splice(index, 1)
        reject(signal?.reason)
        // Those behind it may need fewer slots.
        startWaiting()
      }
      waiting.push(caller)
      signal?.addEventListener("abort", leave, { once: true })
      startWaiting()
    })
    return createRelease(size)
  }
  return {
    acquire,
    run: async (work) => {
      const release = await acquire()
      try {
        return await work()
      } finally {
        release()
      }
    },
    countWaiting: () => waiting.length,
    isIdle: () => taken === 0 && waiting.length === 0,
  }
}

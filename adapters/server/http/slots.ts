// Limits how much work runs at the same time; the rest waits for its turn.

/** Returns the slot; more calls than one have no effect. */
export type Release = () => void

/** A number of slots, of which callers get as many as they need in the order in which they asked. */
export type Slots = {
  readonly acquire: (size?: number) => Promise<Release>
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
  const acquire: Slots["acquire"] = async (requested = 1) => {
    const size = Math.min(requested, count)
    await new Promise<void>((start) => {
      waiting.push({ size, start })
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

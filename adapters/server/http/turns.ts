// Spreads work that arrives at the same time over several turns of the event loop, so that nothing else waits for all of it.

/** Returns a function that runs pieces of work in the order in which it is called, so many in one turn of the event loop. */
export const createTurns = (perTurn: number): ((work: () => void) => void) => {
  const waiting: Array<() => void> = []
  let isScheduled = false
  const schedule = () => {
    isScheduled = waiting.length > 0
    if (isScheduled)
      setImmediate(() => {
        for (const work of waiting.splice(0, perTurn)) work()
        schedule()
      })
  }
  return (work) => {
    waiting.push(work)
    if (!isScheduled) schedule()
  }
}

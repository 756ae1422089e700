// Spreads work that arrives at the same time over several turns of the event loop, so that nothing else waits for all of it.

/** Returns a function that queues its argument; each turn of the event loop runs at most `perTurn` pieces of queued work, in order. */
export const createTurns = (perTurn: number): ((work: () => void) => void) => {
  const waiting: Array<() => void> = []
  let isScheduled = false
  const schedule = () => {
    isScheduled = waiting.length > 0
    if (isScheduled)
      setImmediate(() => {
        try {
          for (let count = 0; count < perTurn; count++) waiting.shift()?.()
        } finally {
          // Also after work that throws, which would end the queue otherwise.
          schedule()
        }
      })
  }
  return (work) => {
    waiting.push(work)
    if (!isScheduled) schedule()
  }
}

// Logs the start and the end of a database outage instead of every failed poll.

export type OutageLog = {
  /** Reports a failed poll. */
  readonly failed: (problem: unknown) => void
  /** Reports a successful poll. */
  readonly recovered: () => void
}

/** `what` names the poller in the log. */
export const createOutageLog = (poller: string, log: (problem: string) => void): OutageLog => {
  let isDown = false
  return {
    failed: (problem) => {
      if (!isDown) log(`${poller}: ${String(problem)}`)
      isDown = true
    },
    recovered: () => {
      if (isDown) log(`${poller}: the database is back`)
      isDown = false
    },
  }
}

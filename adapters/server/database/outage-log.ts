// Saying of an outage that it began and that it ended, not at every look in between.

export type OutageLog = {
  /** A look came to nothing. */
  readonly failed: (problem: unknown) => void
  /** A look was answered. */
  readonly recovered: () => void
}

/** `what` is what looks. */
export const createOutageLog = (what: string, log: (problem: string) => void): OutageLog => {
  let lasts = false
  return {
    failed: (problem) => {
      if (!lasts) log(`${what}: ${String(problem)}`)
      lasts = true
    },
    recovered: () => {
      if (lasts) log(`${what}: the database is back`)
      lasts = false
    },
  }
}

// Days on the person's own calendar.

/** The day of an instant where this browser is, `YYYY-MM-DD`. */
export const localDay = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-")

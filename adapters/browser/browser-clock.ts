// Days on the person's own calendar.

/** The day of an instant where this browser is, `YYYY-MM-DD`. */
export const localDay = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-")

/** The name of the time zone that this browser is in. */
export const localTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The day of an instant on the server's calendar (UTC), `YYYY-MM-DD`. */
export const utcDay = (at: Date): string => at.toISOString().slice(0, 10)

// What time it is, told now and then.

/** Tells the time (ISO 8601) at once, and every so many milliseconds until the end that it gives. */
export const watchClock = (every: number, tell: (time: string) => void): (() => void) => {
  const look = () => tell(new Date().toISOString())
  look()
  const looking = setInterval(look, every)
  return () => clearInterval(looking)
}

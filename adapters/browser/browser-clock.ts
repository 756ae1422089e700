// Local and UTC days, the local time zone, and a clock that reports the time repeatedly.

/** The local day of an instant, `YYYY-MM-DD`. */
export const getLocalDay = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-")

/** The IANA name of the browser's time zone. */
export const getLocalTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The UTC day of an instant, `YYYY-MM-DD`. */
export const getUtcDay = (at: Date): string => at.toISOString().slice(0, 10)

/** Reports the time (ISO 8601) immediately and then every `intervalMs`. Returns the function that stops it. */
export const watchClock = (intervalMs: number, notify: (time: string) => void): (() => void) => {
  const reportTime = () => notify(new Date().toISOString())
  reportTime()
  const timer = setInterval(reportTime, intervalMs)
  return () => clearInterval(timer)
}

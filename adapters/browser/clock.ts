// What time it is, told now and then.

/** Tells the time (ISO 8601) at once, and every so many milliseconds until the end that it gives. */
export const watchClock = (every: number, tell: (time: string) => void): (() => void) => {
  const look = () => tell(new Date().toISOString())
  look()
  const looking = setInterval(look, every)
  return () => clearInterval(looking)
}

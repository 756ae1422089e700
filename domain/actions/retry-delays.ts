// When what was to be done and failed is tried again: a delivery that nobody took, and any other job (decisions "Send to API").

const minute = 60_000
const hour = 60 * minute

/** Milliseconds before the second try and those after it: growing, a little over 24 hours in all. After the last it has failed for good. */
export const deliveryRetryDelaysMs = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 16 * hour] as const

/** Milliseconds before what a respondent waits for is tried again: seconds at first, for they sit there. */
const awaitedRetryDelaysMs = [1000, 5000, 15_000, ...deliveryRetryDelaysMs] as const

/** How a job is tried again: until it is done, however often that takes; soon, because somebody waits for it. */
type Trying = { readonly untilDone?: boolean; readonly isAwaited?: boolean }

/** Milliseconds after which what has failed so many times is tried again; null where it has failed for good, which `untilDone` never has. */
export const retryDelayMs = (tries: number, { untilDone = false, isAwaited = false }: Trying = {}): number | null =>
  (isAwaited ? awaitedRetryDelaysMs : deliveryRetryDelaysMs)[tries - 1] ??
  (untilDone ? (deliveryRetryDelaysMs[deliveryRetryDelaysMs.length - 1] ?? null) : null)

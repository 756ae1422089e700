// Retry delays of failed deliveries and other jobs (A10, A14).

const minute = 60_000
const hour = 60 * minute

/**
 * Delays in milliseconds before the second and later attempts, a little over 24 hours in total. After the last attempt
 * a delivery has failed for good.
 */
export const deliveryRetryDelaysMs = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 16 * hour] as const

/** Delays in milliseconds for a call that a respondent is waiting for: only seconds at first. */
const awaitedRetryDelaysMs = [1000, 5000, 15_000, ...deliveryRetryDelaysMs] as const

/** `untilDone`: retried without limit. `isAwaited`: retried soon, because a respondent is waiting. */
type RetryOptions = { readonly untilDone?: boolean; readonly isAwaited?: boolean }

/**
 * Returns the delay in milliseconds after `tries` failed attempts; null if there is no further attempt, which never
 * happens with `untilDone`.
 */
export const retryDelayMs = (tries: number, { untilDone = false, isAwaited = false }: RetryOptions = {}): number | null =>
  (isAwaited ? awaitedRetryDelaysMs : deliveryRetryDelaysMs)[tries - 1] ??
  (untilDone ? (deliveryRetryDelaysMs[deliveryRetryDelaysMs.length - 1] ?? null) : null)

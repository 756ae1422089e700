// Calls that are sent again under their `Idempotency-Key` (contract "HTTP API").

/** Milliseconds for which one is answered as it was the first time. */
export const answersLast = 24 * 3_600_000

// How long what was asked for may take before it is said that it is on its way.

/** Milliseconds for which a deed that was asked for may seem to do nothing. */
export const patience = { untilSlow: 300 } as const

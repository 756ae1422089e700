// How long a session lasts, and how often somebody may be wrong (decisions U1, U3).

const minute = 60_000
const hour = 60 * minute

/** [U1] Milliseconds without a call, and in all, after which a session has ended. */
export const sessionLasts = { idle: 12 * hour, atMost: 30 * 24 * hour } as const

/** [U3] Failures of an account and of an address within so many milliseconds, after which nothing is tried any more. */
export const failureLimits = { account: 5, address: 20, within: 15 * minute } as const

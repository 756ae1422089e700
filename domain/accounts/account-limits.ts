// How long a session and what proves who somebody is last, how often somebody may be wrong, and how long codes are (decisions U1, U3, U4,
// U16).

const minute = 60_000
const hour = 60 * minute

/** [U1] Milliseconds without a call, and in all, after which a session has ended. */
export const sessionLifetimeMs = { idle: 12 * hour, absolute: 30 * 24 * hour } as const

/** [U3] Failures of an account and of an address within so many milliseconds, after which nothing is tried any more. */
export const failedAttemptLimits = { account: 5, address: 20, within: 15 * minute } as const

/** [U4] Milliseconds for which a token of a two-step deed is good. */
export const tokenLifetimeMs = 10 * minute

/** Milliseconds for which a sign-in is proof enough to change the account (design/reliability "Sign-in and sessions"). */
export const reauthenticationWindowMs = 10 * minute

/**
 * The codes that an authenticator app shows (RFC 6238): their digits, the seconds for which one stands, and how many of those spans one may
 * be early or late.
 */
export const totpDigits = 6
export const totpPeriodSeconds = 30
export const totpWindowPeriods = 1

/** Letters and digits of a backup code without its dashes, and how many of them are made. */
export const backupCodeLength = 12
export const backupCodeCount = 10

/** Milliseconds for which a token of the sign-in form, a mailed link to a new password, and the second step of a sign-in are waited for. */
export const signInStepLifetimeMs = { form: hour, reset: hour, code: 10 * minute } as const

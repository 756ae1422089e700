// Lifetimes of sessions and tokens, sign-in failure limits and the format of verification codes (U1, U3, U4, U16).

const minute = 60_000
const hour = 60 * minute

/** [U1] Session lifetimes in milliseconds: since the last request (`idle`) and since the sign-in (`absolute`). */
export const sessionLifetimeMs = { idle: 12 * hour, absolute: 30 * 24 * hour } as const

/**
 * [U3] The number of failures per account, per IP address and per known device after which further attempts are refused; `within` is in
 * milliseconds.
 */
export const failedAttemptLimits = { account: 5, address: 20, device: 5, within: 15 * minute } as const

/** [U3] How long a device stays known to an account after a sign-in, in milliseconds. */
export const knownDeviceLifetimeMs = 365 * 24 * hour

/** How many accounts a device stays known to at the same time; the one that signed in longest ago is dropped. */
export const maxAccountsPerDevice = 5

/** [U4] How long the token of a two-step operation is valid, in milliseconds. */
export const tokenLifetimeMs = 10 * minute

/** How long after a sign-in the account can be changed without confirming the password again, in milliseconds. */
export const reauthenticationWindowMs = 10 * minute

/** TOTP codes (RFC 6238): their digits, their period in seconds, and how many periods a code may be early or late. */
export const totpDigits = 6
export const totpPeriodSeconds = 30
export const totpWindowPeriods = 1

/** Characters of a backup code without its dashes, and how many codes are generated. */
export const backupCodeLength = 12
export const backupCodeCount = 10

/** Lifetimes in milliseconds: the token of the sign-in form, a mailed password reset link, and the second sign-in step. */
export const signInStepLifetimeMs = { form: hour, reset: hour, code: 10 * minute } as const

/**
 * The longest random delay in milliseconds between a request without a session and the job that looks up the account by name or address: response
 * times after the request then do not show what the job found.
 */
export const maxLookupDelayMs = 5000

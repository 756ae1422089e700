// The delay of jobs that look up the account of a request without a session, so that response times do not show whether it exists.
import { randomInt } from "node:crypto"
import { maxLookupDelayMs } from "../../../domain/accounts/account-limits.ts"

/** Returns a random delay in milliseconds, up to the longest one. */
export const randomLookupDelayMs = (): number => randomInt(maxLookupDelayMs + 1)

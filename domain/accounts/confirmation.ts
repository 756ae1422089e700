// Confirming a removal [U4]: why a confirmation is refused.
import * as Schema from "effect/Schema"

/** The token has `expired`, was `used` already, or is `unknown` for this user and target. */
export const ConfirmationProblem = Schema.Literals(["expired", "used", "unknown"])
export type ConfirmationProblem = typeof ConfirmationProblem.Type

/** How long a change counts as made a moment ago, in milliseconds. */
const momentMs = 5 * 60_000

/** Whether something that happened at `at` happened a moment ago. */
export const isMomentAgo = (at: Date, now: Date): boolean => now.getTime() - at.getTime() < momentMs

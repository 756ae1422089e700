// Failures of calls to the server and the device, as tagged errors that machines can act on.
import * as Schema from "effect/Schema"
import { Finding, Violation } from "../findings/finding.ts"
import { ScriptSchema } from "../script/script.ts"
import { type DeletionAction, getDeletionAction } from "../script/script-list.ts"
import { Status } from "../script/status.ts"
import { StylePayload } from "../style/style-payload-schema.ts"
import { CountChange } from "./count-changes.ts"

/** What the server says about a failure, in its own words, which are shown unchanged. */
export const Explanation = Schema.Struct({ message: Schema.String, cause: Schema.optionalKey(Schema.String) })
export type Explanation = typeof Explanation.Type

/** The input is invalid; `findings` has the places in a script. */
export class ValidationFailed extends Schema.TaggedError<ValidationFailed>()("ValidationFailed", {
  violations: Schema.Array(Violation),
  findings: Schema.Array(Finding),
  explanation: Schema.optionalKey(Explanation),
}) {}
/** Nobody is signed in, or the session has ended. */
export class SignedOut extends Schema.TaggedError<SignedOut>()("SignedOut", {}) {}
/** The caller's role does not allow it. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", {}) {}
/** The token has `expired`, was `used` already, or is `unknown` for this user and target. */
export const ConfirmationProblem = Schema.Literals(["expired", "used", "unknown"])
export type ConfirmationProblem = typeof ConfirmationProblem.Type
/** [U4] The token of a removal is not accepted: nothing has been removed. */
export class ConfirmationRefused extends Schema.TaggedError<ConfirmationRefused>()("ConfirmationRefused", {
  reason: ConfirmationProblem,
}) {}
/**
 * [U4] What was to be removed is no longer what its user was shown, so it has not been removed. `status` is that of a chat, null for other
 * things. Who changed it and when (ISO 8601), if known; `isRecent`: a moment ago. `changes`: counts that
 * differ from those in the dialog.
 */
export class TargetChanged extends Schema.TaggedError<TargetChanged>()("TargetChanged", {
  status: Schema.NullOr(Status),
  changedBy: Schema.NullOr(Schema.String),
  changedAt: Schema.NullOr(Schema.String),
  isRecent: Schema.Boolean,
  changes: Schema.optionalKey(Schema.Array(CountChange)),
}) {}
/** The resource does not exist, or the caller may not know that it does. */
export class NotFound extends Schema.TaggedError<NotFound>()("NotFound", {}) {}
/** Someone else saved the script first: the current script, and who saved it and when (ISO 8601), if known. */
export class ScriptSaveConflict extends Schema.TaggedError<ScriptSaveConflict>()("ScriptSaveConflict", {
  script: ScriptSchema,
  savedBy: Schema.NullOr(Schema.String),
  savedAt: Schema.NullOr(Schema.String),
}) {}
/** Someone else saved the style first: the current style, and who saved it and when (ISO 8601), if known. */
export class StyleSaveConflict extends Schema.TaggedError<StyleSaveConflict>()("StyleSaveConflict", {
  style: StylePayload,
  savedBy: Schema.NullOr(Schema.String),
  savedAt: Schema.NullOr(Schema.String),
}) {}
/** The request is larger than the server accepts. */
export class TooLarge extends Schema.TaggedError<TooLarge>()("TooLarge", {}) {}
/** Too many attempts; the caller may try again after `retryAfterSeconds`. */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", { retryAfterSeconds: Schema.Finite }) {}
/**
 * The server cannot be reached or cannot respond. `answered` is set if something did respond: with an error (`trouble`), or with a
 * response that is not from our server, such as a proxy's page (`garbled`).
 */
export class Unreachable extends Schema.TaggedError<Unreachable>()("Unreachable", {
  message: Schema.String,
  answered: Schema.optionalKey(Schema.Literals(["trouble", "garbled"])),
  explanation: Schema.optionalKey(Explanation),
}) {}
/** The response, or a stored value, has a shape that this version does not know. */
export class Unreadable extends Schema.TaggedError<Unreadable>()("Unreadable", { message: Schema.String }) {}

/** Every way in which a call can fail, distinguished by `_tag`. */
export const Failure = Schema.Union([
  ValidationFailed,
  SignedOut,
  Forbidden,
  ConfirmationRefused,
  TargetChanged,
  NotFound,
  ScriptSaveConflict,
  StyleSaveConflict,
  TooLarge,
  RateLimited,
  Unreachable,
  Unreadable,
])
export type Failure = typeof Failure.Type
/** Returns whether any value is one of these failures; anything else that was thrown is a defect. */
export const isFailure = Schema.is(Failure)

/** Whether the same call may succeed later: what no longer exists stays so. */
export const mayRetrySucceed = (failure: Failure): boolean => failure._tag !== "NotFound"

/** How long a change counts as made a moment ago, in milliseconds. */
const momentMs = 5 * 60_000

/** Whether something that happened at `at` happened a moment ago. */
export const isMomentAgo = (at: Date, now: Date): boolean => now.getTime() - at.getTime() < momentMs

/** [S10] Whether the removal of a chat failed because it is in the other list now, where the same button does something else. */
export const isInOtherList = (failure: Failure, action: DeletionAction): boolean =>
  failure._tag === "TargetChanged" && failure.status !== null && getDeletionAction(failure.status) !== action

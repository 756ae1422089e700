// Why a call to the outside came to nothing, in words the machines can act on.
import * as Schema from "effect/Schema"
import { Finding } from "./check/finding.ts"
import { Script } from "./script/script.ts"
import { StylePayload } from "./style/style-payload.ts"

/** What the server has against one field. `message` is a catalogue key or a text to show as it is. */
export const Violation = Schema.Struct({ field: Schema.String, message: Schema.String })
export type Violation = typeof Violation.Type

/** The input breaks rules; `findings` says where a script does. */
export class ValidationFailed extends Schema.TaggedError<ValidationFailed>()("Refused", {
  violations: Schema.Array(Violation),
  findings: Schema.Array(Finding),
}) {}
/** Nobody is signed in (any more). */
export class SignedOut extends Schema.TaggedError<SignedOut>()("SignedOut", {}) {}
/** The caller's role does not allow it, or a one-time token is wrong or spent. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", {}) {}
/** There is no such thing, or none the caller may know of. */
export class NotFound extends Schema.TaggedError<NotFound>()("Missing", {}) {}
/** Someone else saved first: the script as it now stands, and who saved it when (ISO 8601), where known. */
export class ScriptSaveConflict extends Schema.TaggedError<ScriptSaveConflict>()("Overtaken", {
  script: Script,
  savedBy: Schema.NullOr(Schema.String),
  savedAt: Schema.NullOr(Schema.String),
}) {}
/** Someone else saved the styling first: how it stands now, and who saved it when (ISO 8601), where known. */
export class StyleSaveConflict extends Schema.TaggedError<StyleSaveConflict>()("StyleOvertaken", {
  style: StylePayload,
  savedBy: Schema.NullOr(Schema.String),
  savedAt: Schema.NullOr(Schema.String),
}) {}
/** More than the server takes. */
export class TooLarge extends Schema.TaggedError<TooLarge>()("TooLarge", {}) {}
/** Too many tries; again in `seconds`. */
export class RateLimited extends Schema.TaggedError<RateLimited>()("TooSoon", { retryAfterSeconds: Schema.Finite }) {}
/**
 * The server cannot be reached or cannot answer now. `answered`: something did answer, that there is trouble, or what is no answer of a server
 * of ours, as a page of whatever stands in between.
 */
export class Unreachable extends Schema.TaggedError<Unreachable>()("Unreachable", {
  message: Schema.String,
  answered: Schema.optionalKey(Schema.Literals(["trouble", "garbled"])),
}) {}
/** The answer, or a stored thing, has a shape this version does not know. */
export class Unreadable extends Schema.TaggedError<Unreadable>()("Unreadable", { message: Schema.String }) {}

/** Everything that can come of a call instead of its answer, told apart by `_tag`. */
export const Failure = Schema.Union([
  ValidationFailed,
  SignedOut,
  Forbidden,
  NotFound,
  ScriptSaveConflict,
  StyleSaveConflict,
  TooLarge,
  RateLimited,
  Unreachable,
  Unreadable,
])
export type Failure = typeof Failure.Type
/** Whether a value, of whatever kind, is one of these failures; anything else that was thrown is a defect. */
export const isFailure = Schema.is(Failure)

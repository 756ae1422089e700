// Failures of calls, as tagged errors that a caller can act on.
export {
  ConfirmationRefused,
  Explanation,
  Failure,
  Forbidden,
  isFailure,
  NotFound,
  RateLimited,
  ScriptSaveConflict,
  SignedOut,
  StyleSaveConflict,
  TargetChanged,
  TooLarge,
  Unreachable,
  Unreadable,
  ValidationFailed,
} from "../failures/failure.ts"
export { Violation } from "../findings/finding.ts"

// Failures of calls, as tagged errors that a caller can act on.
export {
  Failure,
  Forbidden,
  isFailure,
  NotFound,
  RateLimited,
  ScriptSaveConflict,
  SignedOut,
  StyleSaveConflict,
  TooLarge,
  Unreachable,
  Unreadable,
  ValidationFailed,
  Violation,
} from "../failure.ts"

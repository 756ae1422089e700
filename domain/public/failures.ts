// Why a call came to nothing: tagged errors that a caller can act on.
export {
  Failure,
  Forbidden,
  isFailure,
  Missing,
  Overtaken,
  Refused,
  SignedOut,
  StyleOvertaken,
  TooLarge,
  TooSoon,
  Unreachable,
  Unreadable,
  Violation,
} from "../failure.ts"

// Minimal users, scripts and failures for tests of the console's machines.
import { fromCallback } from "xstate"
import type { User } from "../../domain/accounts/user.ts"
import {
  ConfirmationRefused,
  Forbidden,
  NotFound,
  RateLimited,
  SignedOut,
  TargetChanged,
  Unreachable,
  ValidationFailed,
} from "../../domain/failures/failure.ts"
import { type ListedScript, ScriptId } from "../../domain/script/script.ts"
import type { Status } from "../../domain/script/status.ts"

export const user = (name: string): User => ({
  uuid: `user ${name}`,
  username: name,
  email: `${name}@example.org`,
  roles: ["ROLE_USER"],
  communityEntries: [],
})

export const listedScript = (id: string, status: Status): ListedScript => ({
  uuid: ScriptId.make(id),
  name: `chat ${id}`,
  public_name: "",
  language: "nl",
  status,
  revision: 1,
  isDeletionApproved: false,
  removalProcedure: true,
  liveDate: null,
  closedDate: null,
  deletedWarningDate: null,
  deletedDate: null,
  removalWarningDate: null,
  updatedAt: "2026-01-01T00:00:00Z",
})

/** Tracks nothing: for tests in which the session does not matter. */
export const trackUnsavedWork = fromCallback(() => undefined)

export const signedOut = new SignedOut()
export const forbidden = new Forbidden()
export const expired = new ConfirmationRefused({ reason: "expired" })
/** Someone else archived the chat meanwhile. */
export const targetChanged = new TargetChanged({ status: "deleted", changedBy: "bob", changedAt: null, isRecent: true })
export const gone = new NotFound({})
export const unreachable = new Unreachable({ message: "cut" })
export const rateLimited = (seconds: number) => new RateLimited({ retryAfterSeconds: seconds })
export const validationFailed = (field: string, message: string) => new ValidationFailed({ violations: [{ field, message }], findings: [] })

// What the account screens get from their wiring: the machines whose ports are filled.
import type { emailChangeMachine } from "../../../machines/account/email-change.ts"
import type { openSessionsMachine } from "../../../machines/account/open-sessions.ts"
import type { passwordChangeMachine } from "../../../machines/account/password-change.ts"
import type { passwordResetMachine } from "../../../machines/account/password-reset.ts"
import type { twoFactorMachine } from "../../../machines/account/two-factor.ts"

export type AccountMachines = {
  readonly emailChange: typeof emailChangeMachine
  readonly passwordChange: typeof passwordChangeMachine
  readonly passwordReset: typeof passwordResetMachine
  readonly twoFactor: typeof twoFactorMachine
  readonly openSessions: typeof openSessionsMachine
}

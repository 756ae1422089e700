// Connects the machines of the account pages to the adapters.

import { fromCallback } from "xstate"
import { createOwnAccountApi } from "../../../adapters/api/account-api.ts"
import {
  emailChangeMachine,
  emailFormMachine,
  passwordChangeMachine,
  passwordFormMachine,
  passwordResetFormMachine,
  passwordResetMachine,
} from "../../../machines/account/account-form-machines.ts"
import { type OtherSessionsEnded, openSessionsMachine } from "../../../machines/account/open-sessions-machine.ts"
import { confirmTotpMachine, disableTotpMachine, twoFactorMachine } from "../../../machines/account/two-factor-machine.ts"
import { createEventBus } from "../../kit/event-bus.ts"
import type { AccountMachines, WiringContext } from "../console-services.tsx"

export const wireAccount = ({
  api,
  fill: connectPort,
  send: connectSubmitPort,
  holdWork,
  holdUnkept: holdUnsavedWork,
  session,
}: WiringContext): AccountMachines => {
  const account = createOwnAccountApi(api)
  // Changing the password or two-factor authentication ends all other sessions [U1]; the session list must be told.
  const sessionsEnded = createEventBus()
  const notifyAfter = async <Output>(change: Promise<Output>): Promise<Output> => {
    const output = await change
    sessionsEnded.emit()
    return output
  }
  return {
    emailChange: emailChangeMachine.provide({
      actors: {
        form: emailFormMachine.provide({
          actors: {
            submit: connectSubmitPort(async ({ email = "", currentPassword = "" }, signal) => {
              await account.changeEmail({ email, currentPassword }, signal)
              session.send({ type: "user.changed" })
              return email
            }),
            holdWork: holdUnsavedWork,
          },
        }),
      },
    }),
    passwordChange: passwordChangeMachine.provide({
      actors: {
        constraints: connectPort(account.passwordConstraints),
        form: passwordFormMachine.provide({
          actors: {
            submit: connectSubmitPort(({ resetToken = "", oldPassword = "", newPassword = "", confirmPassword = "" }, signal) =>
              resetToken === ""
                ? notifyAfter(account.changePassword({ oldPassword, newPassword, confirmPassword }, signal))
                : account.resetPassword({ resetToken, newPassword, confirmPassword }, signal),
            ),
            holdWork: holdUnsavedWork,
          },
        }),
      },
    }),
    passwordReset: passwordResetMachine.provide({
      actors: {
        form: passwordResetFormMachine.provide({
          actors: { submit: connectPort(({ email = "" }, signal) => account.requestPasswordReset({ email }, signal)), holdWork },
        }),
      },
    }),
    twoFactor: twoFactorMachine.provide({
      actors: {
        configuration: connectPort(account.twoFactorConfiguration),
        secret: connectPort(account.generateTotpSecret),
        holdWork: holdUnsavedWork,
        confirm: confirmTotpMachine.provide({
          actors: {
            submit: connectSubmitPort(({ currentPassword = "", verificationCode = "" }, signal) =>
              notifyAfter(account.confirmTotpSecret({ currentPassword, verificationCode }, signal)),
            ),
            holdWork: holdUnsavedWork,
          },
        }),
        disable: disableTotpMachine.provide({
          actors: {
            submit: connectSubmitPort(({ currentPassword = "" }, signal) => notifyAfter(account.disableTotp({ currentPassword }, signal))),
            holdWork: holdUnsavedWork,
          },
        }),
      },
    }),
    openSessions: openSessionsMachine.provide({
      actors: {
        list: connectPort(account.listSessions),
        endOthers: connectPort(account.endOtherSessions),
        sessionChanges: fromCallback<OtherSessionsEnded>(({ sendBack }) =>
          sessionsEnded.subscribe(() => sendBack({ type: "other-sessions.ended" })),
        ),
      },
    }),
  }
}

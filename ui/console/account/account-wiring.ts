// Where the machines of the account screens meet adapters.
import { fromCallback } from "xstate"
import { ownAccountApi } from "../../../adapters/api/account-api.ts"
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
import type { AccountMachines, WiringContext } from "../console-services.tsx"

export const wireAccount = ({ api, fill, send, holdWork, holdUnkept, session }: WiringContext): AccountMachines => {
  const account = ownAccountApi(api)
  // A new password, and two-factor authentication turned on or off, end the sessions elsewhere [U1].
  const ends = new Set<() => void>()
  const endingOthers = async <Output>(deed: Promise<Output>): Promise<Output> => {
    const output = await deed
    for (const tell of ends) tell()
    return output
  }
  return {
    emailChange: emailChangeMachine.provide({
      actors: {
        form: emailFormMachine.provide({
          actors: {
            submit: send(async ({ email = "", currentPassword = "" }, signal) => {
              await account.changeEmail({ email, currentPassword }, signal)
              session.send({ type: "user.changed" })
              return email
            }),
            holdWork: holdUnkept,
          },
        }),
      },
    }),
    passwordChange: passwordChangeMachine.provide({
      actors: {
        constraints: fill(account.passwordConstraints),
        form: passwordFormMachine.provide({
          actors: {
            submit: send(({ resetToken = "", oldPassword = "", newPassword = "", confirmPassword = "" }, signal) =>
              resetToken === ""
                ? endingOthers(account.changePassword({ oldPassword, newPassword, confirmPassword }, signal))
                : account.resetPassword({ resetToken, newPassword, confirmPassword }, signal),
            ),
            holdWork: holdUnkept,
          },
        }),
      },
    }),
    passwordReset: passwordResetMachine.provide({
      actors: {
        form: passwordResetFormMachine.provide({
          actors: { submit: fill(({ email = "" }, signal) => account.requestPasswordReset({ email }, signal)), holdWork },
        }),
      },
    }),
    twoFactor: twoFactorMachine.provide({
      actors: {
        configuration: fill(account.twoFactorConfiguration),
        secret: fill(account.generateTotpSecret),
        holdWork: holdUnkept,
        confirm: confirmTotpMachine.provide({
          actors: {
            submit: send(({ currentPassword = "", verificationCode = "" }, signal) =>
              endingOthers(account.confirmTotpSecret({ currentPassword, verificationCode }, signal)),
            ),
            holdWork: holdUnkept,
          },
        }),
        disable: disableTotpMachine.provide({
          actors: {
            submit: send(({ currentPassword = "" }, signal) => endingOthers(account.disableTotp({ currentPassword }, signal))),
            holdWork: holdUnkept,
          },
        }),
      },
    }),
    openSessions: openSessionsMachine.provide({
      actors: {
        list: fill(account.listSessions),
        endOthers: fill(account.endOtherSessions),
        news: fromCallback<OtherSessionsEnded>(({ sendBack }) => {
          const tell = () => sendBack({ type: "others.gone" })
          ends.add(tell)
          return () => ends.delete(tell)
        }),
      },
    }),
  }
}

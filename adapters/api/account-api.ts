// API client for the signed-in user's own account.
import type { KyInstance } from "ky"
import type { PasswordConstraints } from "../../domain/accounts/password-rules.ts"
import type { TotpSecret, TwoFactorConfiguration } from "../../domain/accounts/two-factor-settings.ts"
import type { OpenSession } from "../../domain/accounts/user.ts"
import * as contract from "../contract/account-contract.ts"
import { createCaller } from "./http-client.ts"

export const createOwnAccountApi = (api: KyInstance) => {
  const call = createCaller(api)
  return {
    changeEmail: async ({ email, currentPassword }: { email: string; currentPassword: string }, signal?: AbortSignal): Promise<void> => {
      await call(contract.changeEmail, {}, { email, ...(currentPassword !== "" && { currentPassword }) }, signal)
    },
    changePassword: async (
      it: { oldPassword: string; newPassword: string; confirmPassword: string },
      signal?: AbortSignal,
    ): Promise<void> => {
      await call(contract.changePassword, {}, it, signal)
    },
    requestPasswordReset: async (it: { email: string }, signal?: AbortSignal): Promise<void> => {
      await call(contract.requestPasswordReset, {}, it, signal)
    },
    resetPassword: async (
      it: { resetToken: string; newPassword: string; confirmPassword: string },
      signal?: AbortSignal,
    ): Promise<void> => {
      await call(contract.resetPassword, {}, it, signal)
    },
    /** For the signed-in user, or by reset token. */
    passwordConstraints: ({ token }: { token: string | null }, signal?: AbortSignal): Promise<PasswordConstraints> =>
      token === null
        ? call(contract.readPasswordConstraints, {}, {}, signal)
        : call(contract.readPasswordConstraintsByToken, { token }, {}, signal),
    twoFactorConfiguration: (_: undefined, signal?: AbortSignal): Promise<TwoFactorConfiguration> =>
      call(contract.readTwoFactorConfiguration, {}, {}, signal),
    generateTotpSecret: (_: undefined, signal?: AbortSignal): Promise<TotpSecret> => call(contract.generateTotpSecret, {}, {}, signal),
    /** Returns the backup codes. */
    confirmTotpSecret: async (
      it: { currentPassword: string; verificationCode: string },
      signal?: AbortSignal,
    ): Promise<ReadonlyArray<string>> => (await call(contract.confirmTotpSecret, {}, it, signal)).backupCodes,
    disableTotp: async (it: { currentPassword: string }, signal?: AbortSignal): Promise<void> => {
      await call(contract.disableTotp, {}, it, signal)
    },
    listSessions: async (_: undefined, signal?: AbortSignal): Promise<ReadonlyArray<OpenSession>> =>
      (await call(contract.listSessions, {}, {}, signal)).items,
    endOtherSessions: async (_: undefined, signal?: AbortSignal): Promise<void> => {
      await call(contract.endOtherSessions, {}, {}, signal)
    },
  }
}

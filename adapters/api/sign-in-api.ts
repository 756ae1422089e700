// API client for signing in, signing out and the current user.
import type { KyInstance } from "ky"
import type { User } from "../../domain/accounts/user.ts"
import * as contract from "../contract/sign-in-contract.ts"
import { createCaller } from "./http-client.ts"

export const createSignInApi = (api: KyInstance) => {
  const call = createCaller(api)
  return {
    /** Signs in with a fresh login token; resolves to false if a verification code is still required. */
    login: async ({ username, password }: { username: string; password: string }, signal?: AbortSignal): Promise<boolean> => {
      const { loginToken } = await call(contract.readLoginToken, {}, {}, signal)
      return (await call(contract.login, {}, { username, password, csrf: loginToken }, signal)).two_factor_complete
    },
    verifyCode: async ({ code }: { code: string }, signal?: AbortSignal): Promise<void> => {
      await call(contract.verifyTotp, {}, { verificationCode: code }, signal)
    },
    logout: async (_: undefined, signal?: AbortSignal): Promise<void> => {
      await call(contract.logout, {}, {}, signal)
    },
    /** Returns the signed-in user, or null. */
    currentUser: async (_: undefined, signal?: AbortSignal): Promise<User | null> => {
      const user = await call(contract.readCurrentUser, {}, {}, signal)
      return "email" in user ? user : null
    },
  }
}

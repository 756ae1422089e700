// The calls about users and their memberships, as functions.
import type { KyInstance } from "ky"
import type { Role, User } from "../../domain/accounts/user.ts"
import * as contract from "../contract/user-contract.ts"
import { createCaller } from "./http-client.ts"

type Which = { readonly uuid: string }
type Membership = { readonly user: string; readonly community: string }

export const usersApi = (api: KyInstance) => {
  const call = createCaller(api)
  return {
    list: async (_: undefined, signal?: AbortSignal): Promise<ReadonlyArray<User>> =>
      (await call(contract.listUsers, {}, {}, signal)).items,
    add: (it: { username: string; email: string; password: string }, signal?: AbortSignal, key?: string): Promise<User> =>
      call(contract.addUser, {}, it, signal, { key }),
    update: (
      { uuid, fields }: Which & { fields: Partial<Pick<User, "username" | "email" | "roles">> },
      signal?: AbortSignal,
    ): Promise<User> => call(contract.updateUser, { id: uuid }, fields, signal),
    fetchDeletionToken: async ({ uuid }: Which, signal?: AbortSignal): Promise<string> =>
      (await call(contract.getUserDeletionToken, { id: uuid }, {}, signal)).deleteToken,
    remove: ({ uuid, token }: Which & { token: string }, signal?: AbortSignal): Promise<object> =>
      call(contract.deleteUser, { id: uuid }, { csrf: token }, signal),
    /** Makes the membership, or gives it that role. */
    saveMembership: ({ user, community, role }: Membership & { role: Role }, signal?: AbortSignal): Promise<User> =>
      call(contract.saveMembership, { id: community, userId: user }, { role }, signal),
    /** Ends the membership, with a token fetched for it. */
    removeMembership: async ({ user, community }: Membership, signal?: AbortSignal): Promise<User> => {
      const at = { id: community, userId: user }
      const { deleteToken } = await call(contract.getMembershipRemovalToken, at, {}, signal)
      return call(contract.removeMembership, at, { csrf: deleteToken }, signal)
    },
  }
}

// API client for users and their memberships.
import type { KyInstance } from "ky"
import type { Role, User } from "../../domain/accounts/user.ts"
import * as contract from "../contract/user-contract.ts"
import { createCaller } from "./http-client.ts"

type UserRef = { readonly uuid: string }
type Membership = { readonly user: string; readonly community: string }
type UserDeletion = Pick<User, "username" | "communityEntries"> & { readonly token: string; readonly role: Role }

export const createUsersApi = (api: KyInstance) => {
  const call = createCaller(api)
  return {
    list: async (_: undefined, signal?: AbortSignal): Promise<ReadonlyArray<User>> =>
      (await call(contract.listUsers, {}, {}, signal)).items,
    add: (it: { username: string; email: string; password: string }, signal?: AbortSignal, idempotencyKey?: string): Promise<User> =>
      call(contract.addUser, {}, it, signal, { idempotencyKey }),
    update: (
      { uuid, fields }: UserRef & { fields: Partial<Pick<User, "username" | "email" | "roles">> },
      signal?: AbortSignal,
    ): Promise<User> => call(contract.updateUser, { id: uuid }, fields, signal),
    /** Returns the token for `remove`, and the user as they are now. */
    fetchDeletionToken: async ({ uuid }: UserRef, signal?: AbortSignal): Promise<UserDeletion> => {
      const { deleteToken: token, ...user } = await call(contract.getUserDeletionToken, { id: uuid }, {}, signal)
      return { token, ...user }
    },
    remove: ({ uuid, token }: UserRef & { token: string }, signal?: AbortSignal): Promise<object> =>
      call(contract.deleteUser, { id: uuid }, { csrf: token }, signal),
    /** Creates the membership or changes its role. */
    saveMembership: ({ user, community, role }: Membership & { role: Role }, signal?: AbortSignal): Promise<User> =>
      call(contract.saveMembership, { id: community, userId: user }, { role }, signal),
    /** Ends a membership; refused if its role is no longer `role`. */
    removeMembership: async ({ user, community, role }: Membership & { role: Role }, signal?: AbortSignal): Promise<User> => {
      const params = { id: community, userId: user }
      const { deleteToken } = await call(contract.getMembershipRemovalToken, params, { role }, signal)
      return call(contract.removeMembership, params, { csrf: deleteToken }, signal)
    },
  }
}

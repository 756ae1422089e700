// Connects the machines of the admin pages to the adapters.

import { createOwnAccountApi } from "../../../adapters/api/account-api.ts"
import { createCommunitiesApi } from "../../../adapters/api/communities-api.ts"
import { withIdempotencyKey } from "../../../adapters/api/http-client.ts"
import { createUsersApi } from "../../../adapters/api/users-api.ts"
import { newUuid } from "../../../adapters/browser/uuid.ts"
import { trimUsername } from "../../../domain/accounts/credentials.ts"
import type { User } from "../../../domain/accounts/user.ts"
import {
  addUserMachine,
  communityDeletionMachine,
  communityManagementMachine,
  communityRosterMachine,
  renameCommunityMachine,
  userDeletionMachine,
  userManagementMachine,
  userRosterMachine,
} from "../../../machines/admin/management-machines.ts"
import { userEditMachine } from "../../../machines/admin/user-edit-machine.ts"
import { addCommunityMachine } from "../../../machines/community/communities-machine.ts"
import type { FormValues } from "../../../machines/form-machine.ts"
import type { AdminMachines, WiringContext } from "../console-services.tsx"

export const wireAdmin = ({
  api,
  fill: connectPort,
  send: connectSubmitPort,
  holdUnkept: holdUnsavedWork,
  session,
  communitiesChanged,
}: WiringContext): AdminMachines => {
  const account = createOwnAccountApi(api)
  const users = createUsersApi(api)
  const communities = createCommunitiesApi(api)
  const refreshListsAfter = async <Result>(change: Promise<Result>): Promise<Result> => {
    const result = await change
    communitiesChanged()
    return result
  }
  /** Refreshes the session if administrators edited their own account. */
  const refreshSessionAfter = async (change: Promise<User>): Promise<User> => {
    const user = await change
    if (user.uuid === session.getSnapshot().context.user?.uuid) session.send({ type: "user.changed" })
    return user
  }
  return {
    users: userManagementMachine.provide({
      actors: {
        roster: userRosterMachine.provide({
          actors: {
            list: connectPort(users.list),
            loadAddFormFacts: connectPort((_: undefined, signal) => account.passwordConstraints({ token: null }, signal)),
            add: addUserMachine.provide({
              actors: {
                submit: connectSubmitPort(
                  withIdempotencyKey(newUuid, ({ username = "", email = "", password = "" }: FormValues, signal, key) =>
                    users.add({ username: trimUsername(username), email, password }, signal, key),
                  ),
                ),
                holdWork: holdUnsavedWork,
              },
            }),
            deletion: userDeletionMachine.provide({
              actors: {
                fetchToken: connectPort(({ target }, signal) => users.fetchDeletionToken(target, signal)),
                remove: connectPort(({ target, token: { token } }, signal) => users.remove({ ...target, token }, signal)),
              },
            }),
          },
        }),
        edit: userEditMachine.provide({
          actors: {
            holdWork: holdUnsavedWork,
            update: connectSubmitPort((it, signal) => refreshSessionAfter(users.update(it, signal))),
            changeMembership: connectSubmitPort(({ user, change: membershipChange }, signal) =>
              refreshSessionAfter(
                membershipChange.type === "join"
                  ? users.saveMembership({ user, ...membershipChange }, signal)
                  : users.removeMembership({ user, ...membershipChange }, signal),
              ),
            ),
          },
        }),
      },
    }),
    communities: communityManagementMachine.provide({
      actors: {
        roster: communityRosterMachine.provide({
          actors: {
            list: connectPort(communities.list),
            loadAddFormFacts: connectPort(async () => null),
            add: addCommunityMachine.provide({
              actors: {
                submit: connectSubmitPort(
                  withIdempotencyKey(newUuid, ({ name = "", slug = "" }: FormValues, signal, key) =>
                    refreshListsAfter(communities.add({ name, slug }, signal, key)),
                  ),
                ),
                holdWork: holdUnsavedWork,
              },
            }),
            deletion: communityDeletionMachine.provide({
              actors: {
                fetchToken: connectPort(({ target }, signal) => communities.fetchDeletionToken(target, signal)),
                remove: connectPort(({ target, token: { token } }, signal) =>
                  refreshListsAfter(communities.remove({ ...target, token }, signal)),
                ),
              },
            }),
          },
        }),
        rename: renameCommunityMachine.provide({
          actors: {
            submit: connectSubmitPort(({ uuid = "", name = "" }, signal) => refreshListsAfter(communities.rename({ uuid, name }, signal))),
            holdWork: holdUnsavedWork,
          },
        }),
      },
    }),
  }
}

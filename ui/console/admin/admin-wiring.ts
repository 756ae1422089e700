// Where the machines of the admin screens meet adapters.

import { ownAccountApi } from "../../../adapters/api/account-api.ts"
import { communitiesApi } from "../../../adapters/api/communities-api.ts"
import { withIdempotencyKey } from "../../../adapters/api/http-client.ts"
import { usersApi } from "../../../adapters/api/users-api.ts"
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

export const wireAdmin = ({ api, fill, send, holdUnkept, session, communitiesChanged }: WiringContext): AdminMachines => {
  const account = ownAccountApi(api)
  const users = usersApi(api)
  const communities = communitiesApi(api)
  const told = async <Done>(change: Promise<Done>): Promise<Done> => {
    const done = await change
    communitiesChanged()
    return done
  }
  /** An administrator may have edited themselves. */
  const edited = async (change: Promise<User>): Promise<User> => {
    const user = await change
    if (user.uuid === session.getSnapshot().context.user?.uuid) session.send({ type: "user.changed" })
    return user
  }
  return {
    users: userManagementMachine.provide({
      actors: {
        roster: userRosterMachine.provide({
          actors: {
            list: fill(users.list),
            prepare: fill((_: undefined, signal) => account.passwordConstraints({ token: null }, signal)),
            add: addUserMachine.provide({
              actors: {
                submit: send(
                  withIdempotencyKey(newUuid, ({ username = "", email = "", password = "" }: FormValues, signal, key) =>
                    users.add({ username: trimUsername(username), email, password }, signal, key),
                  ),
                ),
                holdWork: holdUnkept,
              },
            }),
            deletion: userDeletionMachine.provide({
              actors: {
                fetchToken: fill(({ target }, signal) => users.fetchDeletionToken(target, signal)),
                remove: fill(({ target, token }, signal) => users.remove({ ...target, token }, signal)),
              },
            }),
          },
        }),
        edit: userEditMachine.provide({
          actors: {
            holdWork: holdUnkept,
            update: send((it, signal) => edited(users.update(it, signal))),
            changeMembership: send(({ user, deed }, signal) =>
              edited(
                deed.does === "join" ? users.saveMembership({ user, ...deed }, signal) : users.removeMembership({ user, ...deed }, signal),
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
            list: fill(communities.list),
            prepare: fill(async () => null),
            add: addCommunityMachine.provide({
              actors: {
                submit: send(
                  withIdempotencyKey(newUuid, ({ name = "", slug = "" }: FormValues, signal, key) =>
                    told(communities.add({ name, slug }, signal, key)),
                  ),
                ),
                holdWork: holdUnkept,
              },
            }),
            deletion: communityDeletionMachine.provide({
              actors: {
                fetchToken: fill(({ target }, signal) => communities.fetchDeletionToken(target, signal)),
                remove: fill(({ target, token }, signal) => told(communities.remove({ ...target, token }, signal))),
              },
            }),
          },
        }),
        rename: renameCommunityMachine.provide({
          actors: {
            submit: send(({ uuid = "", name = "" }, signal) => told(communities.rename({ uuid, name }, signal))),
            holdWork: holdUnkept,
          },
        }),
      },
    }),
  }
}

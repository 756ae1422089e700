// Where the machines of the admin screens meet adapters.
import { communitiesApi } from "../../../adapters/api/communities.ts"
import { keyed } from "../../../adapters/api/keyed.ts"
import { ownAccountApi } from "../../../adapters/api/own-account.ts"
import { usersApi } from "../../../adapters/api/users.ts"
import { newUuid } from "../../../adapters/browser/uuid.ts"
import { tidyUsername } from "../../../domain/accounts/identity.ts"
import type { User } from "../../../domain/accounts/user.ts"
import {
  communityDeletionMachine,
  communityManagementMachine,
  communityRosterMachine,
  renameCommunityMachine,
} from "../../../machines/admin/community-management.ts"
import { userEditMachine } from "../../../machines/admin/user-edit.ts"
import { addUserMachine, userDeletionMachine, userRosterMachine, usersMachine } from "../../../machines/admin/users.ts"
import { addCommunityMachine } from "../../../machines/communities.ts"
import type { Values } from "../../../machines/form.ts"
import type { Outside } from "../wired.tsx"
import type { AdminMachines } from "./machines.ts"

export const wireAdmin = ({ api, fill, send, holdUnkept, session, communitiesChanged }: Outside): AdminMachines => {
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
    users: usersMachine.provide({
      actors: {
        roster: userRosterMachine.provide({
          actors: {
            list: fill(users.list),
            prepare: fill((_: undefined, signal) => account.passwordConstraints({ token: null }, signal)),
            add: addUserMachine.provide({
              actors: {
                submit: send(
                  keyed(newUuid, ({ username = "", email = "", password = "" }: Values, signal, key) =>
                    users.add({ username: tidyUsername(username), email, password }, signal, key),
                  ),
                ),
                holdWork: holdUnkept,
              },
            }),
            deletion: userDeletionMachine.provide({
              actors: {
                fetchToken: fill(({ target }, signal) => users.deleteToken(target, signal)),
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
              edited(deed.does === "join" ? users.join({ user, ...deed }, signal) : users.leave({ user, ...deed }, signal)),
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
                  keyed(newUuid, ({ name = "", slug = "" }: Values, signal, key) => told(communities.add({ name, slug }, signal, key))),
                ),
                holdWork: holdUnkept,
              },
            }),
            deletion: communityDeletionMachine.provide({
              actors: {
                fetchToken: fill(({ target }, signal) => communities.deleteToken(target, signal)),
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

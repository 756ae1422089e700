// Where the machines of one community's screens meet adapters.
import { communityBySlug, optionsApi } from "../../../adapters/api/communities-api.ts"
import { authorizeAddress, connectionsApi } from "../../../adapters/api/connections-api.ts"
import { keyed } from "../../../adapters/api/http-client.ts"
import { membersApi, peopleApi } from "../../../adapters/api/respondents-api.ts"
import { localDay } from "../../../adapters/browser/browser-clock.ts"
import { saveBlob, saveFile } from "../../../adapters/browser/file-download.ts"
import { newUuid } from "../../../adapters/browser/uuid.ts"
import { checkoutOfDraft } from "../../../domain/communities/checkout-credentials.ts"
import { payloadOf } from "../../../domain/connections/connection-form.ts"
import { membersFileName, personFileName } from "../../../domain/exports/export-file-names.ts"
import { checkoutFormMachine, checkoutMachine, signingMachine } from "../../../machines/community/community-secrets-machines.ts"
import { connectionFormMachine, connectionsMachine } from "../../../machines/community/connections-machine.ts"
import { membersMachine } from "../../../machines/community/members-machine.ts"
import { erasureMachine, peopleMachine } from "../../../machines/community/person-search-machine.ts"
import type { Values } from "../../../machines/form-machine.ts"
import type { CommunityMachines, Outside } from "../console-services.tsx"

/** Members that one page brings. */
const limit = 100

export const wireCommunity = ({ api, fill, send, holdUnkept }: Outside): CommunityMachines => {
  const members = membersApi(api)
  const people = peopleApi(api)
  const options = optionsApi(api)
  const connections = connectionsApi(api)
  const find = communityBySlug(api)
  return {
    authorizeAddress,
    checkout: checkoutMachine.provide({
      actors: {
        read: fill(async ({ slug }, signal) => options.checkout({ community: await find(slug, signal) }, signal)),
        form: checkoutFormMachine.provide({
          actors: {
            submit: send(async ({ community = "", ...draft }, signal) =>
              options.saveCheckout({ community: await find(community, signal), checkout: checkoutOfDraft(draft) }, signal),
            ),
            holdWork: holdUnkept,
          },
        }),
      },
    }),
    connections: connectionsMachine.provide({
      actors: {
        list: fill(({ slug }, signal) => connections.list({ community: slug }, signal)),
        remove: fill(connections.remove),
        attempt: fill(connections.test),
        form: connectionFormMachine.provide({
          actors: {
            submit: send(
              keyed(newUuid, ({ id = "", community = "", ...draft }: Values, signal, key) => {
                const payload = payloadOf(draft)
                return id === "" ? connections.add({ community, payload }, signal, key) : connections.edit({ id, payload }, signal)
              }),
            ),
            holdWork: holdUnkept,
          },
        }),
      },
    }),
    signing: signingMachine.provide({
      actors: {
        read: fill(async ({ slug }, signal) => options.signingSecret({ community: await find(slug, signal) }, signal)),
        renew: fill(async ({ slug }, signal) => options.renewSigningSecret({ community: await find(slug, signal) }, signal)),
      },
    }),
    people: peopleMachine.provide({
      actors: {
        find: fill(async ({ slug, text }, signal) => people.find({ community: await find(slug, signal), text }, signal)),
        pack: fill(async ({ slug, uuid }, signal) => {
          const file = await people.package({ community: await find(slug, signal), person: uuid }, signal)
          const name = personFileName(localDay(new Date()), slug, "package")
          saveBlob(name, file)
          return name
        }),
        erasure: erasureMachine.provide({
          actors: {
            fetchToken: fill(async ({ target: { slug, person } }, signal) =>
              people.eraseToken({ community: await find(slug, signal), person: person.uuid }, signal),
            ),
            remove: fill(async ({ target: { slug, person }, token: { token } }, signal) =>
              people.erase({ community: await find(slug, signal), person: person.uuid, token }, signal),
            ),
          },
        }),
      },
    }),
    saveReceipt: (slug, text) => saveFile(personFileName(localDay(new Date()), slug, "receipt"), text, "text/plain;charset=utf-8"),
    members: membersMachine.provide({
      actors: {
        list: fill(async ({ slug, ...page }, signal) => members.list({ community: await find(slug, signal), limit, ...page }, signal)),
        save: fill(async ({ slug }, signal) => {
          const text = await members.file({ community: await find(slug, signal) }, signal)
          const name = membersFileName(localDay(new Date()), slug)
          saveFile(name, `\ufeff${text}`, "text/csv;charset=utf-8")
          return name
        }),
      },
    }),
  }
}

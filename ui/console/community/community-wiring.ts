// Connects the machines of the community pages to the adapters.
import { createCommunityLookup, createOptionsApi } from "../../../adapters/api/communities-api.ts"
import { buildAuthorizationPageUrl, createConnectionsApi } from "../../../adapters/api/connections-api.ts"
import { withIdempotencyKey } from "../../../adapters/api/http-client.ts"
import { createMembersApi, createPeopleApi } from "../../../adapters/api/respondents-api.ts"
import { getLocalDay } from "../../../adapters/browser/browser-clock.ts"
import { downloadBlob, downloadText } from "../../../adapters/browser/file-download.ts"
import { newUuid } from "../../../adapters/browser/uuid.ts"
import { parseCheckoutForm } from "../../../domain/communities/checkout-credentials.ts"
import { parseConnectionForm } from "../../../domain/connections/connection-form.ts"
import { membersFileName, personFileName } from "../../../domain/exports/export-file-names.ts"
import { checkoutFormMachine, checkoutMachine, signingSecretMachine } from "../../../machines/community/community-secrets-machines.ts"
import { connectionFormMachine, connectionsMachine } from "../../../machines/community/connections-machine.ts"
import { membersMachine } from "../../../machines/community/members-machine.ts"
import { erasureMachine, personSearchMachine } from "../../../machines/community/person-search-machine.ts"
import type { FormValues } from "../../../machines/form-machine.ts"
import type { CommunityMachines, WiringContext } from "../console-services.tsx"

/** Number of members loaded per page. */
const membersPerPage = 100

export const wireCommunity = ({
  api,
  fill: connectPort,
  send: connectSubmitPort,
  holdUnkept: holdUnsavedWork,
}: WiringContext): CommunityMachines => {
  const members = createMembersApi(api)
  const people = createPeopleApi(api)
  const options = createOptionsApi(api)
  const connections = createConnectionsApi(api)
  const findCommunity = createCommunityLookup(api)
  return {
    authorizeAddress: buildAuthorizationPageUrl,
    checkout: checkoutMachine.provide({
      actors: {
        read: connectPort(async ({ slug }, signal) => options.readCheckout({ community: await findCommunity(slug, signal) }, signal)),
        form: checkoutFormMachine.provide({
          actors: {
            submit: connectSubmitPort(async ({ community = "", ...draft }, signal) =>
              options.saveCheckout({ community: await findCommunity(community, signal), checkout: parseCheckoutForm(draft) }, signal),
            ),
            holdWork: holdUnsavedWork,
          },
        }),
      },
    }),
    connections: connectionsMachine.provide({
      actors: {
        list: connectPort(({ slug }, signal) => connections.list({ community: slug }, signal)),
        remove: connectPort(connections.remove),
        testConnection: connectPort(connections.test),
        form: connectionFormMachine.provide({
          actors: {
            submit: connectSubmitPort(
              withIdempotencyKey(newUuid, ({ id = "", community = "", ...draft }: FormValues, signal, key) => {
                const payload = parseConnectionForm(draft)
                return id === "" ? connections.add({ community, payload }, signal, key) : connections.edit({ id, payload }, signal)
              }),
            ),
            holdWork: holdUnsavedWork,
          },
        }),
      },
    }),
    signing: signingSecretMachine.provide({
      actors: {
        read: connectPort(async ({ slug }, signal) => options.readSigningSecret({ community: await findCommunity(slug, signal) }, signal)),
        renew: connectPort(async ({ slug }, signal) =>
          options.renewSigningSecret({ community: await findCommunity(slug, signal) }, signal),
        ),
      },
    }),
    people: personSearchMachine.provide({
      actors: {
        find: connectPort(async ({ slug, text }, signal) => people.find({ community: await findCommunity(slug, signal), text }, signal)),
        exportPerson: connectPort(async ({ slug, uuid }, signal) => {
          const file = await people.downloadPackage({ community: await findCommunity(slug, signal), person: uuid }, signal)
          const name = personFileName(getLocalDay(new Date()), slug, "package")
          downloadBlob(name, file)
          return name
        }),
        erasure: erasureMachine.provide({
          actors: {
            fetchToken: connectPort(async ({ target: { slug, person } }, signal) =>
              people.fetchErasureToken({ community: await findCommunity(slug, signal), person: person.uuid }, signal),
            ),
            remove: connectPort(async ({ target: { slug, person }, token: { token } }, signal) =>
              people.erase({ community: await findCommunity(slug, signal), person: person.uuid, token }, signal),
            ),
          },
        }),
      },
    }),
    saveReceipt: (slug, text) => downloadText(personFileName(getLocalDay(new Date()), slug, "receipt"), text, "text/plain;charset=utf-8"),
    members: membersMachine.provide({
      actors: {
        list: connectPort(async ({ slug, ...page }, signal) =>
          members.list({ community: await findCommunity(slug, signal), limit: membersPerPage, ...page }, signal),
        ),
        save: connectPort(async ({ slug }, signal) => {
          const text = await members.file({ community: await findCommunity(slug, signal) }, signal)
          const name = membersFileName(getLocalDay(new Date()), slug)
          downloadText(name, `\ufeff${text}`, "text/csv;charset=utf-8")
          return name
        }),
      },
    }),
  }
}

// Connects the machines of the removal lists to the adapters.
import { createCommunityLookup } from "../../../adapters/api/communities-api.ts"
import { createRemovalsApi } from "../../../adapters/api/scripts-api.ts"
import { getUtcDay } from "../../../adapters/browser/browser-clock.ts"
import { parseRemovalFields } from "../../../domain/privacy/removal-form.ts"
import { ScriptId } from "../../../domain/script/script.ts"
import { removalEditMachine, removalsMachine } from "../../../machines/removals-machine.ts"
import type { RemovalMachines, WiringContext } from "../console-services.tsx"

export const wireRemoval = ({
  api,
  fill: connectPort,
  send: connectSubmitPort,
  holdUnkept: holdUnsavedWork,
}: WiringContext): RemovalMachines => {
  const removals = createRemovalsApi(api)
  const findCommunity = createCommunityLookup(api)
  return {
    today: () => getUtcDay(new Date()),
    removals: removalsMachine.provide({
      actors: {
        list: connectPort(async ({ slug }, signal) =>
          removals.list({ community: slug === null ? null : await findCommunity(slug, signal) }, signal),
        ),
        edit: removalEditMachine.provide({
          actors: {
            submit: connectSubmitPort(({ uuid = "", ...values }, signal) =>
              removals.edit({ uuid: ScriptId.make(uuid), edit: parseRemovalFields(values) }, signal),
            ),
            holdWork: holdUnsavedWork,
          },
        }),
      },
    }),
  }
}

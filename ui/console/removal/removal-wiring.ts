// Where the machines of the removal lists meet adapters.
import { communityBySlug } from "../../../adapters/api/communities-api.ts"
import { removalsApi } from "../../../adapters/api/scripts-api.ts"
import { serverDay } from "../../../adapters/browser/browser-clock.ts"
import { removalOfFields } from "../../../domain/removal/removal-procedure.ts"
import { ScriptId } from "../../../domain/script/script.ts"
import { removalEditMachine, removalsMachine } from "../../../machines/removals-machine.ts"
import type { Outside, RemovalMachines } from "../console-services.tsx"

export const wireRemoval = ({ api, fill, send, holdUnkept }: Outside): RemovalMachines => {
  const removals = removalsApi(api)
  const find = communityBySlug(api)
  return {
    today: () => serverDay(new Date()),
    removals: removalsMachine.provide({
      actors: {
        list: fill(async ({ slug }, signal) => removals.list({ community: slug === null ? null : await find(slug, signal) }, signal)),
        edit: removalEditMachine.provide({
          actors: {
            submit: send(({ uuid = "", ...values }, signal) =>
              removals.edit({ uuid: ScriptId.make(uuid), edit: removalOfFields(values) }, signal),
            ),
            holdWork: holdUnkept,
          },
        }),
      },
    }),
  }
}

// Where the machines of the removal lists meet adapters.
import { communityBySlug } from "../../../adapters/api/communities.ts"
import { removalsApi } from "../../../adapters/api/removals.ts"
import { serverDay } from "../../../adapters/browser/days.ts"
import { removalOfFields } from "../../../domain/removal/removal-form.ts"
import { ScriptId } from "../../../domain/script/script.ts"
import { removalEditMachine } from "../../../machines/removal/removal-edit.ts"
import { removalsMachine } from "../../../machines/removal/removals.ts"
import type { Outside } from "../wired.tsx"
import type { RemovalMachines } from "./machines.ts"

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

// Where the machines of the removal lists meet adapters.
import { communityBySlug } from "../../../adapters/api/communities.ts"
import { removalsApi } from "../../../adapters/api/removals.ts"
import { serverDay } from "../../../adapters/browser/days.ts"
import { removalEditMachine } from "../../../machines/removal/removal-edit.ts"
import { removalsMachine } from "../../../machines/removal/removals.ts"
import type { Outside } from "../wired.tsx"
import type { RemovalMachines } from "./machines.ts"

export const wireRemoval = ({ api, fill, send, holdWork }: Outside): RemovalMachines => {
  const removals = removalsApi(api)
  const find = communityBySlug(api)
  return {
    today: () => serverDay(new Date()),
    removals: removalsMachine.provide({
      actors: {
        list: fill(async ({ slug }, signal) => removals.list({ community: slug === null ? null : await find(slug, signal) }, signal)),
        edit: removalEditMachine.provide({ actors: { save: send(removals.edit), holdWork } }),
      },
    }),
  }
}

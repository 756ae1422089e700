// Where the machine of the command palette meets adapters.
import { scriptsApi } from "../../../adapters/api/scripts-api.ts"
import { lists } from "../../../domain/script/script-list.ts"
import { paletteMachine } from "../../../machines/command-palette-machine.ts"
import type { Outside } from "../console-services.tsx"

export const wirePalette = ({ api, fill }: Pick<Outside, "api" | "fill">): typeof paletteMachine => {
  const scripts = scriptsApi(api)
  return paletteMachine.provide({
    actors: { list: fill(({ community }, signal) => scripts.list({ community, statuses: lists.active }, signal)) },
  })
}

// Connects the machine of the command palette to the API client.
import { createScriptsApi } from "../../../adapters/api/scripts-api.ts"
import { statusesByList } from "../../../domain/script/script-list.ts"
import { commandPaletteMachine } from "../../../machines/command-palette-machine.ts"
import type { WiringContext } from "../console-services.tsx"

export const wireCommandPalette = ({ api, fill: connectPort }: Pick<WiringContext, "api" | "fill">): typeof commandPaletteMachine => {
  const scripts = createScriptsApi(api)
  return commandPaletteMachine.provide({
    actors: { list: connectPort(({ community }, signal) => scripts.list({ community, statuses: statusesByList.active }, signal)) },
  })
}

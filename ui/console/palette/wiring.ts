// Where the machine of the command palette meets adapters.
import { scriptsApi } from "../../../adapters/api/scripts.ts"
import { lists } from "../../../domain/script/overview.ts"
import { paletteMachine } from "../../../machines/palette.ts"
import type { Outside } from "../wired.tsx"

export const wirePalette = ({ api, fill }: Pick<Outside, "api" | "fill">): typeof paletteMachine => {
  const scripts = scriptsApi(api)
  return paletteMachine.provide({
    actors: { list: fill(({ community }, signal) => scripts.list({ community, statuses: lists.active }, signal)) },
  })
}

// Where the machine of one script's status and removal procedure meets adapters: of a row of the overview, and of one chat's screen.
import { conversationsApi } from "../../../adapters/api/conversations.ts"
import { scriptsApi } from "../../../adapters/api/scripts.ts"
import type { ListedScript } from "../../../domain/script/script.ts"
import type { WhichScript } from "../../../machines/chat-overview.ts"
import { scriptStatusMachine } from "../../../machines/script-status.ts"
import type { Outside } from "../wired.tsx"

export const wireScriptStatus = ({ api, fill }: Pick<Outside, "api" | "fill">): typeof scriptStatusMachine => {
  const scripts = scriptsApi(api)
  const conversations = conversationsApi(api)
  return scriptStatusMachine.provide({
    actors: {
      changeStatus: fill(scripts.changeStatus),
      switchRemoval: fill(scripts.switchRemoval),
      read: fill((it: WhichScript, signal): Promise<ListedScript> => scripts.read(it, signal)),
      look: fill(async (it, signal) => {
        const [script, holdings, { atStake }] = await Promise.all([
          scripts.read(it, signal),
          conversations.holdings(it, signal),
          import("../../../domain/script/at-stake.ts"),
        ])
        return atStake(script, holdings)
      }),
    },
  })
}

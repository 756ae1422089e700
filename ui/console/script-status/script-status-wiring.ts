// Where the machine of one script's status and removal procedure meets adapters: of a row of the overview, and of one chat's screen.
import { conversationsApi } from "../../../adapters/api/conversations-api.ts"
import { scriptsApi } from "../../../adapters/api/scripts-api.ts"
import type { ListedScript } from "../../../domain/script/script.ts"
import type { ScriptRef } from "../../../machines/chat/chat-overview-machine.ts"
import { scriptStatusMachine } from "../../../machines/chat/script-status-machine.ts"
import type { WiringContext } from "../console-services.tsx"

export const wireScriptStatus = ({ api, fill }: Pick<WiringContext, "api" | "fill">): typeof scriptStatusMachine => {
  const scripts = scriptsApi(api)
  const conversations = conversationsApi(api)
  return scriptStatusMachine.provide({
    actors: {
      changeStatus: fill(scripts.changeStatus),
      switchRemoval: fill(scripts.setRemovalProcedure),
      read: fill((it: ScriptRef, signal): Promise<ListedScript> => scripts.read(it, signal)),
      look: fill(async (it, signal) => {
        const [script, holdings, { computeChangeImpact }] = await Promise.all([
          scripts.read(it, signal),
          conversations.countResponses(it, signal),
          import("../../../domain/script/change-impact.ts"),
        ])
        return computeChangeImpact(script, holdings)
      }),
    },
  })
}

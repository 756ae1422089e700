// Connects the machine of a script's status and removal procedure to the API, for the chat overview and the chat details.
import { createConversationsApi } from "../../../adapters/api/conversations-api.ts"
import { createScriptsApi } from "../../../adapters/api/scripts-api.ts"
import type { ListedScript } from "../../../domain/script/script.ts"
import type { ScriptRef } from "../../../machines/chat/chat-overview-machine.ts"
import { scriptStatusMachine } from "../../../machines/chat/script-status-machine.ts"
import type { WiringContext } from "../console-services.tsx"

export const wireScriptStatus = ({ api, fill: connectPort }: Pick<WiringContext, "api" | "fill">): typeof scriptStatusMachine => {
  const scripts = createScriptsApi(api)
  const conversations = createConversationsApi(api)
  return scriptStatusMachine.provide({
    actors: {
      changeStatus: connectPort(scripts.changeStatus),
      switchRemoval: connectPort(scripts.setRemovalProcedure),
      read: connectPort((ref: ScriptRef, signal): Promise<ListedScript> => scripts.read(ref, signal)),
      computeChangeImpact: connectPort(async (ref, signal) => {
        const [script, responses, { computeChangeImpact }] = await Promise.all([
          scripts.read(ref, signal),
          conversations.countResponses(ref, signal),
          import("../../../domain/revisions/change-impact.ts"),
        ])
        return computeChangeImpact(script, responses)
      }),
    },
  })
}

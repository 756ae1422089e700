// The scores that a conversation reached, as they are stored with it and exported.
import type { ConversationScores } from "../conversations/conversation.ts"
import { getInstructionKind } from "../script/instruction.ts"
import { toNameKey } from "../script/instruction-name.ts"
import type { CompiledScript } from "./compiled-script.ts"
import type { ConversationState } from "./conversation-state.ts"
import { buildEnvironment } from "./evaluation-environment.ts"

/** [X16] Returns the scores that a conversation reached. A score without any scored answer before it is left out. */
export const listConversationScores = (chat: CompiledScript, state: ConversationState): ConversationScores => {
  const visited = new Set(state.visited)
  const reached = chat.list.filter(({ instruction }) => getInstructionKind(instruction) === "score" && visited.has(instruction.uuid))
  if (reached.length === 0) return {}
  const { answers } = buildEnvironment(chat, state)
  return Object.fromEntries(
    reached.flatMap(({ instruction, name }) => {
      const { total, average } = answers.get(toNameKey(name)) ?? {}
      return typeof total === "number" && typeof average === "number" ? [[instruction.uuid, { total, average }] as const] : []
    }),
  )
}

// What a respondent's page receives of the engine's effects.
import type { ConversationEffect } from "./conversation-state.ts"
import type { RespondentEffect } from "./respondent-view.ts"

/**
 * Returns an effect without what must stay on the server: what an action calls, and what the author of a score hides. A score is a message
 * to the page.
 */
export const toRespondentEffects = (effect: ConversationEffect): ReadonlyArray<RespondentEffect> => {
  switch (effect.type) {
    case "refuse":
      return []
    case "score": {
      const { score: _, ...visible } = effect
      return [{ ...visible, type: "show", as: "message" }]
    }
    case "act":
      return [{ ...effect, action: effect.action.type }]
    default:
      return [effect]
  }
}

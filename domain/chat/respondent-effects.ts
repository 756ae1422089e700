// What a respondent's page receives of the engine's effects.
import type { Question } from "../questions/question.ts"
import type { ConversationEffect } from "./conversation-state.ts"
import type { RespondentEffect } from "./respondent-view.ts"

/**
 * Returns an effect without what must stay on the server: what an action calls, and what the author of a score hides. A score is a message
 * to the page. The Schema of the response removes the other fields of a question.
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
    case "ask":
      return [{ ...effect, question: numberChoices(effect.question) }]
    default:
      return [effect]
  }
}

/** Numbers the choices as they are displayed, so that the order of a randomized question stays on the server. */
const numberChoices = (question: Question): Question =>
  question.choices ? { ...question, choices: question.choices.map((choice, i) => ({ ...choice, order: i + 1 })) } : question

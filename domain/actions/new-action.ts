// A new action of each type, with the defaults of spec/2-editor §3.
import type { Action, ActionType } from "./action.ts"
import { optionsOf, usualStructure } from "./send-to-api/structure.ts"

/** An action as the picker adds it. */
export const newAction = (type: ActionType): Action => {
  switch (type) {
    case "end":
      return { type, params: { endType: "finished", endAction: "close", message: "", url: "" } }
    case "send2api":
      return { type, params: { endpoint: "", version: 2, questions: null, options: optionsOf(usualStructure), labels: {}, trigger: null } }
    case "crmAuth":
      return { type, params: { placeholder: "", crmAuthType: "anonymous", connection: null } }
    case "crmApi":
      return { type, params: { placeholder: "", column: "", connection: null } }
    case "send2con":
      return { type, params: { connector: null, mapper: "default" } }
    case "getFromAPI":
      return { type, params: { endpoint: "", sendPayload: {} } }
    case "askAI":
      return { type, params: { provider: null, endpoint: "", purpose: "", contextText: "" } }
    case "score":
      return { type, params: { charttype: "average" } }
    case "payment":
      return { type, params: { environment: "staging", amount: null, autoRedirect: false } }
  }
}

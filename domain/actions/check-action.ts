// Every rule that an action must keep (spec/2-editor §5). The rules themselves stand with their types.
import type { Finding } from "../finding.ts"
import { found } from "../found.ts"
import type { Action } from "./action.ts"
import { endFindings } from "./end.ts"
import { asksEndpoint, endpointFindings } from "./endpoint.ts"
import { missingParts } from "./needs.ts"
import { deliveryFindings } from "./send-to-api/findings.ts"

/** All findings of an action; `at` is the pointer to it. */
export const actionFindings = (action: Action, at: string): ReadonlyArray<Finding> => {
  const params = `${at}/params`
  switch (action.type) {
    case "end":
      return endFindings(action.params, params)
    case "send2api":
      return deliveryFindings(action.params, params)
    case "getFromAPI":
      return endpointFindings(action.params.endpoint, params)
    case "askAI":
      return aiFindings(action.params, params)
    default:
      return missingParts(action, params)
  }
}

type AskAiParams = Extract<Action, { readonly type: "askAI" }>["params"]

const aiFindings = ({ provider, endpoint }: AskAiParams, at: string): ReadonlyArray<Finding> =>
  (provider ?? "").trim() === ""
    ? [found("structure", `${at}/provider`, "finding.no-provider")]
    : asksEndpoint(provider)
      ? endpointFindings(endpoint, at)
      : []

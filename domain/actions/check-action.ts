// Every rule that an action must keep (spec/2-editor §5). The rules themselves stand with their types.
import type { Finding } from "../finding.ts"
import { found } from "../found.ts"
import type { Action } from "./action.ts"
import { endFindings } from "./end.ts"
import { asksEndpoint, endpointFindings } from "./endpoint.ts"
import { isJsonOrText, isObjectOrText } from "./json-object.ts"
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
      return [...endpointFindings(action.params.endpoint, params), ...sentAlongFindings(action.params, params)]
    case "askAI":
      return aiFindings(action.params, params)
    case "send2con":
      return [...missingParts(action, params), ...objectFindings(action.params, params)]
    default:
      return missingParts(action, params)
  }
}

type Params<Type extends Action["type"]> = Extract<Action, { readonly type: Type }>["params"]

/** [A14] Rule `structure`: defaults and overrides that are no objects of JSON. */
const objectFindings = (params: Params<"send2con">, at: string): ReadonlyArray<Finding> =>
  (["defaults", "overrides"] as const).flatMap((field) =>
    isObjectOrText(params[field]) ? [] : [found("structure", `${at}/${field}`, "finding.no-object")],
  )

/** [A11] Rule `structure`: a text to send along that is no JSON. */
const sentAlongFindings = ({ sendPayload }: Params<"getFromAPI">, at: string): ReadonlyArray<Finding> =>
  isJsonOrText(sendPayload) ? [] : [found("structure", `${at}/sendPayload`, "finding.no-json")]

const aiFindings = ({ provider, endpoint }: Params<"askAI">, at: string): ReadonlyArray<Finding> =>
  (provider ?? "").trim() === ""
    ? [found("structure", `${at}/provider`, "finding.no-provider")]
    : asksEndpoint(provider)
      ? endpointFindings(endpoint, at)
      : []

// Every rule that an action must keep (spec/2-editor §5). The rules themselves stand with their types.
import { asBrowsersRead, isWebAddress } from "../address.ts"
import type { Finding } from "../finding.ts"
import { found } from "../found.ts"
import type { Action } from "./action.ts"
import { endFindings } from "./end.ts"

/** All findings of an action; `at` is the pointer to it. */
export const actionFindings = (action: Action, at: string): ReadonlyArray<Finding> => {
  const params = `${at}/params`
  switch (action.type) {
    case "end":
      return endFindings(action.params, params)
    case "send2api":
    case "getFromAPI":
      return endpointFindings(action.params.endpoint, params)
    default:
      return []
  }
}

/** Whether an endpoint can be called: "non-empty and looks like an http or https URL" (spec/2-editor §5). */
export const isEndpoint = (endpoint: string | null | undefined): boolean => isWebAddress(asBrowsersRead(endpoint ?? ""))

const endpointFindings = (endpoint: string | null | undefined, at: string): ReadonlyArray<Finding> =>
  isEndpoint(endpoint) ? [] : [found("endpoint-url", `${at}/endpoint`, "finding.endpoint-url")]

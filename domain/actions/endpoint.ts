// Addresses that the product itself calls (spec/2-editor §5).
import { asBrowsersRead, isWebAddress } from "../address.ts"
import type { Finding } from "../finding.ts"
import { found } from "../found.ts"

/** Whether an endpoint can be called: "non-empty and looks like an http or https URL" (spec/2-editor §5). */
export const isEndpoint = (endpoint: string | null | undefined): boolean => isWebAddress(asBrowsersRead(endpoint ?? ""))

/** Rule `endpoint-url`; `at` points to the params. */
export const endpointFindings = (endpoint: string | null | undefined, at: string): ReadonlyArray<Finding> =>
  isEndpoint(endpoint) ? [] : [found("endpoint-url", `${at}/endpoint`, "finding.endpoint-url")]

// Addresses that the product itself calls (spec/2-editor §5).
import { asBrowsersRead, isWebAddress, longestAddress } from "../address.ts"
import type { Finding } from "../finding.ts"
import { found } from "../found.ts"
import { lengthOf } from "../questions/bounds.ts"

/** Whether an endpoint can be called: "non-empty and looks like an http or https URL" (spec/2-editor §5). */
export const isEndpoint = (endpoint: string | null | undefined): boolean => isWebAddress(asBrowsersRead(endpoint ?? ""))

/** [A9] Whether a provider of answers by a machine is called at an endpoint of the script's: the account-based one is not (spec/2-editor §3). */
export const asksEndpoint = (provider: string | null | undefined): boolean => provider === "second" || provider === "rest"

/** Rule `endpoint-url`; `at` points to the params. */
export const endpointFindings = (endpoint: string | null | undefined, at: string): ReadonlyArray<Finding> =>
  !isEndpoint(endpoint)
    ? [found("endpoint-url", `${at}/endpoint`, "finding.endpoint-url")]
    : lengthOf(endpoint ?? "") > longestAddress
      ? [found("endpoint-url", `${at}/endpoint`, "finding.too-long", { most: longestAddress })]
      : []

// The calls about a community's options, as functions.
import type { KyInstance } from "ky"
import type { Checkout } from "../../domain/communities/checkout.ts"
import * as deliveries from "../contract/deliveries.ts"
import * as contract from "../contract/options.ts"
import { caller } from "./call.ts"

export const optionsApi = (api: KyInstance) => {
  const call = caller(api)
  return {
    /** Secrets come masked. `community` is its uuid. */
    checkout: ({ community }: { readonly community: string }, signal?: AbortSignal): Promise<Checkout> =>
      call(contract.readOption, { id: community, key: "checkout" }, {}, signal),
    /** A secret that is sent as its mask stays as it is. Gives what is kept now, masked. */
    saveCheckout: (
      { community, checkout }: { readonly community: string; readonly checkout: Checkout },
      signal?: AbortSignal,
    ): Promise<Checkout> => call(contract.saveOption, { id: community, key: "checkout" }, checkout, signal),
    /** What deliveries are signed with (`whsec_…`). */
    signingSecret: async ({ community }: { readonly community: string }, signal?: AbortSignal): Promise<string> =>
      (await call(deliveries.readSigningSecret, { id: community }, {}, signal)).secret,
    /** Makes another one, and gives it. */
    renewSigningSecret: async ({ community }: { readonly community: string }, signal?: AbortSignal): Promise<string> =>
      (await call(deliveries.renewSigningSecret, { id: community }, {}, signal)).secret,
  }
}

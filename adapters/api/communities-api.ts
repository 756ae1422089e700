// The calls about communities, as functions.
import type { KyInstance } from "ky"
import type { Checkout } from "../../domain/communities/checkout-credentials.ts"
import type { Community } from "../../domain/communities/community.ts"
import { NotFound } from "../../domain/failure.ts"
import * as contract from "../contract/community-contract.ts"
import * as deliveries from "../contract/delivery-contract.ts"
import { createCaller } from "./http-client.ts"

export const communitiesApi = (api: KyInstance) => {
  const call = createCaller(api)
  return {
    list: async (_: undefined, signal?: AbortSignal): Promise<ReadonlyArray<Community>> =>
      (await call(contract.listCommunities, {}, {}, signal)).items,
    add: (it: { name: string; slug: string }, signal?: AbortSignal, key?: string): Promise<Community> =>
      call(contract.addCommunity, {}, it, signal, { key }),
    rename: ({ uuid, name }: { uuid: string; name: string }, signal?: AbortSignal): Promise<Community> =>
      call(contract.renameCommunity, { id: uuid }, { name }, signal),
    fetchDeletionToken: async ({ uuid }: { uuid: string }, signal?: AbortSignal): Promise<string> =>
      (await call(contract.getCommunityDeletionToken, { id: uuid }, {}, signal)).deleteToken,
    remove: ({ uuid, token }: { uuid: string; token: string }, signal?: AbortSignal): Promise<object> =>
      call(contract.deleteCommunity, { id: uuid }, { csrf: token }, signal),
  }
}

/**
 * Finds the uuid of a community by its slug; throws `Missing` where the person sees none of that slug. It asks for one community once:
 * a slug never changes.
 */
export const createCommunityLookup = (api: KyInstance) => {
  const call = createCaller(api)
  const known = new Map<string, string>()
  return async (slug: string, signal?: AbortSignal): Promise<string> => {
    const before = known.get(slug)
    if (before !== undefined) return before
    const [found] = (await call(contract.listCommunities, {}, { slug }, signal)).items
    if (found === undefined) throw new NotFound({})
    known.set(slug, found.uuid)
    return found.uuid
  }
}

// The calls about a community's options, as functions.

export const optionsApi = (api: KyInstance) => {
  const call = createCaller(api)
  return {
    /** Secrets come masked. `community` is its uuid. */
    readCheckout: ({ community }: { readonly community: string }, signal?: AbortSignal): Promise<Checkout> =>
      call(contract.readOption, { id: community, key: "checkout" }, {}, signal),
    /** A secret that is sent as its mask stays as it is. Gives what is kept now, masked. */
    saveCheckout: (
      { community, checkout }: { readonly community: string; readonly checkout: Checkout },
      signal?: AbortSignal,
    ): Promise<Checkout> => call(contract.saveOption, { id: community, key: "checkout" }, checkout, signal),
    /** What deliveries are signed with (`whsec_…`). */
    readSigningSecret: async ({ community }: { readonly community: string }, signal?: AbortSignal): Promise<string> =>
      (await call(deliveries.readSigningSecret, { id: community }, {}, signal)).secret,
    /** Makes another one, and gives it. */
    renewSigningSecret: async ({ community }: { readonly community: string }, signal?: AbortSignal): Promise<string> =>
      (await call(deliveries.renewSigningSecret, { id: community }, {}, signal)).secret,
  }
}

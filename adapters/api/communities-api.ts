// API client for communities and their options.
import type { KyInstance } from "ky"
import type { Checkout } from "../../domain/communities/checkout-credentials.ts"
import type { Community } from "../../domain/communities/community.ts"
import { NotFound } from "../../domain/failures/failure.ts"
import type { ScriptContents } from "../../domain/script/script-list.ts"
import * as contract from "../contract/community-contract.ts"
import * as deliveries from "../contract/delivery-contract.ts"
import { createCaller } from "./http-client.ts"

export const createCommunitiesApi = (api: KyInstance) => {
  const call = createCaller(api)
  return {
    list: async (_: undefined, signal?: AbortSignal): Promise<ReadonlyArray<Community>> =>
      (await call(contract.listCommunities, {}, {}, signal)).items,
    /** Throws `NotFound` if the user cannot see a community with this slug. */
    find: async ({ slug }: { readonly slug: string }, signal?: AbortSignal): Promise<Community> => {
      const [found] = (await call(contract.listCommunities, {}, { slug }, signal)).items
      if (found === undefined) throw new NotFound({})
      return found
    },
    add: (it: { name: string; slug: string }, signal?: AbortSignal, idempotencyKey?: string): Promise<Community> =>
      call(contract.addCommunity, {}, it, signal, { idempotencyKey }),
    rename: ({ uuid, name }: { uuid: string; name: string }, signal?: AbortSignal): Promise<Community> =>
      call(contract.renameCommunity, { id: uuid }, { name }, signal),
    /** Returns the token for `remove`, the present name of the community, and what is deleted with it. */
    fetchDeletionToken: async (
      { uuid }: { uuid: string },
      signal?: AbortSignal,
    ): Promise<ScriptContents & { readonly token: string; readonly name: string; readonly chats: number }> => {
      const { deleteToken: token, ...shown } = await call(contract.getCommunityDeletionToken, { id: uuid }, {}, signal)
      return { token, ...shown }
    },
    remove: ({ uuid, token }: { uuid: string; token: string }, signal?: AbortSignal): Promise<object> =>
      call(contract.deleteCommunity, { id: uuid }, { csrf: token }, signal),
  }
}

/**
 * Resolves a community's slug to its uuid; throws `NotFound` if the user cannot see such a community. Results are cached,
 * because slugs never change.
 */
export const createCommunityLookup = (api: KyInstance) => {
  const { find } = createCommunitiesApi(api)
  const uuidsBySlug = new Map<string, string>()
  return async (slug: string, signal?: AbortSignal): Promise<string> => {
    const cached = uuidsBySlug.get(slug)
    if (cached !== undefined) return cached
    const { uuid } = await find({ slug }, signal)
    uuidsBySlug.set(slug, uuid)
    return uuid
  }
}

export const createOptionsApi = (api: KyInstance) => {
  const call = createCaller(api)
  return {
    /** Secrets are masked. `community` is the uuid. */
    readCheckout: ({ community }: { readonly community: string }, signal?: AbortSignal): Promise<Checkout> =>
      call(contract.readOption, { id: community, key: "checkout" }, {}, signal),
    /** Returns the stored credentials with masked secrets. A secret sent as its mask keeps its value. */
    saveCheckout: (
      { community, checkout }: { readonly community: string; readonly checkout: Checkout },
      signal?: AbortSignal,
    ): Promise<Checkout> => call(contract.saveOption, { id: community, key: "checkout" }, checkout, signal),
    /** Returns the secret that signs deliveries (`whsec_…`). */
    readSigningSecret: async ({ community }: { readonly community: string }, signal?: AbortSignal): Promise<string> =>
      (await call(deliveries.readSigningSecret, { id: community }, {}, signal)).secret,
    /** Creates and returns a new secret. */
    renewSigningSecret: async ({ community }: { readonly community: string }, signal?: AbortSignal): Promise<string> =>
      (await call(deliveries.renewSigningSecret, { id: community }, {}, signal)).secret,
  }
}

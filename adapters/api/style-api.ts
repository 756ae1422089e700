// API client for a community's style and side menu.
import type { KyInstance } from "ky"
import type { SideMenu } from "../../domain/communities/side-menu.ts"
import { decodeStyle, encodeStyle, type Style } from "../../domain/style/community-style.ts"
import * as contract from "../contract/community-contract.ts"
import { createCaller } from "./http-client.ts"

export const createStyleApi = (api: KyInstance) => {
  const call = createCaller(api)
  return {
    read: async ({ slug }: { readonly slug: string }, signal?: AbortSignal): Promise<Style> =>
      decodeStyle(await call(contract.readStyle, { community: slug }, {}, signal)),
    sideMenu: ({ slug }: { readonly slug: string }, signal?: AbortSignal): Promise<SideMenu> =>
      call(contract.readSideMenu, { community: slug }, {}, signal),
    /** Returns the stored style. `community` is a uuid; throws `StyleSaveConflict` if `base` is no longer the stored style. */
    save: async (
      { community, style, base }: { readonly community: string; readonly style: Style; readonly base: Style },
      signal?: AbortSignal,
    ): Promise<Style> =>
      decodeStyle(await call(contract.saveStyle, { id: community }, { ...encodeStyle(style), base: encodeStyle(base) }, signal)),
    saveSideMenu: (
      { community, sideMenu }: { readonly community: string; readonly sideMenu: SideMenu },
      signal?: AbortSignal,
    ): Promise<SideMenu> => call(contract.saveSideMenu, { id: community }, sideMenu, signal),
  }
}

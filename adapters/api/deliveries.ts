// The calls about what was sent to addresses outside, as functions.
import type { KyInstance } from "ky"
import type { LoggedDelivery } from "../../domain/actions/send-to-api/logged.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import * as contract from "../contract/deliveries.ts"
import { caller } from "./call.ts"

type Which = { readonly community: string; readonly uuid: ScriptId }
type Listed = { readonly items: ReadonlyArray<LoggedDelivery>; readonly hasMore: boolean }

export const deliveriesApi = (api: KyInstance) => {
  const call = caller(api)
  return {
    /** At most `limit` of them, the newest first, those before the delivery `before`; null begins with the newest. */
    list: async (
      { community, uuid, before, limit }: Which & { before: string | null; limit: number },
      signal?: AbortSignal,
    ): Promise<Listed> => {
      // One more than is shown tells whether there are more.
      const wish = { limit: limit + 1, ...(before !== null && { before }) }
      const { items } = await call(contract.listDeliveries, { community, id: uuid }, wish, signal)
      return { items: items.slice(0, limit), hasMore: items.length > limit }
    },
    /** Sends it once more; it is on its way when this answers. */
    again: ({ community, uuid, id }: Which & { id: string }, signal?: AbortSignal): Promise<LoggedDelivery> =>
      call(contract.redeliver, { community, id: uuid, delivery: id }, {}, signal),
  }
}

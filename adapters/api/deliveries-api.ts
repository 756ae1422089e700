// The calls about what was sent to addresses outside, as functions.
import type { KyInstance } from "ky"
import type { LoggedDelivery } from "../../domain/actions/delivery.ts"
import { type SendToApiParams, versionOf } from "../../domain/actions/delivery-validation.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import * as contract from "../contract/delivery-contract.ts"
import { createCaller } from "./http-client.ts"

type ScriptRef = { readonly community: string; readonly uuid: ScriptId }
type DeliveryRequest = ScriptRef & { readonly params: SendToApiParams }
type DeliveryPage = { readonly items: ReadonlyArray<LoggedDelivery>; readonly hasMore: boolean }

/** The settings that a payload follows from. */
const payloadSettings = (params: SendToApiParams) => ({
  version: versionOf(params),
  questions: params.questions ?? null,
  options: params.options ?? null,
  labels: params.labels ?? {},
})

export const deliveriesApi = (api: KyInstance) => {
  const call = createCaller(api)
  return {
    /** At most `limit` of them, the newest first, those before the delivery `before`; null begins with the newest. */
    list: async (
      { community, uuid, before, limit }: ScriptRef & { before: string | null; limit: number },
      signal?: AbortSignal,
    ): Promise<DeliveryPage> => {
      // One more than is shown tells whether there are more.
      const wish = { limit: limit + 1, ...(before !== null && { before }) }
      const { items } = await call(contract.listDeliveries, { community, id: uuid }, wish, signal)
      return { items: items.slice(0, limit), hasMore: items.length > limit }
    },
    /** What would be delivered of a conversation, by its id. */
    previewPayload: ({ community, uuid, params, conversation }: DeliveryRequest & { conversation: string }, signal?: AbortSignal) =>
      call(
        contract.previewPayload,
        { community, id: uuid },
        { ...payloadSettings(params), fake: false, conversationId: conversation },
        signal,
      ),
    /** Sends what would be delivered of a conversation that nobody had, at once; the answer says what came of it. */
    test: (
      { community, uuid, instruction, params }: DeliveryRequest & { instruction: string },
      signal?: AbortSignal,
    ): Promise<LoggedDelivery> =>
      call(
        contract.testDelivery,
        { community, id: uuid },
        { ...payloadSettings(params), instruction, endpoint: params.endpoint ?? "" },
        signal,
      ),
    /** Sends it once more; it is on its way when this answers. */
    redeliver: ({ community, uuid, id }: ScriptRef & { id: string }, signal?: AbortSignal): Promise<LoggedDelivery> =>
      call(contract.redeliver, { community, id: uuid, delivery: id }, {}, signal),
  }
}

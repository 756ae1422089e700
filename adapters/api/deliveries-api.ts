// API client for deliveries.

import type { KyInstance } from "ky"
import type { LoggedDelivery } from "../../domain/actions/delivery.ts"
import { getPayloadVersion } from "../../domain/actions/delivery-validation.ts"
import type { SendToApiParams } from "../../domain/script/action.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import * as contract from "../contract/delivery-contract.ts"
import { createCaller } from "./http-client.ts"

type ScriptRef = { readonly community: string; readonly uuid: ScriptId }
type DeliveryRequest = ScriptRef & { readonly params: SendToApiParams }
type DeliveryPage = { readonly items: ReadonlyArray<LoggedDelivery>; readonly hasMore: boolean }

/** The settings that determine a payload. */
const payloadSettings = (params: SendToApiParams) => ({
  version: getPayloadVersion(params),
  questions: params.questions ?? null,
  options: params.options ?? null,
  labels: params.labels ?? {},
})

export const createDeliveriesApi = (api: KyInstance) => {
  const call = createCaller(api)
  return {
    /** Lists up to `limit` deliveries older than the delivery `before`, newest first; with null, starts at the newest. */
    list: (
      { community, uuid, before, limit }: ScriptRef & { before: string | null; limit: number },
      signal?: AbortSignal,
    ): Promise<DeliveryPage> => {
      const query = { limit, ...(before !== null && { before }) }
      return call(contract.listDeliveries, { community, id: uuid }, query, signal)
    },
    /** Returns the payload that would be delivered for a conversation, by its id. */
    previewPayload: ({ community, uuid, params, conversation }: DeliveryRequest & { conversation: string }, signal?: AbortSignal) =>
      call(
        contract.previewPayload,
        { community, id: uuid },
        { ...payloadSettings(params), fake: false, conversationId: conversation },
        signal,
      ),
    /** Sends the payload of a sample conversation immediately and returns the result. */
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
    /** Queues the delivery to be sent again. */
    redeliver: ({ community, uuid, id }: ScriptRef & { id: string }, signal?: AbortSignal): Promise<LoggedDelivery> =>
      call(contract.redeliver, { community, id: uuid, delivery: id }, {}, signal),
  }
}

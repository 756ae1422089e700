// The job that sends a delivery: signed or with its connection's access, retried with growing delays [A10] [A14].
import type { Selectable } from "kysely"
import { deliveryRetryDelaysMs, goneStatus } from "../../../domain/actions/delivery.ts"
import { listAddressSecrets } from "../../../domain/connections/connection-query.ts"
import { buildConnectionDelivery, callConnection, findConnectionRow } from "../connections/connection-call.ts"
import type { Tables } from "../database/tables.ts"
import type { JobHandler } from "../jobs/job-definition.ts"
import {
  attemptRequest,
  buildUncalledAttempt,
  isAccepted,
  limitResponseSize,
  type OutboundAttempt,
  recordAttempt,
} from "../outbound/outbound-attempt.ts"
import type { OutboundRequest } from "../outbound/outbound-client.ts"
import type { ServerContext } from "../server-context.ts"
import type { deliveryJob } from "./delivery-enqueueing.ts"
import { getSigningSecret, signWebhook } from "./webhook-signing.ts"

type DeliveryMessage = { readonly id: string; readonly community: string; readonly endpoint: string; readonly body: string }

/** Builds the signed request of a delivery. The id is the same for every attempt, so that a receiver recognizes a repeat. */
export const buildSignedRequest = async (
  { database: { db }, secret, now }: ServerContext,
  { id, community, endpoint, body }: DeliveryMessage,
): Promise<OutboundRequest> => {
  const at = now()
  const headers = signWebhook(await getSigningSecret({ db, secret, now: at }, community), { id, body, at })
  return limitResponseSize({ method: "POST", url: endpoint, headers: { "content-type": "application/json", ...headers }, body })
}

type Row = Selectable<Tables["deliveries"]>

const attemptEndpoint = async (context: ServerContext, { id, community_id: community, endpoint, body }: Row): Promise<OutboundAttempt> =>
  attemptRequest(context, await buildSignedRequest(context, { id, community, endpoint, body }), listAddressSecrets(endpoint))

/** Sends a delivery through its connection; returns null if the connection was deleted. */
const attemptConnection = async (
  context: ServerContext,
  { id, community_id, body }: Row,
  connectionId: string,
): Promise<OutboundAttempt | null> => {
  const row = await findConnectionRow(context.database.db, community_id, connectionId)
  if (row === null) return null
  return callConnection(
    context,
    row,
    (connection, access) => {
      const request = buildConnectionDelivery(connection, { id, body, access })
      return request && limitResponseSize(request)
    },
    (_, send) => send(),
  )
}

export const sendDelivery: JobHandler<typeof deliveryJob.payload.Type> = async (context, { script, delivery }, job) => {
  const row = await context.database.db
    .selectFrom("deliveries")
    .selectAll()
    .where("script_id", "=", script)
    .where("id", "=", delivery)
    .where("state", "=", "due")
    .executeTakeFirst()
  // The delivery was erased or has ended already.
  if (row === undefined) return
  const attempt = await (row.connection_id === null ? attemptEndpoint(context, row) : attemptConnection(context, row, row.connection_id))
  if (attempt === null)
    return recordAttempt(context, { script, delivery }, buildUncalledAttempt(context, "unanswered.connection.gone"), "failed")
  if (isAccepted(attempt)) return recordAttempt(context, { script, delivery }, attempt, "delivered")
  const isLast = attempt.response?.status === goneStatus || job.attempt > deliveryRetryDelaysMs.length
  await recordAttempt(context, { script, delivery }, attempt, isLast ? "failed" : "due")
  if (!isLast) throw new Error(attempt.problem?.message ?? `answered with ${attempt.response?.status}`)
}

// The job that sends a delivery: a POST, signed or with the access of its connection, tried again with growing pauses until it is taken (decisions "Send to API").

import * as Schema from "effect/Schema"
import type { Selectable } from "kysely"
import { gone } from "../../../domain/actions/send-to-api/logged.ts"
import { deliveryPauses } from "../../../domain/actions/send-to-api/pauses.ts"
import { askConnection, connectionRow } from "../connections/ask.ts"
import { connectionDelivery } from "../connections/request.ts"
import type { Tables } from "../database/tables.ts"
import type { House } from "../house.ts"
import type { Worker } from "../jobs/jobs.ts"
import type { OutboundRequest } from "../outbound/outbound.ts"
import { type Attempt, attempt, delivering, isTaken, keepAttempt, notMade } from "./attempt.ts"
import { signed, signingSecret } from "./signature.ts"

const Sending = Schema.Struct({ script: Schema.String, delivery: Schema.String })

type Message = { readonly id: string; readonly community: string; readonly endpoint: string; readonly body: string }

/** The request that carries a delivery: its id is the same at every attempt, so that a receiver can tell one that it has already. */
export const requestOf = async (
  { database: { db }, secret, now }: House,
  { id, community, endpoint, body }: Message,
): Promise<OutboundRequest> => {
  const at = now()
  const headers = signed(await signingSecret({ db, secret, now: at }, community), { id, body, at })
  return delivering({ method: "POST", url: endpoint, headers: { "content-type": "application/json", ...headers }, body })
}

type Row = Selectable<Tables["deliveries"]>

const attemptEndpoint = async (house: House, { id, community_id: community, endpoint, body }: Row): Promise<Attempt> =>
  attempt(house, await requestOf(house, { id, community, endpoint, body }))

/** Null where the connection is not there any more. */
const attemptConnection = async (house: House, { id, community_id, body }: Row, connection: string): Promise<Attempt | null> => {
  const row = await connectionRow(house.database.db, community_id, connection)
  if (row === null) return null
  return askConnection(
    house,
    row,
    (opened, access) => {
      const request = connectionDelivery(opened, { id, body, access })
      return request && delivering(request)
    },
    (_, make) => make(),
  )
}

export const sendDue: Worker = async (house, payload, job) => {
  const { script, delivery } = Schema.decodeUnknownSync(Sending)(payload)
  const row = await house.database.db
    .selectFrom("deliveries")
    .selectAll()
    .where("script_id", "=", script)
    .where("id", "=", delivery)
    .where("state", "=", "due")
    .executeTakeFirst()
  // Erased, or sent already.
  if (row === undefined) return
  const made = await (row.connection_id === null ? attemptEndpoint(house, row) : attemptConnection(house, row, row.connection_id))
  if (made === null) return keepAttempt(house, { script, delivery }, notMade(house, "unanswered.connection.gone"), "failed")
  if (isTaken(made)) return keepAttempt(house, { script, delivery }, made, "delivered")
  const isLast = made.answer?.status === gone || job.attempt > deliveryPauses.length
  await keepAttempt(house, { script, delivery }, made, isLast ? "failed" : "due")
  if (!isLast) throw new Error(made.problem?.message ?? `answered with ${made.answer?.status}`)
}

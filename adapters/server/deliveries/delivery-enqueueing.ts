// Enqueues deliveries: the body is fixed now and stays the same for every attempt [A10].

import { randomUUIDv7 } from "node:crypto"
import * as Schema from "effect/Schema"
import type { Selectable, Transaction } from "kysely"
import { getConnectionId } from "../../../domain/actions/crm-action.ts"
import { buildConnectorPayload, buildDeliveryPayload, type ConnectorParams } from "../../../domain/actions/delivery-payload.ts"
import { en } from "../../../domain/catalog/en.ts"
import { getEmojiLabels } from "../../../domain/conversations/stored-answer.ts"
import type { SendToApiParams } from "../../../domain/script/action.ts"
import { stripUrlWhitespace } from "../../../domain/text/web-url.ts"
import { buildConnectionUrl, buildRecordedUrl, findConnectionRow } from "../connections/connection-call.ts"
import { decryptConnection } from "../connections/connection-repository.ts"
import { type ConversationRow, conversationFromRow } from "../conversations/conversation-repository.ts"
import type { Tables } from "../database/tables.ts"
import { defineJob } from "../jobs/job-definition.ts"
import { enqueueJob } from "../jobs/job-queue.ts"
import type { PreparedScript } from "../scripts/script-revisions.ts"
import type { ServerContext } from "../server-context.ts"

export type ConversationDelivery = {
  readonly row: ConversationRow
  readonly script: PreparedScript
  readonly instruction: string
  readonly params: SendToApiParams
  readonly reason: "reached" | "stale"
}

/** Enqueues a delivery of a conversation to an API. */
export const enqueueDelivery = async (
  trx: Transaction<Tables>,
  { row, script, instruction, params, reason }: ConversationDelivery,
  at: Date,
): Promise<void> => {
  const body = JSON.stringify(buildDeliveryPayload(params, script.authored, conversationFromRow(row), getEmojiLabels(en)))
  await insertDelivery(
    trx,
    { row, instruction, reason, endpoint: stripUrlWhitespace(params.endpoint ?? ""), connection_id: null, body },
    at,
  )
}

type ConnectorDelivery = Pick<ConversationDelivery, "row" | "script" | "instruction"> & { readonly params: ConnectorParams }

/** [A14] Enqueues a delivery to a connection. */
export const enqueueConnectorDelivery = async (
  { secret, now }: Pick<ServerContext, "secret" | "now">,
  trx: Transaction<Tables>,
  { row, script, instruction, params }: ConnectorDelivery,
): Promise<void> => {
  const connection_id = getConnectionId(params.connector)
  const connection = await findConnectionRow(trx, row.community_id, connection_id)
  const url = connection === null ? null : buildConnectionUrl(decryptConnection(secret, connection))
  const endpoint = url === null ? "" : buildRecordedUrl(url)
  const body = JSON.stringify(buildConnectorPayload(params, script.authored, conversationFromRow(row), getEmojiLabels(en)))
  await insertDelivery(trx, { row, instruction, reason: "reached", endpoint, connection_id, body }, now())
}

type NewDelivery = Pick<ConversationDelivery, "row" | "instruction" | "reason"> &
  Pick<Selectable<Tables["deliveries"]>, "endpoint" | "connection_id" | "body">

const insertDelivery = async (trx: Transaction<Tables>, { row, ...delivery }: NewDelivery, at: Date): Promise<void> => {
  const id = randomUUIDv7()
  const { script_id, community_id, id: conversation_id } = row
  await trx
    .insertInto("deliveries")
    .values({ ...delivery, script_id, id, community_id, conversation_id, state: "due", made_at: at })
    .execute()
  await enqueueSending(trx, { script: script_id, delivery: id, round: "first" }, at)
}

type SendRequest = { readonly script: string; readonly delivery: string; readonly round: string }

/** The job that sends a delivery. */
export const deliveryJob = defineJob({
  kind: "deliver",
  payload: Schema.Struct({ script: Schema.String, delivery: Schema.String }),
  lanes: 4,
})

/** Enqueues the job that sends a delivery, once per round. */
export const enqueueSending = (trx: Transaction<Tables>, { script, delivery, round }: SendRequest, due: Date): Promise<void> =>
  enqueueJob(trx, deliveryJob, { key: `${delivery} ${round}`, payload: { script, delivery }, script, due })

/** The job that enqueues the deliveries of stale conversations. */
export const staleCheckJob = defineJob({ kind: "stale", payload: Schema.Null, everyMs: 60_000 })

/** [A10] Shorter waits (milliseconds) get an exact check: the check that runs every minute would be late. */
const exactCheckBelowMs = 600_000

/** Schedules a check at the second in which a conversation becomes stale, if that is soon; one job per second for all. */
export const scheduleStaleCheck = async (trx: Transaction<Tables>, due: Date, now: Date): Promise<void> => {
  if (due.getTime() - now.getTime() >= exactCheckBelowMs) return
  const second = Math.ceil(due.getTime() / 1000)
  await enqueueJob(trx, staleCheckJob, { key: `at ${second}`, payload: null, due: new Date(second * 1000) })
}

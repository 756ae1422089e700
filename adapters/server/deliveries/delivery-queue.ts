// Putting a delivery on its way: what is sent is settled now, and the same at every attempt (decisions "Send to API").
import { randomUUIDv7 } from "node:crypto"
import type { Selectable, Transaction } from "kysely"
import { chosenConnection } from "../../../domain/actions/crm-action.ts"
import { type ConnectorParams, connectorPayload, payloadOf } from "../../../domain/actions/delivery-payload.ts"
import type { SendToApiParams } from "../../../domain/actions/delivery-validation.ts"
import { en } from "../../../domain/catalog/en.ts"
import { emojiLabelsOf } from "../../../domain/conversations/stored-answer.ts"
import { asBrowsersRead } from "../../../domain/text/web-url.ts"
import { addressOf, connectionRow } from "../connections/connection-call.ts"
import { openedConnection } from "../connections/connection-repository.ts"
import type { ConversationRow } from "../conversations/conversation-progress.ts"
import { conversationOf } from "../conversations/conversation-repository.ts"
import type { Tables } from "../database/tables.ts"
import { enqueue } from "../jobs/job-queue.ts"
import type { PreparedScript } from "../scripts/script-revisions.ts"
import type { House } from "../server-context.ts"

export type Delivery = {
  readonly row: ConversationRow
  readonly script: PreparedScript
  readonly instruction: string
  readonly params: SendToApiParams
  readonly reason: "reached" | "stale"
}

/** Puts a delivery of a conversation on its way. */
export const deliver = async (
  change: Transaction<Tables>,
  { row, script, instruction, params, reason }: Delivery,
  at: Date,
): Promise<void> => {
  const body = JSON.stringify(payloadOf(params, script.authored, conversationOf(row), emojiLabelsOf(en)))
  await add(change, { row, instruction, reason, endpoint: asBrowsersRead(params.endpoint ?? ""), connection_id: null, body }, at)
}

type ToConnector = Pick<Delivery, "row" | "script" | "instruction"> & { readonly params: ConnectorParams }

/** [A14] Puts a delivery to a connection on its way. */
export const deliverToConnector = async (
  { secret, now }: Pick<House, "secret" | "now">,
  change: Transaction<Tables>,
  { row, script, instruction, params }: ToConnector,
): Promise<void> => {
  const connection_id = chosenConnection(params.connector)
  const connection = await connectionRow(change, row.community_id, connection_id)
  const endpoint = connection === null ? "" : (addressOf(openedConnection(secret, connection))?.href ?? "")
  const body = JSON.stringify(connectorPayload(params, script.authored, conversationOf(row), emojiLabelsOf(en)))
  await add(change, { row, instruction, reason: "reached", endpoint, connection_id, body }, now())
}

type Added = Pick<Delivery, "row" | "instruction" | "reason"> &
  Pick<Selectable<Tables["deliveries"]>, "endpoint" | "connection_id" | "body">

const add = async (change: Transaction<Tables>, { row, ...delivery }: Added, at: Date): Promise<void> => {
  const id = randomUUIDv7()
  const { script_id, community_id, id: conversation_id } = row
  await change
    .insertInto("deliveries")
    .values({ ...delivery, script_id, id, community_id, conversation_id, state: "due", made_at: at })
    .execute()
  await send(change, { script: script_id, delivery: id, round: "first" }, at)
}

type Sending = { readonly script: string; readonly delivery: string; readonly round: string }

/** Enqueues the sending of a delivery; each round of it once. */
export const send = (change: Transaction<Tables>, { script, delivery, round }: Sending, due: Date): Promise<void> =>
  enqueue(change, { kind: "deliver", key: `${delivery} ${round}`, payload: { script, delivery }, script, due })

// Having stale conversations looked at in time: the look that comes each minute is late for what waits a few seconds (decisions A10).

/** Milliseconds of waiting below which a minute more makes a difference. */
const short = 600_000

/** Has them looked at when the next is due, where it waits for a short time only; one look for all of the same second. */
export const lookAt = async (change: Transaction<Tables>, due: Date, now: Date): Promise<void> => {
  if (due.getTime() - now.getTime() >= short) return
  const second = Math.ceil(due.getTime() / 1000)
  await enqueue(change, { kind: "stale", key: `at ${second}`, payload: null, due: new Date(second * 1000) })
}

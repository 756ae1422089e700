// Putting a delivery on its way: what is sent is settled now, and the same at every attempt (decisions "Send to API").
import { randomUUIDv7 } from "node:crypto"
import type { Selectable, Transaction } from "kysely"
import { type ConnectorParams, connectorPayload } from "../../../domain/actions/connector.ts"
import { chosenConnection } from "../../../domain/actions/crm.ts"
import { payloadOf } from "../../../domain/actions/send-to-api/payload.ts"
import type { SendToApiParams } from "../../../domain/actions/send-to-api/wizard.ts"
import { asBrowsersRead } from "../../../domain/address.ts"
import { en } from "../../../domain/catalogue/en.ts"
import { emojiLabelsOf } from "../../../domain/conversations/stored-answer.ts"
import type { ConversationRow } from "../chat/conversing.ts"
import type { PreparedScript } from "../chat/prepared.ts"
import { connectionRow } from "../connections/ask.ts"
import { openedConnection } from "../connections/connections.ts"
import { addressOf } from "../connections/request.ts"
import { conversationOf } from "../conversations/conversation-row.ts"
import type { Tables } from "../database/tables.ts"
import type { House } from "../house.ts"
import { enqueue } from "../jobs/jobs.ts"

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

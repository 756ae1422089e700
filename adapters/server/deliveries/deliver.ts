// Putting a delivery on its way: what is sent is settled now, and the same at every attempt (decisions "Send to API").
import { randomUUIDv7 } from "node:crypto"
import type { Transaction } from "kysely"
import { payloadOf } from "../../../domain/actions/send-to-api/payload.ts"
import type { SendToApiParams } from "../../../domain/actions/send-to-api/wizard.ts"
import { asBrowsersRead } from "../../../domain/address.ts"
import { en } from "../../../domain/catalogue/en.ts"
import { emojiLabelsOf } from "../../../domain/conversations/stored-answer.ts"
import type { ConversationRow } from "../chat/conversing.ts"
import type { PreparedScript } from "../chat/prepared.ts"
import { conversationOf } from "../conversations/conversation-row.ts"
import type { Tables } from "../database/tables.ts"
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
  const id = randomUUIDv7()
  const { script_id, community_id, id: conversation_id } = row
  const body = JSON.stringify(payloadOf(params, script.authored, conversationOf(row), emojiLabelsOf(en)))
  const endpoint = asBrowsersRead(params.endpoint ?? "")
  await change
    .insertInto("deliveries")
    .values({ script_id, id, community_id, conversation_id, instruction, reason, endpoint, body, state: "due", made_at: at })
    .execute()
  await send(change, { script: script_id, delivery: id, round: "first" }, at)
}

type Sending = { readonly script: string; readonly delivery: string; readonly round: string }

/** Enqueues the sending of a delivery; each round of it once. */
export const send = (change: Transaction<Tables>, { script, delivery, round }: Sending, due: Date): Promise<void> =>
  enqueue(change, { kind: "deliver", key: `${delivery} ${round}`, payload: { script, delivery }, script, due })

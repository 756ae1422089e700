// What a send to API would deliver (adapters/contract/deliveries.ts).
import { randomUUIDv7 } from "node:crypto"
import { fakeConversation, previewed } from "../../../domain/actions/send-to-api/fake-conversation.ts"
import { payloadOf } from "../../../domain/actions/send-to-api/payload.ts"
import { en } from "../../../domain/catalogue/en.ts"
import { emojiLabelsOf } from "../../../domain/conversations/stored-answer.ts"
import * as contract from "../../contract/deliveries.ts"
import { conversationOf } from "../conversations/conversation-row.ts"
import { type Call, inCommunity } from "../http/call.ts"
import { missing } from "../http/trouble.ts"
import { authoredAt, findRow } from "../scripts/listed.ts"

const preview = inCommunity(
  contract.previewPayload,
  "scripts.read",
  async ({ database: { db }, now }, { community, params: { id }, payload }) => {
    const row = await findRow(db, { community: community.uuid, id })
    if (row === undefined) throw missing()
    const { questions = null, options = null, labels = {}, fake = false, version = 2, conversationId } = payload
    const wanted = fake ? undefined : previewed(conversationId ?? "")
    const found =
      wanted === undefined
        ? undefined
        : await db.selectFrom("conversations").selectAll().where("script_id", "=", row.id).where("id", "=", wanted).executeTakeFirst()
    if (wanted !== undefined && found === undefined) throw missing()
    const script = await authoredAt(db, found === undefined ? row : { id: row.id, revision: found.revision })
    const conversation =
      found === undefined
        ? fakeConversation(script, { cuuid: randomUUIDv7(), respondent: randomUUIDv7(), now: now().toISOString() })
        : conversationOf(found)
    return payloadOf({ version, questions, options, labels }, script, conversation, emojiLabelsOf(en))
  },
)

export const deliveryCalls: ReadonlyArray<Call> = [preview]

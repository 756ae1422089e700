// What leaves for addresses outside: previewed, tried, listed, sent again (adapters/contract/delivery-contract.ts).
import { randomUUIDv7 } from "node:crypto"
import { isEndpoint } from "../../../domain/actions/action-fields.ts"
import type { LoggedDelivery } from "../../../domain/actions/delivery.ts"
import { payloadOf } from "../../../domain/actions/delivery-payload.ts"
import { fakeConversation, previewed } from "../../../domain/actions/fake-conversation.ts"
import { en } from "../../../domain/catalog/en.ts"
import { emojiLabelsOf } from "../../../domain/conversations/stored-answer.ts"
import { asBrowsersRead } from "../../../domain/text/web-url.ts"
import { isUuid } from "../../../domain/uuid.ts"
import * as contract from "../../contract/delivery-contract.ts"
import { note } from "../audit/audit-log.ts"
import { conversationOf } from "../conversations/conversation-repository.ts"
import type { Db } from "../database/database.ts"
import { type Call, inCommunity, inCommunityById } from "../http/endpoint-handler.ts"
import { missing, violated } from "../http/http-error.ts"
import { attempt, isTaken, keepAttempt } from "../outbound/outbound-attempt.ts"
import { authoredAt, foundRow } from "../scripts/script-repository.ts"
import type { House } from "../server-context.ts"
import { logged } from "./delivery-log.ts"
import { send } from "./delivery-queue.ts"
import { renewSigningSecret, requestOf, signingSecret } from "./delivery-sender.ts"

const made = (now: Date) => ({ cuuid: randomUUIDv7(), respondent: randomUUIDv7(), now: now.toISOString() })

const preview = inCommunity(
  contract.previewPayload,
  "scripts.read",
  async ({ database: { db }, now }, { user, community, params: { id }, payload }) => {
    const row = await foundRow(db, { community: community.uuid, id })
    const { questions = null, options = null, labels = {}, fake = false, version = 2, conversationId } = payload
    const wanted = fake ? undefined : previewed(conversationId ?? "")
    const found =
      wanted === undefined
        ? undefined
        : await db.selectFrom("conversations").selectAll().where("script_id", "=", row.id).where("id", "=", wanted).executeTakeFirst()
    if (wanted !== undefined && found === undefined) throw missing()
    if (found !== undefined)
      await note(db, { community: community.uuid, user, deed: "conversations.preview", thing: `script ${row.id}: ${found.id}` }, now())
    const script = await authoredAt(db, found === undefined ? row : { id: row.id, revision: found.revision })
    const conversation = found === undefined ? fakeConversation(script, made(now())) : conversationOf(found)
    return payloadOf({ version, questions, options, labels }, script, conversation, emojiLabelsOf(en))
  },
)

/** Deliveries of a page, where its query says no number. */
const usualLimit = 50

const list = inCommunity(
  contract.listDeliveries,
  "deliveries.read",
  async ({ database: { db }, now }, { user, community, params: { id }, payload: { limit = usualLimit, before } }) => {
    if (before !== undefined && !isUuid(before)) throw violated({ field: "before", message: "This is no place in the list." })
    const { id: script } = await foundRow(db, { community: community.uuid, id })
    const all = db.selectFrom("deliveries").selectAll().where("script_id", "=", script).orderBy("id", "desc").limit(limit)
    const rows = await (before === undefined ? all : all.where("id", "<", before)).execute()
    if (before === undefined) await note(db, { community: community.uuid, user, deed: "deliveries.read", thing: `script ${script}` }, now())
    return { items: await logged(db, script, rows) }
  },
)

const rowOf = (db: Db, script: string, delivery: string) =>
  db.selectFrom("deliveries").selectAll().where("script_id", "=", script).where("id", "=", delivery)

/** One delivery as it is listed, or a 404. */
const loggedOne = async (db: Db, script: string, delivery: string): Promise<LoggedDelivery> => {
  const row = await rowOf(db, script, delivery).executeTakeFirst()
  const [item] = row === undefined ? [] : await logged(db, script, [row])
  if (item === undefined) throw missing()
  return item
}

const again = inCommunity(contract.redeliver, "deliveries.send", ({ database, now }, { user, community, params: { id, delivery } }) =>
  database.transact(async (change) => {
    const { id: script } = await foundRow(change, { community: community.uuid, id })
    if (!isUuid(delivery)) throw missing()
    const row = await rowOf(change, script, delivery).forUpdate().executeTakeFirst()
    if (row === undefined) throw missing()
    if (row.reason === "asked") throw violated({ field: "delivery", message: "Its respondent has gone on." })
    if (row.state !== "due") {
      const at = now()
      await change
        .updateTable("deliveries")
        .set({ state: "due", ended_at: null })
        .where("script_id", "=", script)
        .where("id", "=", row.id)
        .execute()
      await send(change, { script, delivery: row.id, round: at.toISOString() }, at)
      await note(change, { community: community.uuid, user, deed: "delivery.again", thing: `script ${script}: ${row.id}` }, at)
    }
    return loggedOne(change, script, row.id)
  }),
)

const test = inCommunity(
  contract.testDelivery,
  "deliveries.send",
  async (
    house: House,
    {
      user,
      community,
      params: { id },
      payload: { instruction, endpoint: typed, questions = null, options = null, labels = {}, version = 2 },
    },
  ) => {
    const { database, now } = house
    const row = await foundRow(database.db, { community: community.uuid, id })
    const endpoint = asBrowsersRead(typed)
    if (!isEndpoint(endpoint)) throw violated({ field: "endpoint", message: "finding.endpoint-url" })
    const script = await authoredAt(database.db, row)
    const [delivery, at] = [randomUUIDv7(), now()]
    const body = JSON.stringify(
      payloadOf({ version, questions, options, labels }, script, fakeConversation(script, made(at)), emojiLabelsOf(en)),
    )
    await database.db
      .insertInto("deliveries")
      .values({
        script_id: row.id,
        id: delivery,
        community_id: community.uuid,
        conversation_id: null,
        instruction,
        reason: "test",
        endpoint,
        body,
        state: "due",
        made_at: at,
      })
      .execute()
    await note(database.db, { community: community.uuid, user, deed: "delivery.test", thing: `script ${row.id}: ${hostOf(endpoint)}` }, at)
    const tried = await attempt(house, await requestOf(house, { id: delivery, community: community.uuid, endpoint, body }))
    await keepAttempt(house, { script: row.id, delivery }, tried, isTaken(tried) ? "delivered" : "failed")
    return loggedOne(database.db, row.id, delivery)
  },
)

/** All that is noted of an address: the rest of it may be a secret. */
const hostOf = (address: string): string => URL.parse(address)?.host ?? ""

const readSecret = inCommunityById(
  contract.readSigningSecret,
  "community.options",
  async ({ database, secret, now }, { user, community }) =>
    database.transact(async (change) => {
      await note(
        change,
        { community: community.uuid, user, deed: "community.signing-secret.read", thing: `community ${community.slug}` },
        now(),
      )
      return { secret: await signingSecret({ db: change, secret, now: now() }, community.uuid) }
    }),
)

const renewSecret = inCommunityById(
  contract.renewSigningSecret,
  "community.options",
  async ({ database, secret, now }, { user, community }) =>
    database.transact(async (change) => {
      await note(
        change,
        { community: community.uuid, user, deed: "community.signing-secret.renew", thing: `community ${community.slug}` },
        now(),
      )
      return { secret: await renewSigningSecret({ db: change, secret, now: now() }, community.uuid) }
    }),
)

export const deliveryCalls: ReadonlyArray<Call> = [preview, list, again, test, readSecret, renewSecret]

// Endpoints for deliveries: preview a payload, send a test, list, send again, and manage the signing secret [A10].
import { randomUUIDv7 } from "node:crypto"
import { sql } from "kysely"
import { isEndpoint } from "../../../domain/actions/action-fields.ts"
import type { LoggedDelivery } from "../../../domain/actions/delivery.ts"
import { buildDeliveryPayload } from "../../../domain/actions/delivery-payload.ts"
import { createFakeConversation, parseConversationId } from "../../../domain/actions/fake-conversation.ts"
import { en } from "../../../domain/catalog/en.ts"
import { listAddressSecrets } from "../../../domain/connections/connection-query.ts"
import { maxDeliveryPageBytes } from "../../../domain/conversations/conversation-limits.ts"
import { getEmojiLabels } from "../../../domain/conversations/stored-answer.ts"
import { isUuid } from "../../../domain/text/text-input.ts"
import { stripUrlWhitespace } from "../../../domain/text/web-url.ts"
import * as contract from "../../contract/delivery-contract.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import { conversationFromRow } from "../conversations/conversation-repository.ts"
import type { Db } from "../database/database.ts"
import { communityByIdEndpoint, communityEndpoint, type EndpointHandler } from "../http/endpoint-handler.ts"
import { notFound, validationFailed } from "../http/http-error.ts"
import { attemptRequest, isAccepted, recordAttempt } from "../outbound/outbound-attempt.ts"
import { getRevision, getScriptRow } from "../scripts/script-repository.ts"
import type { ServerContext } from "../server-context.ts"
import { enqueueSending } from "./delivery-enqueueing.ts"
import { loadWithAttempts } from "./delivery-log.ts"
import { buildSignedRequest } from "./delivery-sender.ts"
import { getSigningSecret, renewSigningSecret } from "./webhook-signing.ts"

const fakeIdentity = (now: Date) => ({ cuuid: randomUUIDv7(), respondent: randomUUIDv7(), now: now.toISOString() })

const previewPayload = communityEndpoint(
  contract.previewPayload,
  "scripts.read",
  async ({ database: { db }, now }, { user, community, params: { id }, payload }) => {
    const row = await getScriptRow(db, { community: community.uuid, id })
    const { questions = null, options = null, labels = {}, fake = false, version = 2, conversationId } = payload
    const requestedId = fake ? undefined : parseConversationId(conversationId ?? "")
    const conversationRow =
      requestedId === undefined
        ? undefined
        : await db.selectFrom("conversations").selectAll().where("script_id", "=", row.id).where("id", "=", requestedId).executeTakeFirst()
    if (requestedId !== undefined && conversationRow === undefined) throw notFound()
    if (conversationRow !== undefined)
      await recordAuditEvent(
        db,
        { community: community.uuid, user, action: "conversations.preview", target: `script ${row.id}: ${conversationRow.id}` },
        now(),
      )
    const script = await getRevision(db, conversationRow === undefined ? row : { id: row.id, revision: conversationRow.revision })
    const conversation =
      conversationRow === undefined ? createFakeConversation(script, fakeIdentity(now())) : conversationFromRow(conversationRow)
    return buildDeliveryPayload({ version, questions, options, labels }, script, conversation, getEmojiLabels(en))
  },
  { isLongRead: true },
)

/** Deliveries per page if the query has no limit. */
const defaultLimit = 50

const listDeliveries = communityEndpoint(
  contract.listDeliveries,
  "deliveries.read",
  async ({ database: { db }, now }, { user, community, params: { id }, payload: { limit = defaultLimit, before } }) => {
    if (before !== undefined && !isUuid(before)) throw validationFailed({ field: "before", message: "This is no place in the list." })
    const { id: script } = await getScriptRow(db, { community: community.uuid, id })
    const { ids, hasMore } = await measurePage(db, { script, limit, before })
    const query = db.selectFrom("deliveries").selectAll().where("script_id", "=", script).orderBy("id", "desc")
    const rows = ids.length === 0 ? [] : await query.where("id", "in", ids).execute()
    if (before === undefined)
      await recordAuditEvent(db, { community: community.uuid, user, action: "deliveries.read", target: `script ${script}` }, now())
    return { items: await loadWithAttempts(db, script, rows), hasMore }
  },
  { isLongRead: true },
)

type PageRange = { readonly script: string; readonly limit: number; readonly before: string | undefined }

/** Returns the deliveries that fit in a page, at least one, and whether there are more. The database measures the payloads without reading them. */
const measurePage = async (
  db: Db,
  { script, limit, before }: PageRange,
): Promise<{ readonly ids: ReadonlyArray<string>; readonly hasMore: boolean }> => {
  const query = db
    .selectFrom("deliveries")
    .select(["id", sql<number>`octet_length(body)`.as("bytes")])
    .where("script_id", "=", script)
    .orderBy("id", "desc")
    .limit(limit + 1)
  const rows = await (before === undefined ? query : query.where("id", "<", before)).execute()
  let total = 0
  const tooMuch = rows.findIndex(({ bytes }, i) => {
    total += bytes
    return i === limit || (i > 0 && total > maxDeliveryPageBytes)
  })
  return { ids: rows.slice(0, tooMuch === -1 ? rows.length : tooMuch).map(({ id }) => id), hasMore: tooMuch !== -1 }
}

const selectDelivery = (db: Db, script: string, delivery: string) =>
  db.selectFrom("deliveries").selectAll().where("script_id", "=", script).where("id", "=", delivery)

/** Returns a delivery as the list shows it; throws a 404. */
const getLoggedDelivery = async (db: Db, script: string, delivery: string): Promise<LoggedDelivery> => {
  const row = await selectDelivery(db, script, delivery).executeTakeFirst()
  const [item] = row === undefined ? [] : await loadWithAttempts(db, script, [row])
  if (item === undefined) throw notFound()
  return item
}

const redeliver = communityEndpoint(
  contract.redeliver,
  "deliveries.send",
  ({ database, now }, { user, community, params: { id, delivery } }) =>
    database.transact(async (trx) => {
      const { id: script } = await getScriptRow(trx, { community: community.uuid, id })
      if (!isUuid(delivery)) throw notFound()
      const row = await selectDelivery(trx, script, delivery).forUpdate().executeTakeFirst()
      if (row === undefined) throw notFound()
      if (row.reason === "asked") throw validationFailed({ field: "delivery", message: "Its respondent has gone on." })
      if (row.state !== "due") {
        const at = now()
        await trx
          .updateTable("deliveries")
          .set({ state: "due", ended_at: null })
          .where("script_id", "=", script)
          .where("id", "=", row.id)
          .execute()
        await enqueueSending(trx, { script, delivery: row.id, round: at.toISOString() }, at)
        await recordAuditEvent(
          trx,
          { community: community.uuid, user, action: "delivery.again", target: `script ${script}: ${row.id}` },
          at,
        )
      }
      return getLoggedDelivery(trx, script, row.id)
    }),
)

const testDelivery = communityEndpoint(
  contract.testDelivery,
  "deliveries.send",
  async (
    context: ServerContext,
    {
      user,
      community,
      params: { id },
      payload: { instruction, endpoint: endpointInput, questions = null, options = null, labels = {}, version = 2 },
    },
  ) => {
    const { database, now } = context
    const row = await getScriptRow(database.db, { community: community.uuid, id })
    const endpoint = stripUrlWhitespace(endpointInput)
    if (!isEndpoint(endpoint)) throw validationFailed({ field: "endpoint", message: "finding.endpoint-url" })
    const script = await getRevision(database.db, row)
    const [delivery, at] = [randomUUIDv7(), now()]
    const body = JSON.stringify(
      buildDeliveryPayload(
        { version, questions, options, labels },
        script,
        createFakeConversation(script, fakeIdentity(at)),
        getEmojiLabels(en),
      ),
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
    await recordAuditEvent(
      database.db,
      { community: community.uuid, user, action: "delivery.test", target: `script ${row.id}: ${getHost(endpoint)}` },
      at,
    )
    const attempt = await attemptRequest(
      context,
      await buildSignedRequest(context, { id: delivery, community: community.uuid, endpoint, body }),
      listAddressSecrets(endpoint),
    )
    await recordAttempt(context, { script: row.id, delivery }, attempt, isAccepted(attempt) ? "delivered" : "failed")
    return getLoggedDelivery(database.db, row.id, delivery)
  },
  { isLongRead: true },
)

/** Returns the host of a URL. Only the host is audited, because the rest may contain a secret. */
const getHost = (address: string): string => URL.parse(address)?.host ?? ""

const readSecret = communityByIdEndpoint(
  contract.readSigningSecret,
  "community.options",
  async ({ database, secret, now }, { user, community }) =>
    database.transact(async (trx) => {
      await recordAuditEvent(
        trx,
        { community: community.uuid, user, action: "community.signing-secret.read", target: `community ${community.slug}` },
        now(),
      )
      return { secret: await getSigningSecret({ db: trx, secret, now: now() }, community.uuid) }
    }),
)

const renewSecret = communityByIdEndpoint(
  contract.renewSigningSecret,
  "community.options",
  async ({ database, secret, now }, { user, community }) =>
    database.transact(async (trx) => {
      await recordAuditEvent(
        trx,
        { community: community.uuid, user, action: "community.signing-secret.renew", target: `community ${community.slug}` },
        now(),
      )
      return { secret: await renewSigningSecret({ db: trx, secret, now: now() }, community.uuid) }
    }),
)

export const deliveryEndpoints: ReadonlyArray<EndpointHandler> = [
  previewPayload,
  listDeliveries,
  redeliver,
  testDelivery,
  readSecret,
  renewSecret,
]

// Exporting conversations, page by page, and what an export's columns are made of (adapters/contract/conversation-contract.ts).
import { Readable } from "node:stream"
import * as Schema from "effect/Schema"
import { createKeyCounter } from "../../../domain/exports/answers-plan.ts"
import { isUuid } from "../../../domain/uuid.ts"
import * as contract from "../../contract/conversation-contract.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import { type Db, paginate } from "../database/database.ts"
import { communityEndpoint, type EndpointHandler, RawResponse } from "../http/endpoint-handler.ts"
import { validationFailed } from "../http/http-error.ts"
import { getRevision, getScriptRow } from "../scripts/script-repository.ts"
import type { ServerContext } from "../server-context.ts"
import { type ConversationExpression, conversationJsonSql, filterConversations, parseJsonRecord } from "./conversation-repository.ts"

/** Conversations whose metadata are read at a time. */
const batchSize = 1000

/** [X11] Not by the database's own functions of JSON: those refuse a key with U+0000 in it, and an address may say any. */
const metadataKeys = communityEndpoint(
  contract.listMetadataKeys,
  "conversations.read",
  async ({ database: { db } }, { community, params: { id } }) => {
    const script = await getScriptRow(db, { community: community.uuid, id })
    const page = db.selectFrom("conversations").select(["id", "metadata"]).where("script_id", "=", script.id).orderBy("id").limit(batchSize)
    const count = createKeyCounter()
    for (let after: string | undefined; ; ) {
      const rows: ReadonlyArray<Named> = await (after === undefined ? page : page.where("id", ">", after)).execute()
      for (const { metadata } of rows) count.add(Object.keys(parseJsonRecord(metadata)))
      after = rows.at(-1)?.id
      if (rows.length < batchSize) return count.keys()
    }
  },
)
type Named = { readonly id: string; readonly metadata: string }

/** Each is a whole script, and there may be many: only one is in memory at a time. */
const revisions = communityEndpoint(
  contract.listAnsweredRevisions,
  "conversations.read",
  async ({ database: { db } }, { community, params: { id } }) => {
    const script = await getScriptRow(db, { community: community.uuid, id })
    const rows = await db
      .selectFrom("conversations")
      .select("revision")
      .distinct()
      .where("script_id", "=", script.id)
      .where("started_at", "is not", null)
      .orderBy("revision", "desc")
      .execute()
    const texts = revisionTexts(
      db,
      script.id,
      rows.map(({ revision }) => revision),
    )
    return new RawResponse("application/json; charset=utf-8", Readable.from(texts, { objectMode: false }))
  },
)

async function* revisionTexts(db: Db, script: string, all: ReadonlyArray<number>): AsyncGenerator<string> {
  let before = '{"items":['
  for (const revision of all) {
    const { language, instructions } = await getRevision(db, { id: script, revision })
    yield before + JSON.stringify(revisionJson({ revision, language, instructions }))
    before = ","
  }
  yield all.length === 0 ? `${before}]}` : "]}"
}
const revisionJson = Schema.encodeSync(contract.AnsweredRevision)

/** Rows of an export where its query names no limit (spec/3-community §9). */
const defaultLimit = 1250

/**
 * Where a page begins: behind the conversation that was begun at that instant, of those behind the one of that id. It is signed for whoever
 * began the export, which stands in the audit log: nobody reads on from a place of their own choice.
 */
type ExportCursor = { readonly startedAt: Date; readonly id: string }

/** Who exports, and what. */
type Export = { readonly user: string; readonly script: string }

/** The texts that stand for a place: one for each key, the current one's first. */
const encodeCursors = ({ secret }: ServerContext, { user, script }: Export, { startedAt, id }: ExportCursor): ReadonlyArray<string> => {
  const text = `${startedAt.getTime()}_${id}`
  return secret.signWithAllKeys("export", `${user} ${script} ${text}`).map((signature) => `${text}_${signature}`)
}

const decodeCursor = (context: ServerContext, of: Export, after: string): ExportCursor => {
  const [, at, id = ""] = /^(\d{1,14})_([^_]+)_/.exec(after) ?? []
  const place = { startedAt: new Date(Number(at)), id }
  if (at === undefined || !isUuid(id) || !encodeCursors(context, of, place).includes(after))
    throw validationFailed({ field: "after", message: "This is no place in the list." })
  return place
}

const rows = communityEndpoint(
  contract.exportConversations,
  "conversations.read",
  async (context, { user, community, params: { id }, payload }) => {
    const { db } = context.database
    const { after, limit = defaultLimit, offset, ...chosen } = payload
    const script = id.toLowerCase()
    const of = { user: user.uuid, script }
    const place = after === undefined ? null : decodeCursor(context, of, after)
    const all = db
      .selectFrom("conversations")
      .select(conversationJsonSql.as("text"))
      .where("community_id", "=", community.uuid)
      .orderBy("started_at")
      .orderBy("id")
    const chosenHere = filterConversations(script, chosen)
    const behind = (its: ConversationExpression) =>
      place === null
        ? chosenHere(its)
        : its.and([chosenHere(its), its(its.refTuple("started_at", "id"), ">", its.tuple(place.startedAt, place.id))])
    // Of those that are passed over only the ids are read.
    const page =
      offset === undefined || offset === 0
        ? all.where(behind).limit(limit)
        : all
            .where("script_id", "=", script)
            .where("id", "in", (its) =>
              paginate(its.selectFrom("conversations").select("id").where(behind).orderBy("started_at").orderBy("id"), { limit, offset }),
            )
    const found = await context.database.readTextColumn(page.compile())
    // Where there are conversations there is their script.
    if (found.length === 0) await getScriptRow(db, { community: community.uuid, id })
    if (after === undefined)
      await recordAuditEvent(
        db,
        { community: community.uuid, user, action: "conversations.export", thing: `script ${script}` },
        context.now(),
      )
    const last = found.length < limit ? undefined : found.at(-1)
    const next = last === undefined ? null : (encodeCursors(context, of, cursorOfLine(last))[0] ?? null)
    // Put into bytes once: of a text of this size they would be counted first, and made then.
    const body = Buffer.from(`{"items":[${found.join(",")}],"after":${JSON.stringify(next)}}`)
    return new RawResponse("application/json; charset=utf-8", body)
  },
)

/** Where a conversation stands in the list, told by its line. */
const cursorOfLine = (line: string): ExportCursor => {
  const { startedAt, cuuid } = decodePlaceFields(line)
  return { startedAt: new Date(startedAt), id: cuuid }
}
const decodePlaceFields = Schema.decodeSync(Schema.fromJsonString(Schema.Struct({ startedAt: Schema.String, cuuid: Schema.String })))

export const exportEndpoints: ReadonlyArray<EndpointHandler> = [metadataKeys, revisions, rows]

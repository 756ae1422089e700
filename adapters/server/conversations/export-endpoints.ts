// Endpoints for exports: conversations page by page, and the metadata keys and revisions that determine the columns.
import { Readable } from "node:stream"
import { setImmediate } from "node:timers/promises"
import * as Schema from "effect/Schema"
import { type Expression, type SqlBool, sql } from "kysely"
import { maxExportPageBytes } from "../../../domain/conversations/conversation-limits.ts"
import { createKeyCounter } from "../../../domain/exports/answers-table.ts"
import { isUuid } from "../../../domain/text/text-input.ts"
import * as contract from "../../contract/conversation-contract.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import { type Db, paginate } from "../database/database.ts"
import { communityEndpoint, type EndpointHandler, RawResponse } from "../http/endpoint-handler.ts"
import { validationFailed } from "../http/http-error.ts"
import { getRevision, getScriptRow } from "../scripts/script-repository.ts"
import type { ServerContext } from "../server-context.ts"
import { type ConversationExpression, conversationJsonSql, filterConversations, parseJsonRecord } from "./conversation-repository.ts"

/** Conversations per batch when metadata keys are read: a link has up to `maxLinkMetadataLength` characters of metadata. */
const batchSize = 100

/** Characters of metadata whose keys are counted before other requests get their turn. */
const countedPerTurn = 16 * 1024

/** [X11] PostgreSQL's JSON functions are not used: they reject keys with U+0000, and an address can contain any key. */
const metadataKeys = communityEndpoint(
  contract.listMetadataKeys,
  "conversations.read",
  async ({ database: { db } }, { community, params: { id } }) => {
    const script = await getScriptRow(db, { community: community.uuid, id })
    const page = db.selectFrom("conversations").select(["id", "metadata"]).where("script_id", "=", script.id).orderBy("id").limit(batchSize)
    const count = createKeyCounter()
    for (let after: string | undefined; ; ) {
      const rows: ReadonlyArray<MetadataRow> = await (after === undefined ? page : page.where("id", ">", after)).execute()
      let countedOfTurn = 0
      for (const { metadata } of rows) {
        count.add(Object.keys(parseJsonRecord(metadata)))
        countedOfTurn += metadata.length
        if (countedOfTurn < countedPerTurn) continue
        countedOfTurn = 0
        await setImmediate()
      }
      after = rows.at(-1)?.id
      if (rows.length < batchSize) return count.keys()
    }
  },
  { isLongRead: true },
)
type MetadataRow = { readonly id: string; readonly metadata: string }

/** Streams the revisions: each is a whole script, and only one is in memory at a time. */
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
    const texts = streamRevisions(
      db,
      script.id,
      rows.map(({ revision }) => revision),
    )
    return new RawResponse("application/json; charset=utf-8", Readable.from(texts, { objectMode: false }))
  },
  { isLongRead: true },
)

/** Instructions that are encoded before other requests get their turn. */
const sliceLength = 200

async function* streamRevisions(db: Db, script: string, revisions: ReadonlyArray<number>): AsyncGenerator<string> {
  let separator = '{"items":['
  for (const revision of revisions) {
    const { language, instructions } = await getRevision(db, { id: script, revision })
    const start = JSON.stringify(encodeRevision({ revision, language, instructions: [] }))
    // Without the end of its empty list.
    yield separator + start.slice(0, -emptyListEnd.length)
    for (let from = 0; from < instructions.length; from += sliceLength) {
      await setImmediate()
      const items = JSON.stringify(encodeInstructions(instructions.slice(from, from + sliceLength)))
      yield `${from === 0 ? "" : ","}${items.slice(1, -1)}`
    }
    yield emptyListEnd
    separator = ","
  }
  yield revisions.length === 0 ? `${separator}]}` : "]}"
}
const encodeRevision = Schema.encodeSync(contract.AnsweredRevision)
const encodeInstructions = Schema.encodeSync(contract.AnsweredRevision.fields.instructions)
/** How the JSON of a revision ends, whose last field is the list of its instructions. */
const emptyListEnd = "]}"

/** Rows per page if the query has no limit. */
const defaultLimit = 1250

/**
 * Cursor of an export page: the start time and id of the last conversation sent. It is signed for the user who started
 * the export (which is audited), so that nobody can continue from a position of their choosing.
 */
type ExportCursor = { readonly startedAt: Date; readonly id: string }

/** The exporting user and the script, as uuids. */
type ExportScope = { readonly user: string; readonly script: string }

/** Returns the cursor as text, signed with each key, the current key first. */
const encodeCursors = (
  { secret }: ServerContext,
  { user, script }: ExportScope,
  { startedAt, id }: ExportCursor,
): ReadonlyArray<string> => {
  const text = `${startedAt.getTime()}_${id}`
  return secret.signWithAllKeys("export", `${user} ${script} ${text}`).map((signature) => `${text}_${signature}`)
}

const decodeCursor = (context: ServerContext, scope: ExportScope, after: string): ExportCursor => {
  const [, startedAtMs, id = ""] = /^(\d{1,14})_([^_]+)_/.exec(after) ?? []
  const cursor = { startedAt: new Date(Number(startedAtMs)), id }
  if (startedAtMs === undefined || !isUuid(id) || !encodeCursors(context, scope, cursor).includes(after))
    throw validationFailed({ field: "after", message: "This is no place in the list." })
  return cursor
}

const exportConversations = communityEndpoint(
  contract.exportConversations,
  "conversations.read",
  async (context, { user, community, params: { id }, payload }) => {
    const { db } = context.database
    const { after, limit = defaultLimit, offset, ...filter } = payload
    const script = id.toLowerCase()
    const scope = { user: user.uuid, script }
    const cursor = after === undefined ? null : decodeCursor(context, scope, after)
    const baseQuery = db
      .selectFrom("conversations")
      .select(conversationJsonSql.as("text"))
      .where("community_id", "=", community.uuid)
      .orderBy("started_at")
      .orderBy("id")
    const matchesFilter = filterConversations(script, filter)
    const isAfterCursor = (eb: ConversationExpression) =>
      cursor === null
        ? matchesFilter(eb)
        : eb.and([matchesFilter(eb), eb(eb.refTuple("started_at", "id"), ">", eb.tuple(cursor.startedAt, cursor.id))])
    const { fitting, isLast } = await measurePage(db, { matches: isAfterCursor, limit, offset: offset ?? 0 })
    // Skipped rows are read by id only.
    const page =
      offset === undefined || offset === 0
        ? baseQuery.where(isAfterCursor).limit(fitting)
        : baseQuery.where("script_id", "=", script).where("id", "in", (eb) =>
            paginate(eb.selectFrom("conversations").select("id").where(isAfterCursor).orderBy("started_at").orderBy("id"), {
              limit: fitting,
              offset,
            }),
          )
    const lines = await context.database.readTextColumn(page.compile())
    // Checked only for an empty page: conversations cannot exist without their script.
    if (lines.length === 0) await getScriptRow(db, { community: community.uuid, id })
    if (after === undefined)
      await recordAuditEvent(
        db,
        { community: community.uuid, user, action: "conversations.export", target: `script ${script}` },
        context.now(),
      )
    const last = isLast ? undefined : lines.at(-1)
    const next = last === undefined ? null : (encodeCursors(context, scope, parseCursorFromLine(last))[0] ?? null)
    // Encoded once here: for a text of this size, Node would measure it first and encode it afterwards.
    const body = Buffer.from(`{"items":[${lines.join(",")}],"after":${JSON.stringify(next)}}`)
    return new RawResponse("application/json; charset=utf-8", body)
  },
  { isLongRead: true },
)

type PageRange = { readonly matches: (eb: ConversationExpression) => Expression<SqlBool>; readonly limit: number; readonly offset: number }

/** Returns how many conversations fit in a page, at least one, and whether they are the last ones. The database measures the texts without reading them. */
const measurePage = async (
  db: Db,
  { matches, limit, offset }: PageRange,
): Promise<{ readonly fitting: number; readonly isLast: boolean }> => {
  const query = db
    .selectFrom("conversations")
    .select(sql<number>`octet_length(answers) + octet_length(metadata) + octet_length(actions)`.as("bytes"))
    .where(matches)
    .orderBy("started_at")
    .orderBy("id")
  const rows = await paginate(query, { limit, offset }).execute()
  let total = 0
  const tooMuch = rows.findIndex(({ bytes }, i) => {
    total += bytes
    return i > 0 && total > maxExportPageBytes
  })
  return tooMuch === -1 ? { fitting: Math.max(rows.length, 1), isLast: rows.length < limit } : { fitting: tooMuch, isLast: false }
}

/** Reads the cursor from a conversation's line of JSON. */
const parseCursorFromLine = (line: string): ExportCursor => {
  const { startedAt, cuuid } = decodeCursorFields(line)
  return { startedAt: new Date(startedAt), id: cuuid }
}
const decodeCursorFields = Schema.decodeSync(Schema.fromJsonString(Schema.Struct({ startedAt: Schema.String, cuuid: Schema.String })))

export const exportEndpoints: ReadonlyArray<EndpointHandler> = [metadataKeys, revisions, exportConversations]

// Endpoints for a community's members (people with personal links): as a list, and as a CSV file.
import { Readable } from "node:stream"
import type { FastifyRequest } from "fastify"
import { type ExpressionBuilder, sql } from "kysely"
import { membersFileName } from "../../../domain/exports/export-file-names.ts"
import { type Member, membersCsv } from "../../../domain/exports/links-and-members-csv.ts"
import * as contract from "../../contract/respondent-contract.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import { type Db, paginate } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import { communityByIdEndpoint, type EndpointHandler, RawResponse } from "../http/endpoint-handler.ts"

const selectMembers = (db: Db, community: string) => db.selectFrom("profiles").selectAll().where("community_id", "=", community)

/** By what the list shows of a person; those without a name come last. Index `profiles_listed` has this order. */
const listOrder = [
  ...(["last_name", "first_name", "external_id", "email"] as const).map((column) => sql`lower(left(${sql.ref(column)}, 60))`),
  sql`id`,
]

type Row = Awaited<ReturnType<ReturnType<typeof selectMembers>["executeTakeFirstOrThrow"]>>

/** Columns that the search matches, besides the full name. */
const searchedColumns = ["external_id", "email", "phone", "first_name", "last_name"] as const

/** Condition for profiles that contain a text, whose wildcard characters are escaped. */
const matchesSearch = (text: string) => (eb: ExpressionBuilder<Tables, "profiles">) => {
  if (text.trim() === "") return eb.val(true)
  const pattern = `%${text.trim().replace(/[\\%_]/g, "\\$&")}%`
  return eb.or([
    ...searchedColumns.map((column) => eb(column, "ilike", pattern)),
    sql<boolean>`first_name || ' ' || last_name ilike ${pattern}`,
  ])
}

const defaultLimit = 100

/** Maps a profile row to the listed member. */
export const memberFromRow = (row: Row): Member => ({
  uuid: row.id,
  type: row.type,
  external_id: row.external_id,
  email: row.email,
  phone: row.phone,
  dateofbirth: row.date_of_birth,
  firstname: row.first_name,
  lastname: row.last_name,
})

const listMembers = communityByIdEndpoint(
  contract.listMembers,
  "community.members",
  async ({ database: { db }, now }, { user, community, payload }) => {
    await recordAuditEvent(db, { community: community.uuid, user, action: "members.read", target: `community ${community.slug}` }, now())
    const { limit = defaultLimit, offset = 0, search = "" } = payload
    const { total } = await db
      .selectFrom("profiles")
      .where("community_id", "=", community.uuid)
      .where(matchesSearch(search))
      .select((eb) => eb.fn.countAll().as("total"))
      .executeTakeFirstOrThrow()
    const query = selectMembers(db, community.uuid).where(matchesSearch(search)).orderBy(sql.join(listOrder))
    const items = await paginate(query, { limit, offset }).execute()
    return { items: items.map(memberFromRow), total: Number(total) }
  },
  { isLongRead: true },
)

/** Rows per batch, so that memory does not grow with the list. */
const batchSize = 1000

async function* streamCsv(db: Db, community: string): AsyncGenerator<string> {
  for (let after: string | null = null; ; ) {
    const query = selectMembers(db, community).orderBy("id").limit(batchSize)
    const rows: ReadonlyArray<Row> = await (after === null ? query : query.where("id", ">", after)).execute()
    const [start = "", ...lines] = membersCsv(rows.map(memberFromRow))
    yield after === null ? start + lines.join("") : lines.join("")
    if (rows.length < batchSize) return
    after = rows.at(-1)?.id ?? null
  }
}

const downloadMembers = communityByIdEndpoint(
  contract.downloadMembers,
  "community.members",
  async ({ database: { db }, now }, { user, community }) => {
    await recordAuditEvent(db, { community: community.uuid, user, action: "members.export", target: `community ${community.slug}` }, now())
    const name = membersFileName(now().toISOString().slice(0, 10), community.slug)
    const disposition = { "content-disposition": `attachment; filename="${name}"` }
    return new RawResponse("text/csv; charset=utf-8", Readable.from(streamCsv(db, community.uuid), { objectMode: false }), disposition)
  },
)

const wantsCsv = ({ query }: FastifyRequest): boolean =>
  typeof query === "object" && query !== null && "format" in query && query.format === "csv"

/** Two endpoints on one path: `?format=csv` returns the whole list as a file. */
export const memberEndpoints: ReadonlyArray<EndpointHandler> = [
  {
    ...listMembers,
    alternative: contract.downloadMembers,
    handle: (context, request, reply) => (wantsCsv(request) ? downloadMembers : listMembers).handle(context, request, reply),
  },
]

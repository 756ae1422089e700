// A conversation between its row and the domain's shape.
import { type Selectable, sql } from "kysely"
import { type Conversation, conversationStatuses } from "../../../domain/conversations/conversation.ts"
import type { Tables } from "../database/tables.ts"

export const recordOf = (text: string): Readonly<Record<string, unknown>> => JSON.parse(text)
const instant = (date: Date | null): string | null => date?.toISOString() ?? null

/** What is told of a conversation, which is not all that is kept of it. */
export const toldColumns = [
  "id",
  "profile_id",
  "status",
  "started_at",
  "updated_at",
  "synced_at",
  "finished_at",
  "revision",
  "metadata",
  "answers",
  "actions",
] as const satisfies ReadonlyArray<keyof Tables["conversations"]>

type Row = Pick<Selectable<Tables["conversations"]>, (typeof toldColumns)[number]>

/** As deliveries send it. */
export const conversationOf = (row: Row): Conversation => ({
  cuuid: row.id,
  uuid: row.profile_id,
  status: conversationStatuses.find((status) => status === row.status) ?? "pending",
  startedAt: instant(row.started_at),
  updatedAt: instant(row.updated_at),
  syncedAt: instant(row.synced_at),
  finishedAt: instant(row.finished_at),
  revision: row.revision,
  metadata: recordOf(row.metadata),
  answers: recordOf(row.answers),
  actions: recordOf(row.actions),
})

/** An instant as the JSON of `Date` has it. */
const instantText = (column: keyof Row) =>
  sql`coalesce('"' || to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null')`

/**
 * The same as a line of JSON, put together by the database: an export has very many of them, of which nothing needs to be understood here. What
 * is kept as JSON is passed on as it is; of the other columns none holds a text that JSON would write otherwise.
 */
export const conversationText = sql<string>`concat(
  '{"cuuid":"', id, '","uuid":', coalesce('"' || profile_id || '"', 'null'),
  ',"status":"', case when status in (${sql.join(conversationStatuses.map((status) => sql.lit(status)))}) then status else 'pending' end,
  '","startedAt":', ${instantText("started_at")}, ',"updatedAt":', ${instantText("updated_at")},
  ',"syncedAt":', ${instantText("synced_at")}, ',"finishedAt":', ${instantText("finished_at")},
  ',"revision":', revision, ',"metadata":', metadata, ',"answers":', answers, ',"actions":', actions, '}')`

// A conversation between its row and the domain's shape.

import { randomUUID } from "node:crypto"
import { type ExpressionBuilder, type Selectable, sql } from "kysely"
import { type Conversation, conversationStatuses } from "../../../domain/conversations/conversation.ts"
import { conversationTimeoutMs } from "../../../domain/conversations/conversation-limits.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { validationFailed } from "../http/http-error.ts"
import { hashToken } from "../security/one-time-tokens.ts"
import type { ServerContext } from "../server-context.ts"

export const parseJsonRecord = (text: string): Readonly<Record<string, unknown>> => JSON.parse(text)
const instant = (date: Date | null): string | null => date?.toISOString() ?? null

/** What is told of a conversation, which is not all that is kept of it. */
export const conversationColumns = [
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

type Row = Pick<Selectable<Tables["conversations"]>, (typeof conversationColumns)[number]>

/** As deliveries send it. */
export const conversationFromRow = (row: Row): Conversation => ({
  cuuid: row.id,
  uuid: row.profile_id,
  status: conversationStatuses.find((status) => status === row.status) ?? "pending",
  startedAt: instant(row.started_at),
  updatedAt: instant(row.updated_at),
  syncedAt: instant(row.synced_at),
  finishedAt: instant(row.finished_at),
  revision: row.revision,
  metadata: parseJsonRecord(row.metadata),
  answers: parseJsonRecord(row.answers),
  actions: parseJsonRecord(row.actions),
})

/** An instant as the JSON of `Date` has it. */
const instantText = (column: keyof Row) =>
  sql`coalesce('"' || to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null')`

/**
 * The same as a line of JSON, put together by the database: an export has very many of them, of which nothing needs to be understood here. What
 * is kept as JSON is passed on as it is; of the other columns none holds a text that JSON would write otherwise.
 */
export const conversationJsonSql = sql<string>`concat(
  '{"cuuid":"', id, '","uuid":', coalesce('"' || profile_id || '"', 'null'),
  ',"status":"', case when status in (${sql.join(conversationStatuses.map((status) => sql.lit(status)))}) then status else 'pending' end,
  '","startedAt":', ${instantText("started_at")}, ',"updatedAt":', ${instantText("updated_at")},
  ',"syncedAt":', ${instantText("synced_at")}, ',"finishedAt":', ${instantText("finished_at")},
  ',"revision":', revision, ',"metadata":', metadata, ',"answers":', answers, ',"actions":', actions, '}')`

// The conversations of a script that a query chooses.

type ConversationFilter = { readonly filledonly?: boolean; readonly from?: string; readonly to?: string }

/** An instant of a query, or a 422. */
const instantOf = (field: string, text: string): Date => {
  const at = new Date(text)
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1970 || at.getUTCFullYear() > 9999)
    throw validationFailed({ field, message: "This is no date." })
  return at
}

export type ConversationExpression = ExpressionBuilder<Tables, "conversations">

/** Those of a script that were begun, as far as a query chooses them. */
export const filterConversations =
  (script: string, { filledonly = false, from, to }: ConversationFilter) =>
  (its: ConversationExpression) =>
    its.and([
      its("script_id", "=", script),
      its("started_at", "is not", null),
      ...(filledonly ? [its("is_answered", "=", true)] : []),
      ...(from === undefined ? [] : [its("started_at", ">=", instantOf("from", from))]),
      ...(to === undefined ? [] : [its("started_at", "<=", instantOf("to", to))]),
    ])

// Conversations that nobody went on with (spec/3-community §4: "finished, pending, expired"; decisions E13).

/** Rows that one change marks: it keeps nobody waiting who goes on after all. */
const batchSize = 1000

/** Marks those that have expired. Whoever goes on makes theirs pending again. */
export const expireConversations = async ({ database: { db }, now }: Pick<ServerContext, "database" | "now">): Promise<void> => {
  const before = new Date(now().getTime() - conversationTimeoutMs)
  for (let marked = batchSize; marked === batchSize; ) {
    const { numUpdatedRows } = await db
      .updateTable("conversations")
      .set({ status: "expired" })
      .where((its) =>
        its(
          its.refTuple("script_id", "id"),
          "in",
          its
            .selectFrom("conversations")
            .select(["script_id", "id"])
            .where("status", "=", "pending")
            .where("started_at", "<", before)
            .where("updated_at", "<", before)
            .limit(batchSize)
            .$asTuple("script_id", "id"),
        ),
      )
      // Asked again of the row as it is when it is marked.
      .where("status", "=", "pending")
      .where("updated_at", "<", before)
      .executeTakeFirstOrThrow()
    marked = Number(numUpdatedRows)
  }
}

// The row of a conversation that nobody has begun yet. Of its pass only a hash is kept.

/** How a token or a code is looked up: neither is kept. */

type New = {
  readonly script: ScriptRow
  readonly token: string
  readonly code?: string | null
  readonly profile?: string | null
  readonly metadata: Readonly<Record<string, string | null>>
  readonly at: Date
}

/** Pinned to the script's revision as it is now. Its id says nothing: neither when it was made, nor which came before it. */
export const buildConversationRow = ({ script, token, code = null, profile = null, metadata, at }: New) => ({
  script_id: script.id,
  id: randomUUID(),
  community_id: script.community_id,
  profile_id: profile,
  revision: script.revision,
  status: "pending",
  token_hash: hashToken(token),
  code_hash: code === null ? null : hashToken(code),
  metadata: JSON.stringify(metadata),
  answers: "{}",
  actions: "{}",
  state: null,
  is_answered: false,
  made_at: at,
})

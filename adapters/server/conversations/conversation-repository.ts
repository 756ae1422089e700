// Conversations as database rows: mapping to the domain, filters, creation, and expiry.

import { randomUUID } from "node:crypto"
import * as Schema from "effect/Schema"
import { type ExpressionBuilder, type Selectable, sql } from "kysely"
import { type Conversation, ConversationScores, conversationStatuses } from "../../../domain/conversations/conversation.ts"
import { conversationTimeoutMs, unansweredLifetimeMs } from "../../../domain/conversations/conversation-limits.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { validationFailed } from "../http/http-error.ts"
import { hashToken } from "../security/one-time-tokens.ts"
import type { ServerContext } from "../server-context.ts"

export const parseJsonRecord = (text: string): Readonly<Record<string, unknown>> => JSON.parse(text)
const toIsoString = (date: Date | null): string | null => date?.toISOString() ?? null

/** The columns that deliveries and exports show. */
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
  "scores",
] as const satisfies ReadonlyArray<keyof Tables["conversations"]>

type Row = Pick<Selectable<Tables["conversations"]>, (typeof conversationColumns)[number]>

/** Returns the conversation as deliveries send it. */
export const conversationFromRow = (row: Row): Conversation => ({
  cuuid: row.id,
  uuid: row.profile_id,
  status: conversationStatuses.find((status) => status === row.status) ?? "pending",
  startedAt: toIsoString(row.started_at),
  updatedAt: toIsoString(row.updated_at),
  syncedAt: toIsoString(row.synced_at),
  finishedAt: toIsoString(row.finished_at),
  revision: row.revision,
  metadata: parseJsonRecord(row.metadata),
  answers: parseJsonRecord(row.answers),
  actions: parseJsonRecord(row.actions),
  scores: decodeScores(row.scores),
})
const decodeScores = Schema.decodeSync(Schema.fromJsonString(ConversationScores))

/** SQL for a timestamp column as `Date` serializes to JSON. */
const timestampJsonSql = (column: keyof Row) =>
  sql`coalesce('"' || to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null')`

/**
 * `conversationFromRow` as one line of JSON, built by the database: an export has very many rows, and nothing in them
 * needs parsing here. JSON columns are passed through; no other column holds text that JSON would escape.
 */
export const conversationJsonSql = sql<string>`concat(
  '{"cuuid":"', id, '","uuid":', coalesce('"' || profile_id || '"', 'null'),
  ',"status":"', case when status in (${sql.join(conversationStatuses.map((status) => sql.lit(status)))}) then status else 'pending' end,
  '","startedAt":', ${timestampJsonSql("started_at")}, ',"updatedAt":', ${timestampJsonSql("updated_at")},
  ',"syncedAt":', ${timestampJsonSql("synced_at")}, ',"finishedAt":', ${timestampJsonSql("finished_at")},
  ',"revision":', revision, ',"metadata":', metadata, ',"answers":', answers, ',"actions":', actions,
  ',"scores":', scores, '}')`

type ConversationFilter = { readonly filledonly?: boolean; readonly from?: string; readonly to?: string }

/** Parses a date parameter; throws a 422. */
const parseDateParameter = (field: string, text: string): Date => {
  const at = new Date(text)
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1970 || at.getUTCFullYear() > 9999)
    throw validationFailed({ field, message: "This is no date." })
  return at
}

export type ConversationExpression = ExpressionBuilder<Tables, "conversations">

/** Condition for the started conversations of a script that match the query's filter. */
export const filterConversations =
  (script: string, { filledonly = false, from, to }: ConversationFilter) =>
  (eb: ConversationExpression) =>
    eb.and([
      eb("script_id", "=", script),
      eb("started_at", "is not", null),
      ...(filledonly ? [eb("is_answered", "=", true)] : []),
      ...(from === undefined ? [] : [eb("started_at", ">=", parseDateParameter("from", from))]),
      ...(to === undefined ? [] : [eb("started_at", "<=", parseDateParameter("to", to))]),
    ])

/** Rows per update, so that a respondent who continues waits only briefly. */
const batchSize = 1000

/** Changes rows in batches; `change` returns how many rows one batch changed. */
const changeInBatches = async (change: () => Promise<bigint>): Promise<void> => {
  while ((await change()) === BigInt(batchSize));
}

/** [E13] Marks expired conversations. A respondent who continues makes theirs pending again. */
export const expireConversations = async ({ database: { db }, now }: Pick<ServerContext, "database" | "now">): Promise<void> => {
  const before = new Date(now().getTime() - conversationTimeoutMs)
  await changeInBatches(async () => {
    const { numUpdatedRows } = await db
      .updateTable("conversations")
      .set({ status: "expired" })
      .where((eb) =>
        eb(
          eb.refTuple("script_id", "id"),
          "in",
          eb
            .selectFrom("conversations")
            .select(["script_id", "id"])
            .where("status", "=", "pending")
            .where("started_at", "<", before)
            .where("updated_at", "<", before)
            .limit(batchSize)
            .$asTuple("script_id", "id"),
        ),
      )
      // Repeated here, because the row may have changed since the subquery read it.
      .where("status", "=", "pending")
      .where("updated_at", "<", before)
      .executeTakeFirstOrThrow()
    return numUpdatedRows
  })
}

/**
 * Deletes anonymous conversations that have had no answer for a day and have not finished. One with a file or a delivery stays until that has been
 * deleted.
 */
export const deleteUnansweredConversations = async ({ database: { db }, now }: Pick<ServerContext, "database" | "now">): Promise<void> => {
  const before = new Date(now().getTime() - unansweredLifetimeMs)
  await changeInBatches(async () => {
    const { numDeletedRows } = await db
      .deleteFrom("conversations")
      .where((eb) =>
        eb(
          eb.refTuple("script_id", "id"),
          "in",
          eb
            .selectFrom("conversations as c")
            .select(["c.script_id", "c.id"])
            .where("c.is_anonymous", "=", true)
            .where("c.is_answered", "=", false)
            .where("c.status", "!=", "finished")
            .where("c.updated_at", "<", before)
            .where((sub) =>
              sub.not(
                sub.exists(
                  sub
                    .selectFrom("answer_files as f")
                    .select("f.id")
                    .whereRef("f.script_id", "=", "c.script_id")
                    .whereRef("f.conversation_id", "=", "c.id"),
                ),
              ),
            )
            .where((sub) =>
              sub.not(
                sub.exists(
                  sub
                    .selectFrom("deliveries as d")
                    .select("d.id")
                    .whereRef("d.script_id", "=", "c.script_id")
                    .whereRef("d.conversation_id", "=", "c.id"),
                ),
              ),
            )
            .limit(batchSize)
            .$asTuple("script_id", "id"),
        ),
      )
      // Repeated here, because the row may have changed since the subquery read it.
      .where("is_answered", "=", false)
      .where("updated_at", "<", before)
      .executeTakeFirstOrThrow()
    return numDeletedRows
  })
}

type NewConversation = {
  readonly script: ScriptRow
  readonly token: string
  readonly code?: string | null
  readonly profile?: string | null
  readonly isAnonymous?: boolean
  readonly metadata: Readonly<Record<string, string | null>>
  readonly at: Date
}

/**
 * [E14] Builds the row of a conversation that has not started, pinned to the script's revision; tokens are only stored
 * as hashes.
 */
export const buildConversationRow = ({
  script,
  token,
  code = null,
  profile = null,
  isAnonymous = false,
  metadata,
  at,
}: NewConversation) => ({
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
  scores: "{}",
  state: null,
  is_answered: false,
  is_anonymous: isAnonymous,
  made_at: at,
})

export type ConversationRow = Selectable<Tables["conversations"]>

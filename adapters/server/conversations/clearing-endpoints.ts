// Clearing a script's data or statistics, and anonymizing its conversations [P2], each in two steps with a token [U4].
import { randomBytes } from "node:crypto"
import { sql, type Transaction } from "kysely"
import type { Right } from "../../../domain/accounts/rights.ts"
import { hasAnyAnswer } from "../../../domain/conversations/stored-answer.ts"
import { canAnonymize } from "../../../domain/script/status.ts"
import * as contract from "../../contract/conversation-contract.ts"
import type { Endpoint } from "../../contract/endpoint.ts"
import { eraseAnswerFiles } from "../answer-files/answer-file-repository.ts"
import { type AuditAction, recordAuditEvent } from "../audit/audit-log.ts"
import type { Db } from "../database/database.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { communityEndpoint, type EndpointHandler } from "../http/endpoint-handler.ts"
import { notFound, validationFailed } from "../http/http-error.ts"
import { deleteIdempotentResponses } from "../http/idempotency.ts"
import { confirmedScriptChanged, countContents, countStatusChanges, lockScriptConversations } from "../scripts/removal-consent.ts"
import { eraseRespondentData } from "../scripts/script-erasure.ts"
import { getScriptRow, listedScriptFromRow, lockScriptChanges } from "../scripts/script-repository.ts"
import { createConfirmationToken, type ShownState, spendConfirmationToken } from "../security/confirmation-tokens.ts"
import { parseJsonRecord } from "./conversation-repository.ts"

/**
 * Counts the started conversations that are anonymized, and the unopened links, files and deliveries that are deleted.
 */
const countForAnonymization = async (
  db: Db,
  script: string,
): Promise<{ readonly conversations: number; readonly links: number; readonly files: number; readonly deliveries: number }> => {
  const { all, begun: started } = await db
    .selectFrom("conversations")
    .where("script_id", "=", script)
    .select(({ fn }) => [fn.countAll().as("all"), fn.count("started_at").as("begun")])
    .executeTakeFirstOrThrow()
  const count = async (table: "answer_files" | "deliveries") => {
    const query = db.selectFrom(table).where("script_id", "=", script)
    return Number((await query.select(({ fn }) => fn.countAll().as("n")).executeTakeFirstOrThrow()).n)
  }
  return {
    conversations: Number(started),
    links: Number(all) - Number(started),
    files: await count("answer_files"),
    deliveries: await count("deliveries"),
  }
}

/** SQL for the start of the UTC day of a timestamp column. */
const startOfDaySql = (column: string) => sql<Date>`date_trunc('day', ${sql.ref(column)} at time zone 'UTC') at time zone 'UTC'`

/**
 * SQL for a value that nobody can relate to the old one, in 64 hexadecimal digits. Computed from a random salt that is stored nowhere,
 * because distributed engines accept no random function in an update.
 */
const unrelatedSql = (salt: string, column: "id" | "token_hash") =>
  sql<string>`encode(sha256((${`${salt} ${column} `} || ${sql.ref(column)}::text)::bytea), 'hex')`

/** [E14] SQL for a new id, which is a random uuid like the old one. */
const newIdSql = (salt: string) =>
  sql<string>`overlay(overlay(left(${unrelatedSql(salt, "id")}, 32) placing '4' from 13) placing '8' from 17)::uuid`

/** [P2] Anonymizes the locked conversations of a closed script and deletes its unopened links, deliveries and files. */
const anonymizeConversations = async (trx: Transaction<Tables>, row: ScriptRow, at: Date): Promise<void> => {
  if (!canAnonymize(listedScriptFromRow(row).status)) throw validationFailed({ field: "status", message: "ERROR.CHAT_NOT_CLOSED" })
  const script = row.id
  for (const table of ["jobs", "deliveries", "delivery_attempts"] as const)
    await trx.deleteFrom(table).where("script_id", "=", script).execute()
  await trx.deleteFrom("conversations").where("script_id", "=", script).where("started_at", "is", null).execute()
  await clearFileAnswers(trx, script)
  await eraseAnswerFiles(trx, script, at)
  const salt = randomBytes(32).toString("hex")
  await trx
    .updateTable("conversations")
    .set({
      // Deliveries and exports may have passed the old id on.
      id: newIdSql(salt),
      profile_id: null,
      // A hash that no token has: old links stop working.
      token_hash: unrelatedSql(salt, "token_hash"),
      code_hash: null,
      metadata: "{}",
      state: null,
      made_at: startOfDaySql("made_at"),
      started_at: startOfDaySql("started_at"),
      updated_at: startOfDaySql("updated_at"),
      synced_at: startOfDaySql("synced_at"),
      finished_at: startOfDaySql("finished_at"),
      stale_at: null,
    })
    .where("script_id", "=", script)
    .execute()
  await deleteIdempotentResponses(trx, script)
}

/** Conversations per batch. */
const batchSize = 500

/**
 * Bytes of answers that are changed at a time: respondents decide how long their answers are, and one turn of the event loop parses them.
 */
const maxChangedBytes = 1024 * 1024

/** Splits locked conversations into groups with at most that many bytes of answers; a conversation with more is a group of its own. */
const groupByBytes = async (
  trx: Transaction<Tables>,
  script: string,
  ids: ReadonlyArray<string>,
): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const rows = await trx
    .selectFrom("conversations")
    .select(["id", sql<number>`octet_length(answers)`.as("bytes")])
    .where("script_id", "=", script)
    .where("id", "in", ids)
    .execute()
  const groups: Array<Array<string>> = []
  let total = Number.POSITIVE_INFINITY
  for (const { id, bytes } of rows) {
    total += bytes
    if (total <= maxChangedBytes) groups.at(-1)?.push(id)
    else {
      groups.push([id])
      total = bytes
    }
  }
  return groups
}

/**
 * Sets the answers that were files to null. PostgreSQL's JSON functions are not used: they reject texts with U+0000,
 * which respondents can send.
 */
const clearFileAnswers = async (trx: Transaction<Tables>, script: string): Promise<void> => {
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const batch = await selectGivenFiles(trx, script)
      .select("conversation_id")
      .distinct()
      .where("conversation_id", ">", after)
      .orderBy("conversation_id")
      .limit(batchSize)
      .execute()
    const ids = batch.map(({ conversation_id }) => conversation_id)
    const last = ids.at(-1)
    if (last === undefined) return
    for (const group of await groupByBytes(trx, script, ids)) await clearFileAnswersOf(trx, script, group)
    after = last
  }
}

const clearFileAnswersOf = async (trx: Transaction<Tables>, script: string, ids: ReadonlyArray<string>): Promise<void> => {
  const files = await selectGivenFiles(trx, script).select(["conversation_id", "instruction"]).where("conversation_id", "in", ids).execute()
  const filesByConversation = Map.groupBy(files, ({ conversation_id }) => conversation_id)
  const rows = await trx
    .selectFrom("conversations")
    .select(["id", "answers"])
    .where("script_id", "=", script)
    .where("id", "in", ids)
    .forUpdate()
    .execute()
  const newAnswers = rows.map(({ id, answers }) => {
    const emptied = (filesByConversation.get(id) ?? []).map(({ instruction }) => [instruction, null] as const)
    return { ...parseJsonRecord(answers), ...Object.fromEntries(emptied) }
  })
  const texts = newAnswers.map((answers) => JSON.stringify(answers))
  await sql`
    update conversations c set answers = emptied.answers, is_answered = emptied.is_answered
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${texts}::text[], ${newAnswers.map(hasAnyAnswer)}::boolean[])
      as emptied (id, answers, is_answered)
    where c.script_id = ${script} and c.id = emptied.id`.execute(trx)
}

const selectGivenFiles = (trx: Transaction<Tables>, script: string) =>
  trx.selectFrom("answer_files").where("script_id", "=", script).where("is_given", "=", true)

type Path = (typeof contract)["getClearDataToken" | "getClearStatisticsToken" | "getAnonymizeToken"]["path"]
type Clearing<Affected extends ShownState> = {
  readonly token: Endpoint<Path, object, { readonly clearToken: string } & Affected>
  /** Counts what the action will affect. */
  readonly countAffected: (db: Db, script: string) => Promise<Affected>
  readonly action: typeof contract.clearData | typeof contract.clearStatistics | typeof contract.anonymize
  /** The action that the confirmation token permits. */
  readonly purpose: "clear data" | "clear statistics" | "anonymise"
  /** The action that the audit log records. */
  readonly auditAction: AuditAction
  /** Locks what the action will affect, before it is counted. */
  readonly lock?: (trx: Transaction<Tables>, script: string) => Promise<void>
  readonly clear: (trx: Transaction<Tables>, script: ScriptRow, at: Date) => Promise<void>
}

const buildClearingEndpoints = <Affected extends ShownState>({
  token,
  countAffected,
  action,
  purpose,
  auditAction,
  lock,
  clear,
}: Clearing<Affected>): ReadonlyArray<EndpointHandler> => {
  const right: Right = "conversations.clear"
  const buildTokenScope = (user: string, community: string, id: string) => ({ user, target: `${community}/${id.toLowerCase()}` })
  return [
    communityEndpoint(
      token,
      right,
      async ({ database: { db }, now }, { user, community, params: { id } }) => {
        const statusChanges = await countStatusChanges(db, { community: community.uuid, id })
        const row = await getScriptRow(db, { community: community.uuid, id })
        const affected = await countAffected(db, row.id)
        const state = { status: row.status, ...affected, statusChanges }
        const confirmation = { action: purpose, state, ...buildTokenScope(user.uuid, community.uuid, id) }
        return { clearToken: await createConfirmationToken(db, confirmation, now()), ...affected }
      },
      { changes: true },
    ),
    communityEndpoint(action, right, ({ database, now }, { user, community, params: { id }, payload: { csrf } }) =>
      database.transact(async (trx) => {
        const row = await lockScriptChanges(trx, { community: community.uuid, id })
        if (row === undefined) throw notFound()
        const scope = { actions: [purpose], ...buildTokenScope(user.uuid, community.uuid, id) }
        const confirmation = await spendConfirmationToken(trx, csrf, scope, now())
        await lock?.(trx, row.id)
        const state = { status: row.status, ...(await countAffected(trx, row.id)) }
        const statusChanges = await countStatusChanges(trx, { community: community.uuid, id })
        // What was cleared in preparation may have gone live, and have the answers of respondents by now.
        if (!confirmation.covers({ ...state, statusChanges }))
          throw await confirmedScriptChanged(trx, row, confirmation, { current: state, statusChanges, now: now() })
        await clear(trx, row, now())
        await recordAuditEvent(trx, { community: community.uuid, user, action: auditAction, target: `script ${row.id}` }, now())
        return { status: "ok" as const }
      }),
    ),
  ]
}

/** For actions whose token response has no counts. */
const countNothing = async () => ({})

export const clearingEndpoints: ReadonlyArray<EndpointHandler> = [
  ...buildClearingEndpoints({
    token: contract.getClearDataToken,
    countAffected: (db, script) => countContents(db, [script]),
    action: contract.clearData,
    purpose: "clear data",
    auditAction: "script.clear-data",
    lock: lockScriptConversations,
    clear: (trx, { id }, at) => eraseRespondentData(trx, id, at),
  }),
  ...buildClearingEndpoints({
    token: contract.getClearStatisticsToken,
    countAffected: countNothing,
    action: contract.clearStatistics,
    purpose: "clear statistics",
    auditAction: "script.clear-statistics",
    // [G5] Clearing restarts the counts from zero.
    clear: async (trx, { id }) => {
      await trx.deleteFrom("statistics").where("script_id", "=", id).execute()
    },
  }),
  ...buildClearingEndpoints({
    token: contract.getAnonymizeToken,
    countAffected: countForAnonymization,
    action: contract.anonymize,
    purpose: "anonymise",
    auditAction: "script.anonymise",
    lock: lockScriptConversations,
    clear: anonymizeConversations,
  }),
]

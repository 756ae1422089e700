// Cutting the link between what respondents gave and who they are (reliability.md "Privacy"; decisions P2).
import { sql, type Transaction } from "kysely"
import type { Right } from "../../../domain/communities/rights.ts"
import { hasAnyAnswer } from "../../../domain/conversations/stored-answer.ts"
import { canAnonymize } from "../../../domain/script/status.ts"
import * as contract from "../../contract/conversation-contract.ts"
import type { Endpoint } from "../../contract/endpoint.ts"
import { eraseAnswerFiles } from "../answer-files/answer-file-repository.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import type { Db } from "../database/database.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { communityEndpoint, type EndpointHandler } from "../http/endpoint-handler.ts"
import { forbidden, notFound, validationFailed } from "../http/http-error.ts"
import { deleteIdempotentResponses } from "../http/idempotency.ts"
import { eraseRespondentData } from "../scripts/script-erasure.ts"
import { getScriptRow, listedScriptFromRow, lockScriptRow } from "../scripts/script-repository.ts"
import { createOneTimeToken, spendOneTimeToken } from "../security/one-time-tokens.ts"
import { parseJsonRecord } from "./conversation-repository.ts"

/** How much there is to it: conversations that were begun, and what goes. */
export const countForAnonymization = async (
  db: Db,
  script: string,
): Promise<{ readonly conversations: number; readonly links: number; readonly files: number; readonly deliveries: number }> => {
  const { all, begun } = await db
    .selectFrom("conversations")
    .where("script_id", "=", script)
    .select(({ fn }) => [fn.countAll().as("all"), fn.count("started_at").as("begun")])
    .executeTakeFirstOrThrow()
  const count = async (table: "answer_files" | "deliveries") => {
    const its = db.selectFrom(table).where("script_id", "=", script)
    return Number((await its.select(({ fn }) => fn.countAll().as("n")).executeTakeFirstOrThrow()).n)
  }
  return {
    conversations: Number(begun),
    links: Number(all) - Number(begun),
    files: await count("answer_files"),
    deliveries: await count("deliveries"),
  }
}

/** A day's beginning (UTC), of a column with an instant. */
const dayOf = (column: string) => sql<Date>`date_trunc('day', ${sql.ref(column)} at time zone 'UTC') at time zone 'UTC'`

/** Anonymises all conversations of a script that is closed; links that nobody opened, and files, go. */
export const anonymizeConversations = async (change: Transaction<Tables>, row: ScriptRow, at: Date): Promise<void> => {
  if (!canAnonymize(listedScriptFromRow(row).status)) throw validationFailed({ field: "status", message: "ERROR.CHAT_NOT_CLOSED" })
  const script = row.id
  for (const table of ["jobs", "deliveries", "delivery_attempts"] as const)
    await change.deleteFrom(table).where("script_id", "=", script).execute()
  await change.deleteFrom("conversations").where("script_id", "=", script).where("started_at", "is", null).execute()
  await emptyFileAnswers(change, script)
  await eraseAnswerFiles(change, script, at)
  await change
    .updateTable("conversations")
    .set({
      // It may have been handed to others, with deliveries and exports.
      id: sql`gen_random_uuid()`,
      profile_id: null,
      // Of no token that anybody has.
      token_hash: sql`gen_random_uuid()::text`,
      code_hash: null,
      metadata: "{}",
      state: null,
      made_at: dayOf("made_at"),
      started_at: dayOf("started_at"),
      updated_at: dayOf("updated_at"),
      synced_at: dayOf("synced_at"),
      finished_at: dayOf("finished_at"),
      stale_at: null,
    })
    .where("script_id", "=", script)
    .execute()
  await deleteIdempotentResponses(change, script)
}

/** Conversations that are read and written at a time. */
const batchSize = 500

/**
 * Leaves nothing of the answers that were files. Not by the database's own functions of JSON: those refuse a text with U+0000 in it, and
 * respondents type what they like.
 */
const emptyFileAnswers = async (change: Transaction<Tables>, script: string): Promise<void> => {
  const given = change.selectFrom("answer_files").where("script_id", "=", script).where("is_given", "=", true)
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const further = await given
      .select("conversation_id")
      .distinct()
      .where("conversation_id", ">", after)
      .orderBy("conversation_id")
      .limit(batchSize)
      .execute()
    const ids = further.map(({ conversation_id }) => conversation_id)
    const last = ids.at(-1)
    if (last === undefined) return
    const files = await given.select(["conversation_id", "instruction"]).where("conversation_id", "in", ids).execute()
    const asked = Map.groupBy(files, ({ conversation_id }) => conversation_id)
    const rows = await change
      .selectFrom("conversations")
      .select(["id", "answers"])
      .where("script_id", "=", script)
      .where("id", "in", ids)
      .forUpdate()
      .execute()
    const left = rows.map(({ id, answers }) => {
      const none = (asked.get(id) ?? []).map(({ instruction }) => [instruction, null] as const)
      return { ...parseJsonRecord(answers), ...Object.fromEntries(none) }
    })
    const texts = left.map((answers) => JSON.stringify(answers))
    await sql`
      update conversations c set answers = emptied.answers, is_answered = emptied.is_answered
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${texts}::text[], ${left.map(hasAnyAnswer)}::boolean[])
        as emptied (id, answers, is_answered)
      where c.script_id = ${script} and c.id = emptied.id`.execute(change)
    after = last
  }
}

// Clearing what respondents gave, in two steps: their data, the live statistics, or who they are (adapters/contract/conversation-contract.ts).

type Path = (typeof contract)["getClearDataToken" | "getClearStatisticsToken" | "getAnonymizeToken"]["path"]
type Clearing<Goes extends object> = {
  readonly token: Endpoint<Path, object, { readonly clearToken: string } & Goes>
  /** How much there is to it. */
  readonly countAffected: (db: Db, script: string) => Promise<Goes>
  readonly action: typeof contract.clearData | typeof contract.clearStatistics | typeof contract.anonymize
  readonly purpose: "clear data" | "clear statistics" | "anonymise"
  readonly clear: (change: Parameters<typeof eraseRespondentData>[0], script: ScriptRow, at: Date) => Promise<void>
}

const buildClearingEndpoints = <Goes extends object>({
  token,
  countAffected,
  action,
  purpose,
  clear,
}: Clearing<Goes>): ReadonlyArray<EndpointHandler> => {
  const right: Right = "conversations.clear"
  const serves = (user: string, community: string, id: string) => ({ purpose, user, thing: `${community}/${id.toLowerCase()}` })
  return [
    communityEndpoint(
      token,
      right,
      async ({ database: { db }, now }, { user, community, params: { id } }) => {
        const row = await getScriptRow(db, { community: community.uuid, id })
        return {
          clearToken: await createOneTimeToken(db, serves(user.uuid, community.uuid, id), now()),
          ...(await countAffected(db, row.id)),
        }
      },
      { changes: true },
    ),
    communityEndpoint(action, right, ({ database, now }, { user, community, params: { id }, payload: { csrf } }) =>
      database.transact(async (change) => {
        const row = await lockScriptRow(change, { community: community.uuid, id })
        if (row === undefined) throw notFound()
        if (!(await spendOneTimeToken(change, csrf, serves(user.uuid, community.uuid, id), now())))
          throw forbidden("This clear token is wrong or spent.")
        await clear(change, row, now())
        await recordAuditEvent(
          change,
          { community: community.uuid, user, action: `script.${purpose.replace(" ", "-")}`, thing: `script ${row.id}` },
          now(),
        )
        return { status: "ok" as const }
      }),
    ),
  ]
}

/** How much there is to be cleared is not told with the token. */
const countNothing = async () => ({})

export const clearingEndpoints: ReadonlyArray<EndpointHandler> = [
  ...buildClearingEndpoints({
    token: contract.getClearDataToken,
    countAffected: countNothing,
    action: contract.clearData,
    purpose: "clear data",
    clear: (change, { id }, at) => eraseRespondentData(change, id, at),
  }),
  ...buildClearingEndpoints({
    token: contract.getClearStatisticsToken,
    countAffected: countNothing,
    action: contract.clearStatistics,
    purpose: "clear statistics",
    // [G5]
    clear: async (change, { id }) => {
      await change.deleteFrom("statistics").where("script_id", "=", id).execute()
    },
  }),
  ...buildClearingEndpoints({
    token: contract.getAnonymizeToken,
    countAffected: countForAnonymization,
    action: contract.anonymize,
    purpose: "anonymise",
    clear: anonymizeConversations,
  }),
]

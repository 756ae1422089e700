// Cutting the link between what respondents gave and who they are (reliability.md "Privacy"; decisions P2).
import { sql, type Transaction } from "kysely"
import { isAnswered } from "../../../domain/conversations/stored-answer.ts"
import { canBeAnonymised } from "../../../domain/privacy/anonymise.ts"
import { recordOf } from "../conversations/conversation-row.ts"
import type { Db } from "../database/database.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { eraseAnswerFiles } from "../files/answer-files.ts"
import { forgetAnswers } from "../http/once.ts"
import { violated } from "../http/trouble.ts"
import { listedOf } from "./listed.ts"

/** How much there is to it: conversations that were begun, and what goes. */
export const toAnonymise = async (
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
export const anonymise = async (change: Transaction<Tables>, row: ScriptRow, at: Date): Promise<void> => {
  if (!canBeAnonymised(listedOf(row).status)) throw violated({ field: "status", message: "ERROR.CHAT_NOT_CLOSED" })
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
  await forgetAnswers(change, script)
}

/** Conversations that are read and written at a time. */
const atOnce = 500

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
      .limit(atOnce)
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
      return { ...recordOf(answers), ...Object.fromEntries(none) }
    })
    const texts = left.map((answers) => JSON.stringify(answers))
    await sql`
      update conversations c set answers = emptied.answers, is_answered = emptied.is_answered
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${texts}::text[], ${left.map(isAnswered)}::boolean[])
        as emptied (id, answers, is_answered)
      where c.script_id = ${script} and c.id = emptied.id`.execute(change)
    after = last
  }
}

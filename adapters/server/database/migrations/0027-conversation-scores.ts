// Stores the scores that a conversation reached with it [X16].
import * as Schema from "effect/Schema"
import { type Kysely, sql } from "kysely"
import { compileScript } from "../../../../domain/chat/compiled-script.ts"
import { ConversationRecord } from "../../../../domain/chat/conversation-record.ts"
import { listConversationScores } from "../../../../domain/chat/conversation-scores.ts"
import { AuthoredScriptSchema } from "../../../../domain/script/script.ts"
import type { Migration } from "./migration.ts"

/** Conversations per batch: each has a record of up to some hundred KB. */
const batchSize = 100

const decodeScript = Schema.decodeUnknownResult(Schema.fromJsonString(AuthoredScriptSchema))
const decodeRecord = Schema.decodeUnknownResult(Schema.fromJsonString(ConversationRecord))

type Revision = { readonly script_id: string; readonly revision: number }

const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table conversations add column scores text not null default '{}'`.execute(db)
  const { rows } = await sql<Revision>`
    select script_id, revision from script_versions where authored like '%"type":"score"%'`.execute(db)
  for (const revision of rows) await addScores(db, revision)
}

/** Adds the scores of a revision's conversations, as the engine computed them when they were shown. */
const addScores = async (db: Kysely<unknown>, { script_id, revision }: Revision): Promise<void> => {
  // One script at a time: each has megabytes.
  const { rows: scripts } = await sql<{ authored: string }>`
    select authored from script_versions where script_id = ${script_id} and revision = ${revision}`.execute(db)
  const script = decodeScript(scripts[0]?.authored)
  // Conversations of a script that cannot be read cannot be continued either, and keep their answers.
  if (script._tag === "Failure") return
  const chat = compileScript(script.success)
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const { rows } = await sql<{ id: string; state: string }>`
      select id, state from conversations
      where script_id = ${script_id} and revision = ${revision} and state is not null and id > ${after}
      order by id limit ${batchSize}`.execute(db)
    for (const { id, state } of rows) {
      const record = decodeRecord(state)
      // The same holds for a record that cannot be read.
      const scores = record._tag === "Success" ? listConversationScores(chat, record.success.state) : {}
      if (Object.keys(scores).length > 0)
        await sql`update conversations set scores = ${JSON.stringify(scores)} where script_id = ${script_id} and id = ${id}`.execute(db)
    }
    after = rows.at(-1)?.id ?? after
    if (rows.length < batchSize) return
  }
}

export const conversationScores = {
  name: "0027-conversation-scores",
  creates: ["conversations.scores"],
  up,
} as const satisfies Migration

// Conversations in which everything was skipped, that were marked as answered before that was none.
import { type Kysely, sql } from "kysely"
import type { Migration } from "../migrator.ts"

/** Answers of which none is one (`isAnswered` of domain/conversations/stored-answer.ts), as they are kept: as texts, which are not read here. */
const skipped = String.raw`^\{"[^"\\]*":(null|""|\[\])(,"[^"\\]*":(null|""|\[\]))*\}$`

const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`update conversations set is_answered = false where is_answered and answers ~ ${skipped}`.execute(db)
}

/** It changes rows alone, and may run twice. */
export const skippedAll = { name: "0016-skipped", creates: [], up } as const satisfies Migration

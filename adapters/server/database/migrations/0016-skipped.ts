// Corrects conversations in which every question was skipped: they had been marked as answered.

import { type Kysely, sql } from "kysely"
import type { Migration } from "./migration.ts"

/** Matches stored JSON in which no answer counts (`isAnswered` of domain/conversations/stored-answer.ts). */
const skipped = String.raw`^\{"[^"\\]*":(null|""|\[\])(,"[^"\\]*":(null|""|\[\]))*\}$`

const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`update conversations set is_answered = false where is_answered and answers ~ ${skipped}`.execute(db)
}

/** Only changes rows, and may run twice. */
export const skippedAll = { name: "0016-skipped", creates: [], up } as const satisfies Migration

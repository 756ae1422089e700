// Names the columns of audit events, tokens, repeated requests and attempts by the words of the glossary: actor, action, target, response.
import { type Kysely, sql } from "kysely"
import type { Migration } from "./migration.ts"

const renames = [
  ["audit", "who", "actor"],
  ["audit", "deed", "action"],
  ["audit", "thing", "target"],
  ["one_time_tokens", "thing", "target"],
  ["idempotency", "thing", "target"],
  ["idempotency", "answer", "response"],
  ["delivery_attempts", "answer", "response"],
] as const

const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const [table, from, to] of renames)
    await sql`alter table ${sql.ref(table)} rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(db)
  await sql`alter index idempotency_thing rename to idempotency_target`.execute(db)
}

export const glossaryColumns = {
  name: "0025-glossary-columns",
  creates: [...renames.map(([table, , to]) => `${table}.${to}`), "idempotency_target"],
  up,
} as const satisfies Migration

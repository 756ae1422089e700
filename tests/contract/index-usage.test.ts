// Queries on large tables use an index instead of reading all rows (adapters/server/database/migrations).
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Database, openDatabase } from "../../adapters/server/database/database.ts"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { databases } from "../fixtures/server.ts"

const rowCount = 20_000
const community = "01900000-0000-7000-8000-000000000001"
const script = "01900000-0000-7000-8000-000000000002"
const uuid = "01900000-0000-7000-8000-000000000003"

describe.each(databases)("on $name", ({ settings }) => {
  const dataDir = preparedDataDir()
  let database: Database
  beforeAll(async () => {
    database = await openDatabase({ databaseUrl: (await settings())["DATABASE_URL"] ?? null, dataDir }, () => undefined)
    const { db } = database
    const at = "timestamptz '2026-03-01' + n * interval '1 minute'"
    const rows = `from generate_series(1, ${rowCount}) n`
    for (const statement of [
      `insert into communities values ('${community}', 'Acme', 'acme', now())`,
      `insert into scripts (id, community_id, name, public_name, language, status, revision, is_deletion_approved, removal_procedure, updated_at)
       values ('${script}', '${community}', '', '', 'nl', 2, 1, false, true, now())`,
      `insert into users select gen_random_uuid(), 'u' || n, 'u' || n, 'e' || n, 'e' || n, '', false, now() from generate_series(1, 2000) n`,
      `insert into communities select gen_random_uuid(), 'c' || n, 'c' || n, now() from generate_series(1, 500) n`,
      `insert into memberships (id, user_id, community_id, role)
       select gen_random_uuid(), u.id, c.id, '' from (select id, row_number() over () n from users) u
       join (select id, row_number() over () n from communities) c on c.n % 100 = u.n % 100`,
      `insert into profiles (id, community_id, type, made_at) select gen_random_uuid(), '${community}', '', ${at} ${rows}`,
      `insert into answer_files (script_id, id, community_id, conversation_id, instruction, name, bytes, made_at)
       select '${script}', gen_random_uuid(), '${community}', gen_random_uuid(), '', '', 1, ${at} ${rows}`,
      `insert into deliveries (script_id, id, community_id, conversation_id, instruction, reason, endpoint, body, state, made_at, ended_at)
       select '${script}', gen_random_uuid(), '${community}', gen_random_uuid(), '', 'asked', '', '', 'delivered', ${at}, ${at} ${rows}`,
      `insert into delivery_attempts (script_id, id, delivery_id, at, milliseconds)
       select '${script}', gen_random_uuid(), gen_random_uuid(), ${at}, 1 ${rows}`,
      `insert into jobs (id, kind, payload, script_id, due_at, attempt, done_at)
       select gen_random_uuid(), '', '', case when n % 1000 = 0 then uuid '${script}' end, ${at}, 1, ${at} ${rows}`,
      `insert into idempotency (key, user_id, request, target, made_at)
       select 'k' || n, (select id from users limit 1), '', gen_random_uuid(), ${at} ${rows}`,
      "analyze",
    ])
      await sql.raw(statement).execute(db)
  })
  afterAll(async () => {
    await database.close()
    removeDataDir(dataDir)
  })

  test.each([
    [
      "a conversation's files",
      "answer_files_conversation",
      `select * from answer_files where script_id = '${script}' and conversation_id = '${uuid}'`,
    ],
    [
      "a conversation's deliveries",
      "deliveries_conversation",
      `select * from deliveries where script_id = '${script}' and conversation_id = '${uuid}'`,
    ],
    ["deliveries that ended long ago", "deliveries_ended", "delete from deliveries where ended_at < '2026-03-01 01:00'"],
    [
      "calls that broke off",
      "deliveries_due",
      "update deliveries set state = 'failed' where state = 'due' and made_at < '2026-03-01 01:00'",
    ],
    ["attempts of long ago", "delivery_attempts_at", "delete from delivery_attempts where at < '2026-03-01 01:00'"],
    ["a script's jobs", "jobs_script", `delete from jobs where script_id = '${script}'`],
    ["responses about a target", "idempotency_target", `delete from idempotency where target = '${uuid}'`],
    ["answers of yesterday", "idempotency_made", "delete from idempotency where made_at < '2026-03-01 01:00'"],
    ["a community's memberships", "memberships_community", `select * from memberships where community_id = '${community}'`],
    [
      "the members of a page",
      "profiles_listed",
      `select * from profiles where community_id = '${community}'
       order by lower(left(last_name, 60)), lower(left(first_name, 60)), lower(left(external_id, 60)), lower(left(email, 60)), id limit 100`,
    ],
    [
      "the next members of an export",
      "profiles_community",
      `select * from profiles where community_id = '${community}' and id > '${uuid}' order by id limit 100`,
    ],
  ])("finds %s by the index %s", async (_, index, query) => {
    const { rows } = await sql<{ "QUERY PLAN": string }>`explain ${sql.raw(query)}`.execute(database.db)
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(new RegExp(`Scan (using|on) ${index}\\b`))
  })
})

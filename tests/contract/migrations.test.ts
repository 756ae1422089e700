// Migrations that are interrupted at any statement are rolled back and completed by the next start; a half-done schema, as from a copy of some
// tables, is rejected. Also the data that some migrations change.
import { type Kysely, type KyselyPlugin, sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Database, openDatabase } from "../../adapters/server/database/database.ts"
import { migrate } from "../../adapters/server/database/migrator.ts"
import type { Tables } from "../../adapters/server/database/tables.ts"
import { StartupError } from "../../adapters/server/settings.ts"
import { compileScript } from "../../domain/chat/compiled-script.ts"
import { recordEvent, startRecord } from "../../domain/chat/conversation-record.ts"
import { hasAnyAnswer } from "../../domain/conversations/stored-answer.ts"
import { getDefaultRemovalDates } from "../../domain/privacy/removal-procedure.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"
import { emptyDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { databases } from "../fixtures/server.ts"

/** Migrations that create no table, column or index. */
const dataMigrations = ["0016-skipped", "0018-closed-revisions", "0021-restricted-profiles", "0022-delivery-addresses", "0023-counted-days"]

describe.each(databases)("on $name", ({ name, settings }) => {
  const dataDir = emptyDataDir()
  let database: Database
  let migrations: ReadonlyArray<string> = []
  /** The schema after all migrations. */
  let fullSchema: ReadonlyArray<string> = []
  beforeAll(async () => {
    database = await openDatabase({ databaseUrl: (await settings())["DATABASE_URL"] ?? null, dataDir }, () => undefined)
    migrations = await readMigrations()
    fullSchema = await readSchema()
  })
  afterAll(async () => {
    await database.close()
    removeDataDir(dataDir)
  })

  const readMigrations = async (): Promise<ReadonlyArray<string>> => {
    const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(database.db)
    return rows.map((row) => row.name)
  }
  /** Every column and every index. */
  const readSchema = async (): Promise<ReadonlyArray<string>> => {
    const { rows } = await sql<{ line: string }>`
      select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = current_schema()
      union all select indexdef from pg_indexes where schemaname = current_schema() order by 1`.execute(database.db)
    return rows.map(({ line }) => line)
  }
  /** Empties the database and runs only these migrations. */
  const resetTo = async (had: ReadonlyArray<string>): Promise<void> => {
    await sql`drop schema public cascade`.execute(database.db)
    await sql`create schema public`.execute(database.db)
    if (had.length > 0) await migrate(database.db, had)
  }

  /** Replaces one statement by the end of the connection or, in the embedded database, which has only one, by an error. */
  const failAt = (at: number): { readonly db: Kysely<Tables>; readonly isOver: () => boolean } => {
    let seen = 0
    const end = name === "PostgreSQL" ? sql`select pg_terminate_backend(pg_backend_pid())` : sql`select 1 / 0`
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => (++seen === at ? end.toOperationNode() : node),
      transformResult: async ({ result }) => result,
    }
    return { db: database.db.withPlugin(plugin), isOver: () => seen < at }
  }

  test.each([
    { from: "an empty database", had: () => [], every: 6 },
    { from: "an earlier version's", had: () => migrations.slice(0, -6), every: 1 },
  ])(
    "rolls back interrupted migrations of $from and completes them at the next start",
    {
      tags: name === "PostgreSQL" ? [] : ["long"],
    },
    async ({ had, every }) => {
      await resetTo(had())
      const before = await readSchema()
      let cuts = 0
      for (let at = 1; ; at += every) {
        const { db, isOver } = failAt(at)
        const failed = await migrate(db).then(
          () => null,
          (error: unknown) => error,
        )
        if (isOver()) {
          expect(failed).toBeNull()
          break
        }
        cuts++
        expect(failed).not.toBeNull()
        expect(failed).not.toBeInstanceOf(StartupError)
        expect([at, await readSchema()]).toEqual([at, before])
      }
      expect(cuts).toBeGreaterThanOrEqual(10)
      expect([await readSchema(), await readMigrations()]).toEqual([fullSchema, migrations])
    },
  )

  test("marks stored conversations as unanswered if every question in them was skipped", { tags: ["long"] }, async () => {
    await resetTo(migrations.filter((step) => step < "0016"))
    const community = "01900000-0000-7000-8000-000000000001"
    const script = "01900000-0000-7000-8000-000000000002"
    await sql`insert into communities (id, slug, name, made_at) values (${community}, 'acme', 'Acme', now())`.execute(database.db)
    await sql`
      insert into scripts (id, community_id, name, public_name, language, status, revision, is_deletion_approved, removal_procedure, updated_at)
      values (${script}, ${community}, 'Chat', 'Chat', 'nl', 1, 1, false, false, now())`.execute(database.db)
    const cases = [
      { answers: {}, was: false, is: false },
      { answers: { a: null }, was: true, is: false },
      { answers: { a: null, b: "", c: [] }, was: true, is: false },
      { answers: { a: "" }, was: true, is: false },
      { answers: { a: [], b: null }, was: true, is: false },
      { answers: { a: null, b: 0 }, was: true, is: true },
      { answers: { a: 0, b: null }, was: true, is: true },
      { answers: { a: "null" }, was: true, is: true },
      { answers: { a: '"a":null', b: null }, was: true, is: true },
      { answers: { a: [""], b: [] }, was: true, is: true },
      { answers: { a: {}, b: null }, was: true, is: true },
    ]
    for (const [i, { answers, was }] of cases.entries())
      await sql`
        insert into conversations (script_id, id, community_id, revision, status, token_hash, metadata, answers, actions, is_answered, made_at)
        values (${script}, ${`01900000-0000-7000-8000-0000000001${String(i).padStart(2, "0")}`}, ${community}, 1, 'pending', ${String(i)}, '{}',
          ${JSON.stringify(answers)}, '{}', ${was}, now())`.execute(database.db)
    await migrate(database.db)
    const marks = await database.db.selectFrom("conversations").select("is_answered").orderBy("id").execute()
    expect(marks.map((row) => row.is_answered)).toEqual(cases.map(({ is }) => is))
    expect(cases.map(({ answers }) => hasAnyAnswer(answers))).toEqual(cases.map(({ is }) => is))
  })

  test("[G5] sets the last live revision of a chat in preparation to that of its newest conversation", { tags: ["long"] }, async () => {
    await resetTo(migrations.filter((step) => step < "0017"))
    const community = "01900000-0000-7000-8000-000000000001"
    await sql`insert into communities (id, slug, name, made_at) values (${community}, 'acme', 'Acme', now())`.execute(database.db)
    const begun = ["2026-03-01", null, "2026-03-03", "2026-03-02"] as const
    for (const status of [1, 2, 3]) {
      const script = `01900000-0000-7000-8000-00000000002${status}`
      await sql`
        insert into scripts (id, community_id, name, public_name, language, status, revision, is_deletion_approved, removal_procedure, updated_at)
        values (${script}, ${community}, 'Chat', 'Chat', 'nl', ${status}, 9, false, false, now())`.execute(database.db)
      for (const [i, at] of status === 3 ? [] : begun.entries())
        await sql`
          insert into conversations
            (script_id, id, community_id, revision, status, token_hash, metadata, answers, actions, is_answered, made_at, started_at)
          values (${script}, ${`01900000-0000-7000-8000-00000000003${i}`}, ${community}, ${i + 1}, 'pending', ${`${status} ${i}`}, '{}',
            '{}', '{}', false, now(), ${at}::timestamptz)`.execute(database.db)
    }
    await migrate(database.db)
    const rows = await database.db.selectFrom("scripts").select("live_revision").orderBy("status").execute()
    expect(rows.map((row) => row.live_revision)).toEqual([3, null, null])
  })

  test("[G5] sets the last live revision of a closed chat to its current one if it was live and none is known", {
    tags: ["long"],
  }, async () => {
    await resetTo(migrations.filter((step) => step < "0018"))
    const community = "01900000-0000-7000-8000-000000000001"
    await sql`insert into communities (id, slug, name, made_at) values (${community}, 'acme', 'Acme', now())`.execute(database.db)
    const cases = [
      { status: 1, lastLive: 3, live: "2026-03-01", becomes: 3 },
      { status: 2, lastLive: null, live: "2026-03-01", becomes: null },
      { status: 3, lastLive: 3, live: "2026-03-01", becomes: 3 },
      { status: 3, lastLive: null, live: "2026-03-01", becomes: 9 },
      { status: 3, lastLive: null, live: null, becomes: null },
    ]
    for (const [i, { status, lastLive, live }] of cases.entries())
      await sql`
        insert into scripts (id, community_id, name, public_name, language, status, revision, live_revision, live_date, is_deletion_approved,
          removal_procedure, updated_at)
        values (${`01900000-0000-7000-8000-00000000002${i}`}, ${community}, 'Chat', 'Chat', 'nl', ${status}, 9, ${lastLive}::integer,
          ${live}::timestamptz, false, false, now())`.execute(database.db)
    await migrate(database.db)
    const rows = await database.db.selectFrom("scripts").select("live_revision").orderBy("id").execute()
    expect(rows.map((row) => row.live_revision)).toEqual(cases.map(({ becomes }) => becomes))
  })

  test("[O1] removes the query from the logged addresses of connections, and keeps that of a script's own endpoint", {
    tags: ["long"],
  }, async () => {
    await resetTo(migrations.filter((step) => step < "0021"))
    const community = "01900000-0000-7000-8000-000000000001"
    const script = "01900000-0000-7000-8000-000000000002"
    await sql`insert into communities (id, slug, name, made_at) values (${community}, 'acme', 'Acme', now())`.execute(database.db)
    await sql`
      insert into scripts (id, community_id, name, public_name, language, status, revision, is_deletion_approved, removal_procedure, updated_at)
      values (${script}, ${community}, 'Chat', 'Chat', 'nl', 1, 1, false, false, now())`.execute(database.db)
    const cases = [
      { connection: "c", reason: "reached", was: "https://a.example/b?key=a?b", is: "https://a.example/b" },
      { connection: "c", reason: "reached", was: "https://a.example/b", is: "https://a.example/b" },
      { connection: null, reason: "asked", was: "https://a.example/b?key=a", is: "https://a.example/b" },
      // The endpoint of a script is sent to from this row.
      { connection: null, reason: "reached", was: "https://a.example/b?key=a", is: "https://a.example/b?key=a" },
    ]
    for (const [i, { connection, reason, was }] of cases.entries())
      await sql`
        insert into deliveries (script_id, id, community_id, instruction, reason, endpoint, body, state, made_at, connection_id)
        values (${script}, ${`01900000-0000-7000-8000-00000000040${i}`}, ${community}, 'i', ${reason}, ${was}, '', 'delivered', now(), ${connection})`.execute(
        database.db,
      )
    await migrate(database.db)
    const rows = await database.db.selectFrom("deliveries").select("endpoint").orderBy("id").execute()
    expect(rows.map((row) => row.endpoint)).toEqual(cases.map(({ is }) => is))
  })

  test("[G7] adds how much was counted on each day", { tags: ["long"] }, async () => {
    await resetTo(migrations.filter((step) => step < "0022"))
    const community = "01900000-0000-7000-8000-000000000001"
    await sql`insert into communities (id, slug, name, made_at) values (${community}, 'acme', 'Acme', now())`.execute(database.db)
    const scripts = ["01900000-0000-7000-8000-000000000002", "01900000-0000-7000-8000-000000000003"]
    for (const script of scripts)
      await sql`
        insert into scripts (id, community_id, name, public_name, language, status, revision, is_deletion_approved, removal_procedure, updated_at)
        values (${script}, ${community}, 'Chat', 'Chat', 'nl', 1, 1, false, false, now())`.execute(database.db)
    const counts = [
      { script: scripts[0], instruction: "", key: "begun", day: "2026-03-01", shard: 0, count: 2 },
      { script: scripts[0], instruction: "i", key: "1", day: "2026-03-01", shard: 3, count: 3 },
      { script: scripts[0], instruction: "", key: "begun", day: "2026-03-02", shard: 1, count: 4 },
      { script: scripts[1], instruction: "", key: "begun", day: "2026-03-02", shard: 1, count: 5 },
    ]
    for (const { script, instruction, key, day, shard, count } of counts)
      await sql`
        insert into statistics (script_id, instruction, key, day, shard, count, sum)
        values (${script}, ${instruction}, ${key}, ${day}, ${shard}, ${count}, 0)`.execute(database.db)
    await migrate(database.db)
    const rows = await database.db
      .selectFrom("statistics")
      .select(["script_id", "day", "count"])
      .where("key", "=", "counted")
      .orderBy("script_id")
      .orderBy("day")
      .execute()
    expect(rows).toEqual([
      { script_id: scripts[0], day: "2026-03-01", count: 5 },
      { script_id: scripts[0], day: "2026-03-02", count: 4 },
      { script_id: scripts[1], day: "2026-03-02", count: 5 },
    ])
  })

  test("renames the columns of audit events, tokens, repeated requests and attempts, and keeps their rows", {
    tags: ["long"],
  }, async () => {
    await resetTo(migrations.filter((step) => step < "0025"))
    const id = "01900000-0000-7000-8000-000000000001"
    await sql`
      insert into users (id, username, username_key, email, email_key, password, is_admin, made_at)
      values (${id}, 'ada', 'ada', 'ada@example.org', 'ada@example.org', '', true, now())`.execute(database.db)
    await sql`insert into communities (id, slug, name, made_at) values (${id}, 'acme', 'Acme', now())`.execute(database.db)
    await sql`
      insert into scripts (id, community_id, name, public_name, language, status, revision, is_deletion_approved, removal_procedure, updated_at)
      values (${id}, ${id}, 'Chat', 'Chat', 'nl', 1, 1, false, false, now())`.execute(database.db)
    await sql`insert into audit (id, who, deed, thing, at) values (${id}, 'ada', 'user.add', 'user bob', now())`.execute(database.db)
    await sql`
      insert into one_time_tokens (hash, purpose, user_id, thing, expires_at) values ('h', 'delete user', ${id}, 'bob', now())`.execute(
      database.db,
    )
    await sql`
      insert into idempotency (key, user_id, request, answer, thing, made_at) values ('k', ${id}, 'r', 'stored', ${id}, now())`.execute(
      database.db,
    )
    await sql`
      insert into delivery_attempts (script_id, id, delivery_id, at, milliseconds, answer)
      values (${id}, ${id}, ${id}, now(), 1, 'accepted')`.execute(database.db)
    await migrate(database.db)
    const { db } = database
    expect({
      audit: await db.selectFrom("audit").select(["actor", "action", "target"]).execute(),
      tokens: await db.selectFrom("one_time_tokens").select("target").execute(),
      requests: await db.selectFrom("idempotency").select(["response", "target"]).execute(),
      attempts: await db.selectFrom("delivery_attempts").select("response").execute(),
    }).toEqual({
      audit: [{ actor: "ada", action: "user.add", target: "user bob" }],
      tokens: [{ target: "bob" }],
      requests: [{ response: "stored", target: id }],
      attempts: [{ response: "accepted" }],
    })
  })

  test("[R5] takes dates of closed chats that are not the default ones for dates that an administrator chose", {
    tags: ["long"],
  }, async () => {
    await resetTo(migrations.filter((step) => step < "0026"))
    const ids = [1, 2, 3, 4].map((n) => `01900000-0000-7000-8000-00000000000${n}`)
    await sql`insert into communities (id, slug, name, made_at) values (${ids[0]}, 'acme', 'Acme', now())`.execute(database.db)
    const closed = "2026-08-31T23:30:00Z"
    const rows = [
      { id: ids[0], status: 3, on: true, warning: "2027-02-14", removal: getDefaultRemovalDates(closed)?.deletedDate },
      { id: ids[1], status: 3, on: true, warning: "2026-10-01", removal: "2026-11-01" },
      { id: ids[2], status: 3, on: false, warning: null, removal: null },
      { id: ids[3], status: 4, on: true, warning: "2026-10-01", removal: "2026-11-01" },
    ]
    for (const { id, status, on, warning, removal } of rows)
      await sql`
        insert into scripts (id, community_id, name, public_name, language, status, revision, is_deletion_approved, removal_procedure,
          closed_date, removal_warning_date, deleted_date, updated_at)
        values (${id}, ${ids[0]}, 'Chat', 'Chat', 'nl', ${status}, 1, ${on}, ${on},
          ${closed}, ${warning}::date::timestamp at time zone 'UTC', ${removal}::date::timestamp at time zone 'UTC', now())`.execute(
        database.db,
      )
    await migrate(database.db)
    const chosen = await database.db.selectFrom("scripts").select(["chosen_warning_date", "chosen_deleted_date"]).orderBy("id").execute()
    expect(chosen.map((row) => [row.chosen_warning_date, row.chosen_deleted_date].map((date) => date?.toISOString() ?? null))).toEqual([
      [null, null],
      ["2026-10-01T00:00:00.000Z", "2026-11-01T00:00:00.000Z"],
      [null, null],
      [null, null],
    ])
  })

  test("[X16] adds the scores that earlier conversations reached", async () => {
    await resetTo(migrations.filter((step) => step < "0027"))
    const id = "01900000-0000-7000-8000-000000000001"
    const choices = createChoices("No", "Yes").map((choice, score) => ({ ...choice, score }))
    const authored = {
      name: "Chat",
      public_name: "Chat",
      language: "nl",
      instructions: [
        questionInstruction(0, "pain", { uuid: "q0", type: "choice", choices }),
        instruction(1, { type: "score", label: "total", condition: "crm.group == 'a'", action: { type: "score", params: {} } }),
      ],
    } as const
    const chat = compileScript(authored)
    const doubled = choices.map((choice) => ({ ...choice, score: 2 * choice.score }))
    const later = {
      ...authored,
      instructions: [questionInstruction(0, "pain", { uuid: "q0", type: "choice", choices: doubled }), ...authored.instructions.slice(1)],
    }
    const unreadable = "01900000-0000-7000-8000-000000000002"
    const record = (group: string, ...answers: ReadonlyArray<number>) =>
      answers.reduce(
        (recorded, given) => {
          const next = recordEvent(chat, recorded, { type: "answer", uuid: "i0", given })
          return next?.type === "taken" ? next.record : recorded
        },
        startRecord(chat, { seed: "s", crm: { group } }).record,
      )
    await sql`insert into communities (id, slug, name, made_at) values (${id}, 'acme', 'Acme', now())`.execute(database.db)
    for (const script of [id, unreadable])
      await sql`
        insert into scripts (id, community_id, name, public_name, language, status, revision, is_deletion_approved, removal_procedure, updated_at)
        values (${script}, ${id}, 'Chat', 'Chat', 'nl', 2, 1, false, false, now())`.execute(database.db)
    for (const { script = id, revision = 1, text } of [
      { text: JSON.stringify(authored) },
      { revision: 2, text: JSON.stringify(later) },
      { script: unreadable, text: '[{"type":"score"}]' },
    ])
      await sql`
        insert into script_versions (script_id, revision, authored, saved_at) values (${script}, ${revision}, ${text}, now())`.execute(
        database.db,
      )
    const one = { script: id, revision: 1 }
    const conversations = [
      // More than are read at once, so that the next ones are read too.
      ...Array.from({ length: 150 }, () => ({ ...one, state: record("a") })),
      { ...one, state: record("a", 2) },
      { ...one, state: record("b", 2) },
      { ...one, state: "unreadable" },
      { ...one, state: null },
      { ...one, revision: 2, state: record("a", 2) },
      { script: unreadable, revision: 1, state: record("a", 2) },
    ]
    for (const [n, { script, revision, state }] of conversations.entries())
      await sql`
        insert into conversations (script_id, id, community_id, revision, status, token_hash, metadata, answers, actions, state, is_answered, made_at)
        values (${script}, ${`01900000-0000-7000-8000-${String(n).padStart(12, "0")}`}, ${id}, ${revision}, 'pending', ${String(n)}, '{}', '{}', '{}',
          ${state === null ? null : JSON.stringify(state)}, false, now())`.execute(database.db)
    await migrate(database.db)
    const rows = await database.db.selectFrom("conversations").select("scores").orderBy("id").execute()
    const scored = (total: number) => JSON.stringify({ i1: { total, average: total } })
    expect(rows.slice(149).map(({ scores }) => scores)).toEqual(["{}", scored(1), "{}", "{}", "{}", scored(2), "{}"])
  })

  test("rejects a half-done migration and does not change the schema", async () => {
    await resetTo(migrations)
    for (const step of migrations.filter((migration) => !dataMigrations.includes(migration))) {
      const { rows } = await sql<{ timestamp: string }>`delete from migrations where name = ${step} returning timestamp`.execute(
        database.db,
      )
      await expect(migrate(database.db)).rejects.toThrow(
        new RegExp(
          `^migration ${step} is half-done: (table|column|index) [\\w.]+ is there already; restore a backup or use an empty database$`,
        ),
      )
      await sql`insert into migrations (name, timestamp) values (${step}, ${rows[0]?.timestamp})`.execute(database.db)
    }
    expect(await readSchema()).toEqual(fullSchema)
    // A migration that changes only rows or constraints cannot be half-done, and running it again is harmless.
    for (const step of dataMigrations) {
      await resetTo(migrations.filter((migration) => migration <= step))
      await sql`delete from migrations where name = ${step}`.execute(database.db)
      await migrate(database.db)
    }
    expect([await readSchema(), await readMigrations()]).toEqual([fullSchema, migrations])
  })
})

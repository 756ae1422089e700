// Backup and restore with the command line tool: a restore brings back everything or nothing.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { text } from "node:stream/consumers"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Database, openDatabase } from "../../adapters/server/database/database.ts"
import { buildStaleTargets } from "../../adapters/server/launch/build.ts"
import { openServerSecret } from "../../adapters/server/security/server-secret.ts"
import { emptyDataDir, preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { insertMarkedRow, listTablesWithColumn } from "../fixtures/database-marker.ts"
import { sharedPostgres } from "../fixtures/postgres.ts"
import { postgresSecretKey } from "../fixtures/program.ts"
import { password, startTestServer } from "../fixtures/server.ts"

const root = resolve(import.meta.dirname, "../..")
const folders: Array<string> = []
const folder = (): string => {
  const created = emptyDataDir()
  folders.push(created)
  return created
}
const postgres = sharedPostgres()
afterAll(async () => {
  for (const created of folders) removeDataDir(created)
})

type Environment = Readonly<Record<string, string>>

const runTool = async (args: ReadonlyArray<string>, env: Environment) => {
  const child = spawn(process.execPath, [join(root, "adapters/cli/bin.cjs"), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], ...env },
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")])
  return { code, out, err }
}

const openDatabaseOf = (env: Environment): Promise<Database> =>
  openDatabase({ databaseUrl: env["DATABASE_URL"] ?? null, dataDir: env["DATA_DIR"] ?? "" }, () => undefined)

/** All rows as text, by table. */
const contents = async (env: Environment): Promise<Readonly<Record<string, ReadonlyArray<string>>>> => {
  const database = await openDatabaseOf(env)
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema() and table_name not like 'migrations%'
    order by 1`.execute(database.db)
  const found: Record<string, ReadonlyArray<string>> = {}
  for (const { name } of rows) {
    const all = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t order by 1`.execute(database.db)
    found[name] = all.rows.map(({ row }) => row)
  }
  await database.close()
  return found
}

const oddText = 'Grüße, 你好, \u{1f600}, "quotes", back\\slash,\ttab,\nline\r\nlines, {braces}, \u2028 and \'; drop table users; --'
const title = 'Grüße, 你好, \u{1f600}, "quotes", back\\slash, {braces}'
const bytes = Buffer.from(Array.from({ length: 2_000_000 }, (_, i) => (i * 7919) % 251))
const source = preparedDataDir()
folders.push(source)
let backupResult = {}
const file = join(folder(), "all.backup")

beforeAll(async () => {
  await buildStaleTargets(["tool", "server"])
  const server = await startTestServer({ DATA_DIR: source })
  const acme = await server.addCommunity("acme")
  const admin = await server.signedIn("admin")
  const script = Object((await admin.send("PUT", "/api/acme/chat-scripts", { name: title })).json())
  const { db } = server.database
  for (const table of await listTablesWithColumn(db, "script_id"))
    await insertMarkedRow(db, table, { script_id: script.uuid, community_id: acme, kind: "none" }, oddText)
  // More than one page of a table, and one row larger than a page.
  const many = Array.from({ length: 3000 }, (_, i) => ({
    script_id: script.uuid,
    revision: i + 1000,
    authored: oddText,
    saved_by: null,
    saved_at: new Date(i),
  }))
  for (let from = 0; from < many.length; from += 500)
    await db
      .insertInto("script_versions")
      .values(many.slice(from, from + 500))
      .execute()
  const long = {
    script_id: script.uuid,
    revision: 99_999,
    authored: "long ".repeat(2_000_000),
    saved_by: null,
    saved_at: new Date("2026-01-01T00:00:00.123Z"),
  }
  await db.insertInto("script_versions").values(long).execute()
  await server.stop()
  mkdirSync(join(source, "uploads/acme/images"), { recursive: true })
  writeFileSync(join(source, "uploads/acme/images/large.png"), bytes)
  writeFileSync(join(source, "uploads/acme/empty.txt"), "")
  mkdirSync(join(source, "uploads/.new"), { recursive: true })
  writeFileSync(join(source, "uploads/.new/half"), "half")
  backupResult = await runTool(["backup", file], { DATA_DIR: source })
})

test("writes a backup without output, readable only by its owner", () => {
  expect(backupResult).toEqual({ code: 0, out: "", err: "" })
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test("restores all tables, files and the secret, and the server runs on them", async () => {
  const target = folder()
  expect(await runTool(["restore", file], { DATA_DIR: target })).toEqual({ code: 0, out: "", err: "" })
  const before = await contents({ DATA_DIR: source })
  expect(before["script_versions"]?.length).toBeGreaterThan(3000)
  expect(await contents({ DATA_DIR: target })).toEqual(before)
  expect(readFileSync(join(target, "uploads/acme/images/large.png")).equals(bytes)).toBe(true)
  expect(statSync(join(target, "uploads/acme/empty.txt")).size).toBe(0)
  expect(() => statSync(join(target, "uploads/.new/half"))).toThrow("ENOENT")
  const [oldSecret, newSecret] = [source, target].map((dataDir) => openServerSecret({ secretKey: null, dataDir }))
  expect(newSecret?.decrypt(oldSecret?.encrypt("sealed", "test") ?? "", "test")).toBe("sealed")
  const server = await startTestServer({ DATA_DIR: target })
  const admin = await server.signedIn("admin")
  expect((await admin.send("GET", "/api/acme/chat-scripts")).text).toContain(JSON.stringify(title).slice(1, -1))
  await server.stop()
})

/** Where to restore to: a PostgreSQL server where there is one, because an embedded database takes seconds to create. */
const emptyDatabase = async (): Promise<Environment> => ({
  DATA_DIR: folder(),
  ...(postgres !== null && { DATABASE_URL: await postgres.newDatabase(), SECRET_KEY: postgresSecretKey }),
})

test.runIf(postgres !== null)("restores a backup of the embedded database into a PostgreSQL server", async () => {
  const env = await emptyDatabase()
  expect(await runTool(["restore", file], env)).toEqual({ code: 0, out: "", err: "" })
  expect(await contents(env)).toEqual(await contents({ DATA_DIR: source }))
})

test.each([
  ["cut short", (whole: string) => whole.slice(0, whole.length >> 1), "is damaged or cut short; nothing was restored"],
  [
    "without its end",
    (whole: string) => whole.slice(0, whole.lastIndexOf("\n", whole.length - 2) + 1),
    "is damaged or cut short; nothing was restored",
  ],
  ["with another letter in it", (whole: string) => whole.replace('"acme"', '"acmf"'), "is damaged or cut short; nothing was restored"],
  ["empty", () => "", "is not a backup of this version"],
  ["of something else", () => '{"version": 2, "payload": {}}\n', "is not a backup of this version"],
  [
    "of a newer version",
    (whole: string) => whole.replace('"0001-first"', '"0001-first","9999-later"'),
    "the backup was made by a newer version (it has 9999-later); use that version, or a newer one",
  ],
])("rejects an unusable backup and stores nothing of it: %s", async (_, damage, reason) => {
  const damaged = join(folder(), "damaged")
  writeFileSync(damaged, damage(readFileSync(file, "utf8")))
  const target = await emptyDatabase()
  const { code, err } = await runTool(["restore", damaged], target)
  expect([code, err.trim().split("\n").length, err]).toEqual([2, 1, expect.stringContaining(reason)])
  const all = await contents(target)
  expect(Object.values(all).flat()).toEqual([])
})

test("refuses to restore over existing data and to back up the database of a running server", { tags: ["long"] }, async () => {
  const { code, err } = await runTool(["restore", file], { DATA_DIR: source })
  expect([code, err]).toEqual([2, "conversation-admin: there is data already: restore into an empty DATA_DIR, or an empty database\n"])
  const server = await startTestServer()
  const backup = await runTool(["backup", join(folder(), "x")], { DATA_DIR: server.dataDir })
  expect([backup.code, backup.err]).toEqual([
    2,
    expect.stringMatching(/^conversation-admin: the database cannot be opened: the data folder .* is in use by process \d+\n$/),
  ])
  expect((await server.visitor().signIn("admin", password)).status).toBe(200)
  await server.stop()
})

test("refuses to back up a missing data folder and does not create it", async () => {
  const [misspelt, target] = [join(folder(), "misspelt"), join(folder(), "x")]
  expect(await runTool(["backup", target], { DATA_DIR: misspelt })).toEqual({
    code: 2,
    out: "",
    err: `conversation-admin: there is nothing to back up in ${misspelt}\n`,
  })
  expect([existsSync(misspelt), existsSync(target)]).toEqual([false, false])
})

test.runIf(postgres !== null)("refuses to back up an empty PostgreSQL database", { tags: ["long"] }, async () => {
  const env = { DATABASE_URL: (await postgres?.newDatabase()) ?? "", SECRET_KEY: postgresSecretKey, DATA_DIR: folder() }
  const { code, err } = await runTool(["backup", join(folder(), "x")], env)
  expect([code, err]).toEqual([2, "conversation-admin: there is nothing to back up in the database of DATABASE_URL\n"])
})

test("reports wrong arguments and unusable files in one line with exit code 2", { tags: ["long"] }, async () => {
  for (const [args, line] of [
    [["backup"], "backup needs exactly one file"],
    [["restore", "a", "b"], "restore needs exactly one file"],
    [["restore", "/nowhere/at/all"], "ENOENT"],
    [["backup", "/nowhere/at/all"], "ENOENT"],
  ] as const) {
    const { code, err } = await runTool(args, { DATA_DIR: args[0] === "backup" ? source : folder() })
    expect([code, err.trim().split("\n").length, err]).toEqual([2, 1, expect.stringContaining(line)])
  }
})

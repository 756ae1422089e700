// The database over a port: what the thread for large requests sees is the database of the main thread.
import { randomUUIDv7 } from "node:crypto"
import { MessageChannel } from "node:worker_threads"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Database, isUniqueViolation } from "../../adapters/server/database/database.ts"
import { openDatabaseOverPort, serveDatabase } from "../../adapters/server/database/database-port.ts"
import { DiskNotWritable } from "../../adapters/server/database/query-plugins.ts"
import { databases, startTestServer, type TestServer } from "../fixtures/server.ts"

describe.each(databases)("on $name", ({ settings }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer(await settings())
  })
  afterAll(() => server.stop())

  const open = (disk: "ready" | "read-only" = "ready") => {
    const { port1, port2 } = new MessageChannel()
    return { stop: serveDatabase(server.database, port1), database: openDatabaseOverPort(port2, () => disk) }
  }
  const buildCommunity = (slug: string) => ({ id: randomUUIDv7(), name: slug, slug, made_at: new Date("2026-03-01T12:00:00Z") })
  const listSlugs = ({ db }: Database, slug: string) =>
    db.selectFrom("communities").select(["slug", "made_at"]).where("slug", "=", slug).execute()

  test("stores rows with dates and long texts, and counts what it changes", async () => {
    const { database, stop } = open()
    const name = "é漢".repeat(50_000)
    await database.db
      .insertInto("communities")
      .values({ ...buildCommunity("long"), name })
      .execute()
    const query = database.db.selectFrom("communities").select(["name as text"]).where("slug", "=", "long").compile()
    expect(await database.readTextColumn(query)).toEqual([name])
    expect(await listSlugs(server.database, "long")).toEqual([{ slug: "long", made_at: new Date("2026-03-01T12:00:00Z") }])
    const { numUpdatedRows } = await database.db
      .updateTable("communities")
      .set({ name: "Short" })
      .where("slug", "=", "long")
      .executeTakeFirstOrThrow()
    expect(numUpdatedRows).toBe(1n)
    const renamed = database.db.selectFrom("communities").select(["name"]).where("slug", "=", "?").compile()
    expect(await database.runPrepared(renamed, ["long"])).toEqual([{ name: "Short" }])
    await stop()
  })

  test("commits and rolls back transactions", async () => {
    const { database, stop } = open()
    await database.transact((trx) => trx.insertInto("communities").values(buildCommunity("committed")).execute())
    const failure = new Error("no")
    const failed = database.transact(async (trx) => {
      await trx.insertInto("communities").values(buildCommunity("undone")).execute()
      throw failure
    })
    await expect(failed).rejects.toBe(failure)
    expect((await listSlugs(server.database, "committed")).length).toBe(1)
    expect(await listSlugs(server.database, "undone")).toEqual([])
    await stop()
  })

  test("rolls back an uncommitted transaction when the thread ends", async () => {
    const { database, stop } = open()
    const isInserted = Promise.withResolvers<void>()
    void database.transact(async (trx) => {
      await trx.insertInto("communities").values(buildCommunity("unfinished")).execute()
      isInserted.resolve()
      await new Promise(() => undefined)
    })
    await isInserted.promise
    await stop()
    expect(await listSlugs(server.database, "unfinished")).toEqual([])
  })

  test("passes errors of the database and of the disk on", async () => {
    const { database, stop } = open()
    await database.db.insertInto("communities").values(buildCommunity("twice")).execute()
    const again = database.db.insertInto("communities").values(buildCommunity("twice")).execute()
    expect(isUniqueViolation(await again.catch((error: unknown) => error), "communities_slug_key")).toBe(true)
    await expect(sql`selec`.execute(database.db)).rejects.toMatchObject({ code: "42601" })
    await stop()
    const readOnly = open("read-only")
    await expect(readOnly.database.db.insertInto("communities").values(buildCommunity("none")).execute()).rejects.toThrow(DiskNotWritable)
    await readOnly.stop()
  })
})

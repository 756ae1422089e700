// A change to the database: how often it waits for an answer, and that it is whole or not at all however it ends.
import { Socket } from "node:net"
import { sql } from "kysely"
import pg from "pg"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { type Database, openDatabase } from "../../adapters/server/database/database.ts"
import { EngineSocket } from "../../adapters/server/database/embedded/wire-protocol.ts"
import { emptyDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { sharedPostgres } from "../fixtures/postgres.ts"

const postgres = sharedPostgres()

describe.each([
  { name: "embedded", url: async () => null },
  ...(postgres === null ? [] : [{ name: "PostgreSQL", url: postgres.newDatabase }]),
])("a change on $name", ({ url }) => {
  const dataDir = emptyDataDir()
  let database: Database
  beforeAll(async () => {
    database = await openDatabase({ databaseUrl: await url(), dataDir }, () => undefined)
    await sql`create table kept (n int primary key)`.execute(database.db)
  }, 60_000)
  beforeEach(async () => void (await sql`delete from kept`.execute(database.db)))
  afterEach(() => vi.restoreAllMocks())
  afterAll(async () => {
    await database.close()
    removeDataDir(dataDir)
  })

  const add = (n: number) => sql`insert into kept values (${n})`
  const compiled = (n: number) => ({ compile: () => add(n).compile(database.db) })
  const kept = async () => (await sql<{ n: number }>`select n from kept order by n`.execute(database.db)).rows.map(({ n }) => n)

  /** How often something is sent meanwhile: what goes together goes once. */
  const sent = async (work: () => Promise<unknown>): Promise<number> => {
    const spies = [Socket.prototype, EngineSocket.prototype].flatMap((it) => [vi.spyOn(it, "_write"), vi.spyOn(it, "_writev")])
    for (const spy of spies) spy.mockClear()
    await work()
    return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  }

  test("waits for no answer to its beginning, and for none to its end where its last query says so", async () => {
    await kept() // connects
    const reading = () =>
      database.transact(async (change, end) => {
        await sql`select 1`.execute(change)
        await end(compiled(1))
      })
    expect(await sent(reading)).toBe(2)
    expect(await sent(() => database.transact((_, end) => end(compiled(2))))).toBe(1)
    expect(await sent(() => database.transact((change) => add(3).execute(change)))).toBe(2)
    expect(await sent(() => database.transact(async () => "nothing"))).toBe(0)
    expect(await kept()).toEqual([1, 2, 3])
  })

  test("of which a query fails leaves nothing of itself, and the connection to others", async () => {
    const change = database.transact(async (its, end) => {
      await add(1).execute(its)
      await add(1).execute(its)
      await end(compiled(2))
    })
    await expect(change).rejects.toThrow("kept_pkey")
    expect(await kept()).toEqual([])
  })

  test("whose last query fails leaves nothing of itself, and the connection to others", async () => {
    const change = database.transact(async (its, end) => {
      await add(1).execute(its)
      await end(compiled(1))
    })
    await expect(change).rejects.toThrow("kept_pkey")
    expect(await kept()).toEqual([])
  })

  test("whose very first query fails is told why, and leaves the connection to others", async () => {
    await expect(database.transact((its) => sql`select nothing`.execute(its))).rejects.toThrow("nothing")
    await database.transact((its) => add(1).execute(its))
    expect(await kept()).toEqual([1])
  })

  test("that fails in its work leaves nothing of itself", async () => {
    const change = database.transact(async (its) => {
      await add(1).execute(its)
      throw new Error("its work")
    })
    await expect(change).rejects.toThrow("its work")
    expect(await kept()).toEqual([])
  })

  test("is not told as kept where a query failed and its work went on", async () => {
    const change = database.transact(async (its) => {
      await add(1).execute(its)
      await add(1)
        .execute(its)
        .catch(() => null)
    })
    await expect(change).rejects.toThrow("is not kept")
    expect(await kept()).toEqual([])
  })

  test("takes nothing after its last query, which is kept", async () => {
    const change = database.transact(async (its, end) => {
      await end(compiled(1))
      await add(2).execute(its)
    })
    await expect(change).rejects.toThrow("has ended")
    expect(await kept()).toEqual([1])
  })

  test("is done again where the database could not order it among others, with its last query too", async () => {
    let tries = 0
    await database.transact(async (its, end) => {
      await add(1).execute(its)
      const raise = sql.raw("do $$ begin raise exception using errcode = '40001'; end $$")
      await end(tries++ === 0 ? { compile: () => raise.compile(database.db) } : compiled(2))
    })
    expect([tries, await kept()]).toEqual([2, [1, 2]])
  })

  test("begins as it is asked to", async () => {
    const isolation = database.db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (its) => (await sql<{ transaction_isolation: string }>`show transaction_isolation`.execute(its)).rows)
    expect(await isolation).toEqual([{ transaction_isolation: "repeatable read" }])
    const writing = database.db
      .transaction()
      .setAccessMode("read only")
      .execute((its) => add(1).execute(its))
    await expect(writing).rejects.toThrow("read-only")
  })

  test("that cannot begin as it is asked to does nothing", async () => {
    const change = database.db
      .transaction()
      .setIsolationLevel("snapshot")
      .execute((its) => add(1).execute(its))
    await expect(change).rejects.toThrow("syntax error")
    expect(await kept()).toEqual([])
  })

  test.each(["begin", "rollback"])("whose %s fails leaves its connection to nobody", async (failing) => {
    const asking = Object.getOwnPropertyDescriptor(pg.Client.prototype, "query")?.value
    const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, asked: unknown) {
      if (Object(asked).text === failing) throw new Error("cancelled")
      return asking.call(this, asked)
    })
    const change = database.transact(async (its) => {
      await sql`set application_name = 'used'`.execute(its)
      throw new Error("its work")
    })
    await expect(change).rejects.toThrow("cancelled")
    spy.mockRestore()
    const { rows } = await sql<{ application_name: string }>`show application_name`.execute(database.db)
    expect(rows).not.toContainEqual({ application_name: "used" })
  })
})

// Database transactions: how many messages they send, and that they are committed as a whole or not at all.
import { Socket } from "node:net"
import { sql } from "kysely"
import pg from "pg"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { type Database, isAboutConstraint, openDatabase } from "../../adapters/server/database/database.ts"
import { EngineSocket } from "../../adapters/server/database/embedded/wire-protocol.ts"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { sharedPostgres } from "../fixtures/postgres.ts"

const postgres = sharedPostgres()

describe.each([
  { name: "embedded", url: async () => null },
  ...(postgres === null ? [] : [{ name: "PostgreSQL", url: postgres.newDatabase }]),
])("a transaction on $name", ({ url }) => {
  const dataDir = preparedDataDir()
  let database: Database
  beforeAll(async () => {
    database = await openDatabase({ databaseUrl: await url(), dataDir }, () => undefined)
    await sql`create table kept (n int primary key)`.execute(database.db)
  })
  beforeEach(async () => void (await sql`delete from kept`.execute(database.db)))
  afterEach(() => vi.restoreAllMocks())
  afterAll(async () => {
    await database.close()
    removeDataDir(dataDir)
  })

  const add = (n: number) => sql`insert into kept values (${n})`
  const compiledInsert = (n: number) => ({ compile: () => add(n).compile(database.db) })
  const storedNumbers = async () => (await sql<{ n: number }>`select n from kept order by n`.execute(database.db)).rows.map(({ n }) => n)

  /** How many messages are sent while the work runs; what is written together counts once. */
  const countMessages = async (work: () => Promise<unknown>): Promise<number> => {
    const spies = [Socket.prototype, EngineSocket.prototype].flatMap((prototype) => [
      vi.spyOn(prototype, "_write"),
      vi.spyOn(prototype, "_writev"),
    ])
    for (const spy of spies) spy.mockClear()
    await work()
    return spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  }

  test("sends its begin with the first query and its commit with a query that is given as the last", async () => {
    await storedNumbers() // connects
    const readThenInsert = () =>
      database.transact(async (transaction, end) => {
        await sql`select 1`.execute(transaction)
        await end(compiledInsert(1))
      })
    expect(await countMessages(readThenInsert)).toBe(2)
    expect(await countMessages(() => database.transact((_, end) => end(compiledInsert(2))))).toBe(1)
    expect(await countMessages(() => database.transact((transaction) => add(3).execute(transaction)))).toBe(2)
    expect(await countMessages(() => database.transact(async () => "nothing"))).toBe(0)
    expect(await storedNumbers()).toEqual([1, 2, 3])
  })

  test("stores nothing and frees its connection when a query fails", async () => {
    const change = database.transact(async (transaction, end) => {
      await add(1).execute(transaction)
      await add(1).execute(transaction)
      await end(compiledInsert(2))
    })
    await expect(change).rejects.toThrow("kept_pkey")
    expect(await storedNumbers()).toEqual([])
  })

  test("stores nothing and frees its connection when the last query fails", async () => {
    const change = database.transact(async (transaction, end) => {
      await add(1).execute(transaction)
      await end(compiledInsert(1))
    })
    await expect(change).rejects.toThrow("kept_pkey")
    expect(await storedNumbers()).toEqual([])
  })

  test("reports the error and frees its connection when the first query fails", async () => {
    await expect(database.transact((transaction) => sql`select nothing`.execute(transaction))).rejects.toThrow("nothing")
    await database.transact((transaction) => add(1).execute(transaction))
    expect(await storedNumbers()).toEqual([1])
  })

  test("stores nothing when its callback throws", async () => {
    const change = database.transact(async (transaction) => {
      await add(1).execute(transaction)
      throw new Error("its work")
    })
    await expect(change).rejects.toThrow("its work")
    expect(await storedNumbers()).toEqual([])
  })

  test("is rejected when its callback ignores a failed query", async () => {
    const change = database.transact(async (transaction) => {
      await add(1).execute(transaction)
      await add(1)
        .execute(transaction)
        .catch(() => null)
    })
    await expect(change).rejects.toThrow("is not kept")
    expect(await storedNumbers()).toEqual([])
  })

  test("rejects queries after the last one, which is committed", async () => {
    const change = database.transact(async (transaction, end) => {
      await end(compiledInsert(1))
      await add(2).execute(transaction)
    })
    await expect(change).rejects.toThrow("has ended")
    expect(await storedNumbers()).toEqual([1])
  })

  test("is retried after a serialization failure, also of its last query", async () => {
    let tries = 0
    await database.transact(async (transaction, end) => {
      await add(1).execute(transaction)
      const raise = sql.raw("do $$ begin raise exception using errcode = '40001'; end $$")
      await end(tries++ === 0 ? { compile: () => raise.compile(database.db) } : compiledInsert(2))
    })
    expect([tries, await storedNumbers(), database.countRetriedTransactions()]).toEqual([2, [1, 2], 1])
  })

  test("begins with the requested isolation level and access mode", async () => {
    const isolation = database.db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (transaction) => (await sql<{ transaction_isolation: string }>`show transaction_isolation`.execute(transaction)).rows)
    expect(await isolation).toEqual([{ transaction_isolation: "repeatable read" }])
    const writing = database.db
      .transaction()
      .setAccessMode("read only")
      .execute((transaction) => add(1).execute(transaction))
    await expect(writing).rejects.toThrow("read-only")
  })

  test("stores nothing when the requested isolation level is invalid", async () => {
    const change = database.db
      .transaction()
      .setIsolationLevel("snapshot")
      .execute((transaction) => add(1).execute(transaction))
    await expect(change).rejects.toThrow("syntax error")
    expect(await storedNumbers()).toEqual([])
  })

  test.each(["begin", "rollback"])("discards its connection when %s fails", async (failing) => {
    const originalQuery = Object.getOwnPropertyDescriptor(pg.Client.prototype, "query")?.value
    const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, query: unknown) {
      if (Object(query).text === failing) throw new Error("cancelled")
      return originalQuery.call(this, query)
    })
    const change = database.transact(async (transaction) => {
      await sql`set application_name = 'used'`.execute(transaction)
      throw new Error("its work")
    })
    await expect(change).rejects.toThrow("cancelled")
    spy.mockRestore()
    const { rows } = await sql<{ application_name: string }>`show application_name`.execute(database.db)
    expect(rows).not.toContainEqual({ application_name: "used" })
  })
})

test("a constraint is recognized in the error of a server, and in that of a Citus cluster, which names the shard's", () => {
  const fromServer = Object.assign(new Error('violates "a_key"'), { constraint: "a_key" })
  const fromCitus = new Error('duplicate key value violates unique constraint "a_key_102146"')
  expect([fromServer, fromCitus].map((error) => isAboutConstraint(error, "a_key"))).toEqual([true, true])
  expect([fromServer, fromCitus].map((error) => isAboutConstraint(error, "b_key"))).toEqual([false, false])
  expect(isAboutConstraint(Object.assign(new Error('violates "a_key"'), { constraint: "c_key" }), "a_key")).toBe(false)
})

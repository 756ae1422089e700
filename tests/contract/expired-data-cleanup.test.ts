// The cleanup deletes expired rows within the hour, and no others (U1, U3, U4).
import { randomUUIDv7 } from "node:crypto"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { idempotencyWindowMs } from "../../adapters/server/http/idempotency.ts"
import { failedAttemptLimits, sessionLifetimeMs, signInStepLifetimeMs, tokenLifetimeMs } from "../../domain/accounts/account-limits.ts"
import { startTestServer, type TestServer, usualDatabases } from "../fixtures/server.ts"

const hour = 3_600_000
const day = 24 * hour

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let server: TestServer
  let clock = Date.parse("2026-03-01T12:10:00Z")
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
  })
  afterAll(() => server.stop())

  test("deletes exactly the expired rows of each table", async () => {
    const { db } = server.database
    const user = await server.addUser("ada")
    // The cleanup runs at the next hour.
    const cleanupAt = clock + hour
    const before = (milliseconds: number) => new Date(cleanupAt - milliseconds)
    /** Adds one row that has just expired at the cleanup, and one that has not yet. */
    const addPair = async (lifetimeMs: number, add: (name: "old" | "young", at: Date) => Promise<unknown>) => {
      await add("old", before(lifetimeMs + 60_000))
      await add("young", before(lifetimeMs - 60_000))
    }
    const session = { user_id: user, two_factor_complete: true }
    await addPair(sessionLifetimeMs.idle, (name, at) =>
      db
        .insertInto("sessions")
        .values({ ...session, hash: name, made_at: at, seen_at: at })
        .execute(),
    )
    await addPair(sessionLifetimeMs.absolute, (name, at) =>
      db
        .insertInto("sessions")
        .values({ ...session, hash: `${name}, in use`, made_at: at, seen_at: new Date(cleanupAt) })
        .execute(),
    )
    // An expired token stays for a day, so that a refusal can say that it has expired.
    await addPair(tokenLifetimeMs + day, (name, at) => {
      const token = { hash: name, purpose: "x", user_id: user, target: "x", expires_at: new Date(at.getTime() + tokenLifetimeMs) }
      return db.insertInto("one_time_tokens").values(token).execute()
    })
    await addPair(signInStepLifetimeMs.reset, (name, at) => {
      const token = { hash: name, user_id: user, expires_at: new Date(at.getTime() + signInStepLifetimeMs.reset) }
      return db.insertInto("password_resets").values(token).execute()
    })
    const job = { kind: "mail", payload: "null", script_id: null, attempt: 1, problem: null }
    for (const column of ["done_at", "failed_at"] as const)
      await addPair(7 * day, (name, at) =>
        db
          .insertInto("jobs")
          .values({ ...job, id: randomUUIDv7(), key: `${name}, ${column}`, due_at: at, [column]: at })
          .execute(),
      )
    await addPair(idempotencyWindowMs, (name, at) =>
      db.insertInto("idempotency").values({ key: name, user_id: user, request: "", response: null, target: null, made_at: at }).execute(),
    )
    await addPair(failedAttemptLimits.within, (name, at) =>
      db.insertInto("failures").values({ key: name, instants: "[]", last_at: at }).execute(),
    )
    await addPair(day, (name, at) => db.insertInto("crowd").values({ key: name, minute: at, count: 1 }).execute())

    const left = async () => ({
      sessions: (await db.selectFrom("sessions").select("hash").execute()).map(({ hash }) => hash),
      one_time_tokens: (await db.selectFrom("one_time_tokens").select("hash").execute()).map(({ hash }) => hash),
      password_resets: (await db.selectFrom("password_resets").select("hash").execute()).map(({ hash }) => hash),
      jobs: (await db.selectFrom("jobs").select("key").where("kind", "=", "mail").execute()).map(({ key }) => key),
      idempotency: (await db.selectFrom("idempotency").select("key").execute()).map(({ key }) => key),
      failures: (await db.selectFrom("failures").select("key").execute()).map(({ key }) => key),
      crowd: (await db.selectFrom("crowd").select("key").execute()).map(({ key }) => key),
    })
    clock = cleanupAt
    await expect.poll(left, { interval: 200 }).toEqual({
      sessions: ["young", "young, in use"],
      one_time_tokens: ["young"],
      password_resets: ["young"],
      jobs: ["young, done_at", "young, failed_at"],
      idempotency: ["young"],
      failures: ["young"],
      crowd: ["young"],
    })
  })

  test("deletes the other expired rows if one table cannot be cleaned, and its rows at the next hour", async () => {
    const { db } = server.database
    const expiredAt = new Date(clock - day - hour)
    const user = (await db.selectFrom("users").select("id").executeTakeFirstOrThrow()).id
    await db
      .insertInto("idempotency")
      .values({ key: "expired", user_id: user, request: "", response: null, target: null, made_at: expiredAt })
      .execute()
    await db.insertInto("crowd").values({ key: "expired", minute: expiredAt, count: 1 }).execute()
    const listExpired = async (table: "idempotency" | "crowd") =>
      (await db.selectFrom(table).select("key").where("key", "=", "expired").execute()).length
    await sql`alter table idempotency rename to idempotency_away`.execute(db)
    clock += hour
    await expect.poll(() => listExpired("crowd")).toBe(0)
    const findProblem = async () => (await db.selectFrom("jobs").select("problem").where("problem", "is not", null).execute())[0]?.problem
    await expect.poll(findProblem).toContain("idempotent responses: ")
    await sql`alter table idempotency_away rename to idempotency`.execute(db)
    expect(await listExpired("idempotency")).toBe(1)
    clock += hour
    await expect.poll(() => listExpired("idempotency")).toBe(0)
  })
})

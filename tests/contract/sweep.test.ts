// What has run out is deleted within the hour, whatever it is, and nothing before it has (decisions U1, U3, U4; reliability "Privacy").
import { randomUUIDv7 } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { idempotencyWindowMs } from "../../adapters/server/http/idempotency.ts"
import { failedAttemptLimits, sessionLifetimeMs, signInStepLifetimeMs, tokenLifetimeMs } from "../../domain/accounts/account-limits.ts"
import { databases, startTestServer, type TestServer } from "../fixtures/server.ts"

const hour = 3_600_000
const day = 24 * hour

describe.each(databases)("on $name", ({ settings }) => {
  let server: TestServer
  let clock = Date.parse("2026-03-01T12:10:00Z")
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
  })
  afterAll(() => server.stop())

  test("each table loses what has run out, and nothing else", async () => {
    const { db } = server.database
    const user = await server.addUser("ada")
    // The sweep comes with the next hour.
    const swept = clock + hour
    const before = (milliseconds: number) => new Date(swept - milliseconds)
    /** One that has just run out when it is swept, and one that has not yet. */
    const pair = async (lasts: number, add: (name: "old" | "young", at: Date) => Promise<unknown>) => {
      await add("old", before(lasts + 60_000))
      await add("young", before(lasts - 60_000))
    }
    const session = { user_id: user, two_factor_complete: true }
    await pair(sessionLifetimeMs.idle, (name, at) =>
      db
        .insertInto("sessions")
        .values({ ...session, hash: name, made_at: at, seen_at: at })
        .execute(),
    )
    await pair(sessionLifetimeMs.absolute, (name, at) =>
      db
        .insertInto("sessions")
        .values({ ...session, hash: `${name}, in use`, made_at: at, seen_at: new Date(swept) })
        .execute(),
    )
    await pair(tokenLifetimeMs, (name, at) => {
      const token = { hash: name, purpose: "x", user_id: user, thing: "x", expires_at: new Date(at.getTime() + tokenLifetimeMs) }
      return db.insertInto("one_time_tokens").values(token).execute()
    })
    await pair(signInStepLifetimeMs.reset, (name, at) => {
      const token = { hash: name, user_id: user, expires_at: new Date(at.getTime() + signInStepLifetimeMs.reset) }
      return db.insertInto("password_resets").values(token).execute()
    })
    const job = { kind: "mail", payload: "null", script_id: null, attempt: 1, problem: null }
    for (const column of ["done_at", "failed_at"] as const)
      await pair(7 * day, (name, at) =>
        db
          .insertInto("jobs")
          .values({ ...job, id: randomUUIDv7(), key: `${name}, ${column}`, due_at: at, [column]: at })
          .execute(),
      )
    await pair(idempotencyWindowMs, (name, at) =>
      db.insertInto("idempotency").values({ key: name, user_id: user, request: "", answer: null, thing: null, made_at: at }).execute(),
    )
    await pair(failedAttemptLimits.within, (name, at) =>
      db.insertInto("failures").values({ key: name, instants: "[]", last_at: at }).execute(),
    )
    await pair(day, (name, at) => db.insertInto("crowd").values({ key: name, minute: at, count: 1 }).execute())

    const left = async () => ({
      sessions: (await db.selectFrom("sessions").select("hash").execute()).map(({ hash }) => hash),
      one_time_tokens: (await db.selectFrom("one_time_tokens").select("hash").execute()).map(({ hash }) => hash),
      password_resets: (await db.selectFrom("password_resets").select("hash").execute()).map(({ hash }) => hash),
      jobs: (await db.selectFrom("jobs").select("key").where("kind", "=", "mail").execute()).map(({ key }) => key),
      idempotency: (await db.selectFrom("idempotency").select("key").execute()).map(({ key }) => key),
      failures: (await db.selectFrom("failures").select("key").execute()).map(({ key }) => key),
      crowd: (await db.selectFrom("crowd").select("key").execute()).map(({ key }) => key),
    })
    clock = swept
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
})

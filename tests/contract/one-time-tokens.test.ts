// One-time tokens, such as deletion tokens: each is bound to a user, a purpose and a target (U4).
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createOneTimeToken, spendOneTimeToken, type TokenScope } from "../../adapters/server/security/one-time-tokens.ts"
import { startTestServer, type TestServer, usualDatabases } from "../fixtures/server.ts"

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let server: TestServer
  let [ada, bob] = ["", ""]
  const createdAt = new Date("2026-03-01T12:00:00Z")
  const minutesLater = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000)
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => createdAt })
    ;[ada, bob] = [await server.addUser("ada"), await server.addUser("bob")]
  })
  afterAll(() => server.stop())

  const newScope = (): TokenScope => ({ purpose: "delete user", user: ada, target: randomUUID() })
  const spend = (token: string, scope: TokenScope, at = minutesLater(1)) =>
    server.database.transact((change) => spendOneTimeToken(change, token, scope, at))

  test("accepts a token once, and only for its user, purpose and target", async () => {
    const scope = newScope()
    const token = await createOneTimeToken(server.database.db, scope, createdAt)
    for (const other of [
      { ...scope, user: bob },
      { ...scope, purpose: "delete community" },
      { ...scope, target: randomUUID() },
    ])
      expect([other, await spend(token, other)]).toEqual([other, false])
    expect(await spend(`${token}x`, scope)).toBe(false)
    // The rejected attempts have not spent it.
    expect([await spend(token, scope), await spend(token, scope)]).toEqual([true, false])
  })

  test("accepts one of several concurrent uses of a token", async () => {
    const scope = newScope()
    const token = await createOneTimeToken(server.database.db, scope, createdAt)
    const spent = await Promise.all(Array.from({ length: 8 }, () => spend(token, scope)))
    expect(spent.filter((isSpent) => isSpent)).toHaveLength(1)
  })

  test("rejects a token after ten minutes", async () => {
    const scope = newScope()
    const [lateToken, earlyToken] = [
      await createOneTimeToken(server.database.db, scope, createdAt),
      await createOneTimeToken(server.database.db, scope, createdAt),
    ]
    expect(await spend(lateToken, scope, minutesLater(10))).toBe(false)
    expect(await spend(earlyToken, scope, minutesLater(9.9))).toBe(true)
  })

  test("stores no readable token", async () => {
    const token = await createOneTimeToken(server.database.db, newScope(), createdAt)
    expect(JSON.stringify(await server.database.db.selectFrom("one_time_tokens").selectAll().execute())).not.toContain(token)
  })
})

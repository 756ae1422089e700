// Tokens of deletion and the like (decisions U4; reliability I3): each part of what one serves is asked for when it is spent.
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createOneTimeToken, spendOneTimeToken, type TokenScope } from "../../adapters/server/security/one-time-tokens.ts"
import { databases, startTestServer, type TestServer } from "../fixtures/server.ts"

describe.each(databases)("on $name", ({ settings }) => {
  let server: TestServer
  let [ada, bob] = ["", ""]
  const made = new Date("2026-03-01T12:00:00Z")
  const after = (minutes: number) => new Date(made.getTime() + minutes * 60_000)
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => made })
    ;[ada, bob] = [await server.addUser("ada"), await server.addUser("bob")]
  })
  afterAll(() => server.stop())

  const serves = (): TokenScope => ({ purpose: "delete user", user: ada, thing: randomUUID() })
  const spend = (token: string, what: TokenScope, at = after(1)) =>
    server.database.transact((change) => spendOneTimeToken(change, token, what, at))

  test("one user, one deed, one thing, one time", async () => {
    const what = serves()
    const token = await createOneTimeToken(server.database.db, what, made)
    for (const other of [
      { ...what, user: bob },
      { ...what, purpose: "delete community" },
      { ...what, thing: randomUUID() },
    ])
      expect([other, await spend(token, other)]).toEqual([other, false])
    expect(await spend(`${token}x`, what)).toBe(false)
    // What it did not serve has not spent it.
    expect([await spend(token, what), await spend(token, what)]).toEqual([true, false])
  })

  test("of many who spend one at once one does", async () => {
    const what = serves()
    const token = await createOneTimeToken(server.database.db, what, made)
    const spent = await Promise.all(Array.from({ length: 8 }, () => spend(token, what)))
    expect(spent.filter((it) => it)).toHaveLength(1)
  })

  test("for ten minutes", async () => {
    const what = serves()
    const [one, other] = [
      await createOneTimeToken(server.database.db, what, made),
      await createOneTimeToken(server.database.db, what, made),
    ]
    expect(await spend(one, what, after(10))).toBe(false)
    expect(await spend(other, what, after(9.9))).toBe(true)
  })

  test("none is kept as it is", async () => {
    const token = await createOneTimeToken(server.database.db, serves(), made)
    expect(JSON.stringify(await server.database.db.selectFrom("one_time_tokens").selectAll().execute())).not.toContain(token)
  })
})

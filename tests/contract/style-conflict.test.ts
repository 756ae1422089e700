// Two people saving one styling, on the real server: who is second is told, and nothing goes without a word (decisions T18).
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { styleApi } from "../../adapters/api/style-api.ts"
import { StyleSaveConflict } from "../../domain/failure.ts"
import { emptyStyle, encodeStyle, type Style } from "../../domain/style/community-style.ts"
import { databases, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

describe.each(databases)("on $name", ({ settings }) => {
  let server: TestServer
  let [ada, bob]: [Visitor | null, Visitor | null] = [null, null]
  let clock = Date.parse("2026-03-01T09:00:00.000Z")
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
    ada = await member("ada")
    bob = await member("bob")
  })
  afterAll(() => server.stop())

  const communities: Array<string> = []
  const member = async (name: string): Promise<Visitor> => {
    while (communities.length < 4) communities.push(await server.addCommunity(`acme-${communities.length}`))
    await server.addUser(name, Object.fromEntries(communities.map((id) => [id, "ROLE_ADMIN" as const])))
    return server.signedIn(name)
  }
  const of = (who: Visitor | null) => styleApi((who ?? expect.fail("nobody")).api())
  const style = (chat_color: string): Style => ({ web: { chat_color }, stats: {} })
  const [one, other] = [style("#111111ff"), style("#222222ff")]

  test("a save on an older style is refused with the style as it is, and says whose save and when; on that one it is taken", async () => {
    const [community = ""] = communities
    clock += 5000
    await of(bob).save({ community, style: one, base: emptyStyle })
    const mine = of(ada).save({ community, style: other, base: emptyStyle })
    await expect(mine).rejects.toEqual(
      new StyleSaveConflict({ style: encodeStyle(one), savedBy: "bob", savedAt: new Date(clock).toISOString() }),
    )
    expect(await of(ada).read({ slug: "acme-0" })).toEqual(one)
    expect(await of(ada).save({ community, style: other, base: one })).toEqual(other)
  })

  test("what is saved already is no conflict: a save whose answer was lost is made again", async () => {
    const community = communities[1] ?? ""
    await of(ada).save({ community, style: one, base: emptyStyle })
    expect(await of(ada).save({ community, style: one, base: emptyStyle })).toEqual(one)
    expect(await of(ada).save({ community, style: other, base: one })).toEqual(other)
  })

  test("of first saves at the same time one is kept; without a base the last one is, and `base` is no part of the style", async () => {
    const community = communities[2] ?? ""
    const saves = ["1", "2", "3", "4", "5"].map((digit) =>
      of(ada)
        .save({ community, style: style(`#${digit.repeat(6)}ff`), base: emptyStyle })
        .then(
          () => "kept",
          (error: unknown) => (error instanceof StyleSaveConflict ? "overtaken" : error),
        ),
    )
    const outcomes = await Promise.all(saves)
    expect([outcomes.filter((it) => it === "kept").length, outcomes.filter((it) => it === "overtaken").length]).toEqual([1, 4])
    const free = { web: [{ chat_color: "#abcdefff" }], stats: [] }
    expect((await bob?.send("POST", `/api/communities/${community}/style`, free))?.json()).toEqual(free)
    const based = { ...free, base: free }
    expect((await bob?.send("POST", `/api/communities/${community}/style`, based))?.json()).toEqual(free)
    expect((await bob?.send("GET", "/acme-2/style"))?.json()).toEqual(free)
  })

  test("who saved it is forgotten with them, the style stays", async () => {
    const community = communities[3] ?? ""
    const eve = await member("eve")
    await of(eve).save({ community, style: one, base: emptyStyle })
    await server.database.db.deleteFrom("users").where("username", "=", "eve").execute()
    await expect(of(ada).save({ community, style: other, base: emptyStyle })).rejects.toMatchObject({
      _tag: "StyleOvertaken",
      savedBy: null,
      style: encodeStyle(one),
    })
  })
})

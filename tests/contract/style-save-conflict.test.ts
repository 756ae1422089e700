// Two people saving the style of one community: the server rejects the second save with a conflict (T18).
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createStyleApi } from "../../adapters/api/style-api.ts"
import { maxListedProblems } from "../../adapters/server/http/http-error.ts"
import { StyleSaveConflict } from "../../domain/failures/failure.ts"
import { emptyStyle, encodeStyle, type Style } from "../../domain/style/community-style.ts"
import { maxStyleEntries } from "../../domain/style/style-payload-schema.ts"
import { startTestServer, type TestServer, usualDatabases, type Visitor } from "../fixtures/server.ts"

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let server: TestServer
  let [ada, bob]: [Visitor | null, Visitor | null] = [null, null]
  let clock = Date.parse("2026-03-01T09:00:00.000Z")
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
    ada = await addMember("ada")
    bob = await addMember("bob")
  })
  afterAll(() => server.stop())

  const communities: Array<string> = []
  const addMember = async (name: string): Promise<Visitor> => {
    while (communities.length < 4) communities.push(await server.addCommunity(`acme-${communities.length}`))
    await server.addUser(name, Object.fromEntries(communities.map((id) => [id, "ROLE_ADMIN" as const])))
    return server.signedIn(name)
  }
  const apiOf = (who: Visitor | null) => createStyleApi((who ?? expect.fail("nobody")).api())
  const style = (chat_color: string): Style => ({ web: { chat_color }, stats: {} })
  const [first, second] = [style("#111111ff"), style("#222222ff")]

  test("rejects a save on an older style with the current style, its author and its time, and accepts one on the current style", async () => {
    const [community = ""] = communities
    clock += 5000
    await apiOf(bob).save({ community, style: first, base: emptyStyle })
    const mine = apiOf(ada).save({ community, style: second, base: emptyStyle })
    await expect(mine).rejects.toEqual(
      new StyleSaveConflict({ style: encodeStyle(first), savedBy: "bob", savedAt: new Date(clock).toISOString() }),
    )
    expect(await apiOf(ada).read({ slug: "acme-0" })).toEqual(first)
    expect(await apiOf(ada).save({ community, style: second, base: first })).toEqual(second)
  })

  test("rejects a style of very many entries, and lists the first problems of one that has many", async () => {
    const save = async (web: ReadonlyArray<object>, more: object = {}) => {
      const sent = await ada?.send("POST", `/api/communities/${communities[3]}/style`, { web, stats: [], ...more })
      return Object(sent?.json())
    }
    const entries = (count: number) => Array.from({ length: count }, () => ({ "!": "", "?": "" }))
    const tooMany = { violations: [{ field: "web", message: "A style has at most 1000 entries." }] }
    expect(await save(entries(maxStyleEntries + 1))).toMatchObject(tooMany)
    expect(await save([], { base: { web: entries(maxStyleEntries + 1), stats: [] } })).toMatchObject(tooMany)
    const { violations, findings } = await save(entries(maxStyleEntries))
    expect([violations.length, findings.length]).toEqual([maxListedProblems, maxListedProblems])
  })

  test("accepts a repeated save of the same style, as after a lost response", async () => {
    const community = communities[1] ?? ""
    await apiOf(ada).save({ community, style: first, base: emptyStyle })
    expect(await apiOf(ada).save({ community, style: first, base: emptyStyle })).toEqual(first)
    expect(await apiOf(ada).save({ community, style: second, base: first })).toEqual(second)
  })

  test("accepts one of several concurrent first saves, accepts any save without a base, and does not store `base`", async () => {
    const community = communities[2] ?? ""
    const saves = ["1", "2", "3", "4", "5"].map((digit) =>
      apiOf(ada)
        .save({ community, style: style(`#${digit.repeat(6)}ff`), base: emptyStyle })
        .then(
          () => "kept",
          (error: unknown) => (error instanceof StyleSaveConflict ? "conflict" : error),
        ),
    )
    const outcomes = await Promise.all(saves)
    expect([outcomes.filter((it) => it === "kept").length, outcomes.filter((it) => it === "conflict").length]).toEqual([1, 4])
    const withoutBase = { web: [{ chat_color: "#abcdefff" }], stats: [] }
    expect((await bob?.send("POST", `/api/communities/${community}/style`, withoutBase))?.json()).toEqual(withoutBase)
    const based = { ...withoutBase, base: withoutBase }
    expect((await bob?.send("POST", `/api/communities/${community}/style`, based))?.json()).toEqual(withoutBase)
    expect((await bob?.send("GET", "/acme-2/style"))?.json()).toEqual(withoutBase)
  })

  test("keeps the style but not its author when the user is deleted", async () => {
    const community = communities[3] ?? ""
    const eve = await addMember("eve")
    await apiOf(eve).save({ community, style: first, base: emptyStyle })
    await server.database.db.deleteFrom("users").where("username", "=", "eve").execute()
    await expect(apiOf(ada).save({ community, style: second, base: emptyStyle })).rejects.toMatchObject({
      _tag: "StyleSaveConflict",
      savedBy: null,
      style: encodeStyle(first),
    })
  })
})

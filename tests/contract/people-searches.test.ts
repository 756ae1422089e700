// How often one user may search for a person (decisions P6): counted by all processes together, whatever is found, and forgotten in time.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { peopleApi } from "../../adapters/api/respondents-api.ts"
import { RateLimited } from "../../domain/failure.ts"
import { personSearchRateLimit } from "../../domain/privacy/person-search.ts"
import { type Answer, databases, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

describe.each(databases)("on $name", ({ name, settings }) => {
  let clock = Date.parse("2026-03-01T12:00:00Z")
  /** Two processes of one database; the embedded one has one alone. */
  const servers: Array<TestServer> = []
  let acme = ""
  let other = ""
  beforeAll(async () => {
    const where = await settings()
    for (let n = name === "embedded" ? 1 : 2; n > 0; n--) servers.push(await startTestServer({ ...where, at: () => new Date(clock) }))
    acme = (await servers[0]?.addCommunity("acme")) ?? ""
    other = (await servers[0]?.addCommunity("other")) ?? ""
    for (const user of ["ada", "bea", "cas"]) await servers[0]?.addUser(user, { [acme]: "ROLE_ADMIN", [other]: "ROLE_ADMIN" })
    await servers[0]?.addUser("dot", { [acme]: "ROLE_USER" })
  })
  afterAll(async () => {
    for (const server of servers) await server.stop()
  })
  beforeEach(() => {
    clock += personSearchRateLimit.within
  })

  /** Somebody at each of the processes. */
  const everywhere = async (user: string): Promise<ReadonlyArray<Visitor>> => Promise.all(servers.map((server) => server.signedIn(user)))
  const find = async (who: ReadonlyArray<Visitor>, turn: number, text = `nobody-${turn}@example.org`): Promise<Answer> => {
    const visitor = who[turn % who.length]
    if (visitor === undefined) throw new Error("nobody is signed in")
    return visitor.send("POST", `/api/communities/${turn % 2 === 0 ? acme : other}/people/find`, { text })
  }
  const most = Array.from({ length: personSearchRateLimit.most }, (_, turn) => turn)

  test("[P6] one too many waits, in whichever community and at whichever process; another user does not", async () => {
    const [ada, bea] = [await everywhere("ada"), await everywhere("bea")]
    for (const turn of most) {
      expect((await find(ada, turn)).status).toBe(200)
      clock += 1000
    }
    for (const turn of [0, 1]) {
      const late = await find(ada, turn)
      expect([late.status, late.headers.get("retry-after")]).toEqual([429, "840"])
    }
    expect((await find(bea, 0)).status).toBe(200)
    // What was refused has not been counted: the first search is forgotten, and one more is answered.
    clock += 840_000
    expect([(await find(ada, 0)).status, (await find(ada, 1)).status]).toEqual([200, 429])
  }, 60_000)

  test("[P6] searches that are made at once are counted one by one", async () => {
    const cas = await everywhere("cas")
    const answers = await Promise.all([...most, ...most].map((turn) => find(cas, turn)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(personSearchRateLimit.most)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(personSearchRateLimit.most)
    const [first] = cas
    if (first === undefined) throw new Error("nobody is signed in")
    await expect(peopleApi(first.api()).find({ community: acme, text: "x" })).rejects.toEqual(new RateLimited({ retryAfterSeconds: 900 }))
  }, 60_000)

  test("[P6] who may not search has not searched", async () => {
    const dot = await everywhere("dot")
    for (const turn of most) expect((await find(dot, turn * 2)).status).toBe(403)
    await servers[0]?.database.db.updateTable("memberships").set({ role: "ROLE_ADMIN" }).where("community_id", "=", acme).execute()
    expect((await find(dot, 0)).status).toBe(200)
  }, 60_000)
})

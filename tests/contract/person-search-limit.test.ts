// The limit on searches for a person (P6): counted across all server processes, whatever the result.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createPeopleApi } from "../../adapters/api/respondents-api.ts"
import { RateLimited } from "../../domain/failures/failure.ts"
import { personSearchRateLimit } from "../../domain/privacy/person-search.ts"
import { type ReceivedResponse, startTestServer, type TestServer, usualDatabases, type Visitor } from "../fixtures/server.ts"

describe.each(usualDatabases)("on $name", ({ name, settings }) => {
  let clock = Date.parse("2026-03-01T12:00:00Z")
  /** Two servers on one database; the embedded database allows only one. */
  const servers: Array<TestServer> = []
  let acme = ""
  let other = ""
  beforeAll(async () => {
    const serverSettings = await settings()
    for (let n = name === "embedded" ? 1 : 2; n > 0; n--)
      servers.push(await startTestServer({ ...serverSettings, at: () => new Date(clock) }))
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

  /** The user, signed in at each server. */
  const signInEverywhere = async (user: string): Promise<ReadonlyArray<Visitor>> =>
    Promise.all(servers.map((server) => server.signedIn(user)))
  const find = async (who: ReadonlyArray<Visitor>, turn: number, text = `nobody-${turn}@example.org`): Promise<ReceivedResponse> => {
    const visitor = who[turn % who.length]
    if (visitor === undefined) throw new Error("nobody is signed in")
    return visitor.send("POST", `/api/communities/${turn % 2 === 0 ? acme : other}/people/find`, { text })
  }
  const turns = Array.from({ length: personSearchRateLimit.most }, (_, turn) => turn)

  test("[P6] returns 429 above the limit across communities and servers, but not for another user", async () => {
    const [ada, bea] = [await signInEverywhere("ada"), await signInEverywhere("bea")]
    for (const turn of turns) {
      expect((await find(ada, turn)).status).toBe(200)
      clock += 1000
    }
    for (const turn of [0, 1]) {
      const refused = await find(ada, turn)
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "840"])
    }
    expect((await find(bea, 0)).status).toBe(200)
    // Refused searches are not counted: when the first search expires, one more succeeds.
    clock += 840_000
    expect([(await find(ada, 0)).status, (await find(ada, 1)).status]).toEqual([200, 429])
  })

  test("[P6] counts concurrent searches exactly", async () => {
    const cas = await signInEverywhere("cas")
    const answers = await Promise.all([...turns, ...turns].map((turn) => find(cas, turn)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(personSearchRateLimit.most)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(personSearchRateLimit.most)
    const [first] = cas
    if (first === undefined) throw new Error("nobody is signed in")
    await expect(createPeopleApi(first.api()).find({ community: acme, text: "x" })).rejects.toEqual(
      new RateLimited({ retryAfterSeconds: 900 }),
    )
  })

  test("[P6] does not count searches that the user has no permission for", async () => {
    const dot = await signInEverywhere("dot")
    for (const turn of turns) expect((await find(dot, turn * 2)).status).toBe(403)
    await servers[0]?.database.db.updateTable("memberships").set({ role: "ROLE_ADMIN" }).where("community_id", "=", acme).execute()
    expect((await find(dot, 0)).status).toBe(200)
  })
})

// What is erased is readable nowhere (reliability I6): a marker is planted in every table that is about the thing, and looked for in all
// tables, uploads and mails. A table that is forgotten in adapters/server/scripts/script-erasure.ts fails here.
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { findMarker, plant, rowsOf, tablesWith } from "../fixtures/marker.ts"
import { databases, field, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

const day = 86_400_000

describe.each(databases)("on $name", ({ settings }) => {
  let server: TestServer
  let admin: Visitor
  let clock = Date.parse("2026-03-01T12:00:00Z")
  let acme = ""
  let count = 0
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
    acme = await server.addCommunity("acme")
    admin = await server.signedIn("admin")
  })
  afterAll(() => server.stop())

  const newMarker = () => `marker-${++count}-of-what-is-erased`
  const found = async (marker: string): Promise<ReadonlyArray<string>> => [
    ...(await findMarker(server.database.db, join(server.dataDir, "uploads"), marker)),
    ...(await findMarker(server.database.db, join(server.dataDir, "mail"), marker)),
  ]
  const at = (slug: string, uuid: string, rest = "") => `/api/${slug}/chat-scripts/${uuid}${rest}`

  /** A script with the marker in its name, its versions, and every table that is about it. */
  const marked = async (marker: string, { slug, community } = { slug: "acme", community: acme }): Promise<string> => {
    const keyed = { "idempotency-key": marker }
    const uuid = field((await admin.send("PUT", `/api/${slug}/chat-scripts`, { name: marker }, keyed)).json(), "uuid")
    expect((await admin.send("PATCH", at(slug, uuid), { name: `${marker} again` })).status).toBe(200)
    expect((await admin.send("POST", at(slug, uuid, "/get-links?amount=2"), {}, { "idempotency-key": `${marker}-links` })).status).toBe(200)
    const { db } = server.database
    for (const table of await tablesWith(db, "script_id"))
      await plant(db, table, { script_id: uuid, community_id: community, kind: "nothing does this" }, marker)
    return uuid
  }
  const leftOf = async (column: string, id: string): Promise<ReadonlyArray<string>> => {
    const { db } = server.database
    const tables = await tablesWith(db, column)
    const counts = await Promise.all(tables.map(async (table) => ({ table, n: await rowsOf(db, table, { column, id }) })))
    return counts.filter(({ n }) => n > 0).map(({ table }) => table)
  }
  const warnedAt = async (uuid: string): Promise<Date | null> =>
    (await server.database.db.selectFrom("scripts").select("warned_at").where("id", "=", uuid).executeTakeFirstOrThrow()).warned_at
  const tokenAt = async (path: string): Promise<string> => {
    const answer = Object((await admin.send("GET", path)).json())
    return field(answer, "deleteToken" in answer ? "deleteToken" : "clearToken")
  }

  test("clearing a chat's data leaves the script with its settings and its slug, nothing else, and no answer that holds its links", async () => {
    const uuid = await marked(newMarker())
    const csrf = await tokenAt(at("acme", uuid, "/clear-data"))
    expect((await admin.send("POST", at("acme", uuid, "/clear-data"), { csrf })).status).toBe(200)
    expect(await leftOf("script_id", uuid)).toEqual(["chat_slugs", "data_points", "script_versions", "statistics"])
    expect(await leftOf("thing", uuid)).toEqual([])
    expect((await admin.send("GET", at("acme", uuid))).status).toBe(200)
  })

  test("[R4] a removal leaves the script in the archive, and nothing that respondents gave or that leads there", async () => {
    const uuid = await marked(newMarker())
    expect((await admin.send("POST", at("acme", uuid, "/state"), { state: 3 })).status).toBe(200)
    // Both days were missed: the warning comes first, and two weeks lie between all the same.
    clock += 200 * day
    await expect.poll(() => warnedAt(uuid)).not.toBeNull()
    expect(await leftOf("script_id", uuid)).toContain("conversations")
    clock += 14 * day
    admin = await server.signedIn("admin")
    await expect.poll(() => leftOf("script_id", uuid)).toEqual(["script_versions"])
    expect((await admin.send("GET", at("acme", uuid))).json()).toMatchObject({ status: 4 })
  })

  test("[S10] a script that is deleted for good leaves no trace of what it said or was told", async () => {
    const marker = newMarker()
    const uuid = await marked(marker)
    expect((await found(marker)).length).toBeGreaterThanOrEqual(5)
    for (let deed = 0; deed < 2; deed++) {
      const csrf = await tokenAt(at("acme", uuid, "/delete"))
      expect((await admin.send("POST", at("acme", uuid, "/delete"), { csrf })).status).toBe(200)
    }
    expect(await found(marker)).toEqual([])
    expect(await leftOf("script_id", uuid)).toEqual([])
  })

  test("a community that is deleted takes along all that is its own", async () => {
    const marker = newMarker()
    const community = await server.addCommunity("doomed")
    const { db } = server.database
    const own = await tablesWith(db, "community_id")
    const ofScripts = await tablesWith(db, "script_id")
    for (const table of own.filter((it) => it !== "memberships" && !ofScripts.includes(it)))
      await plant(db, table, { community_id: community, status: "1", kind: "nothing does this" }, marker)
    const uuid = await marked(marker, { slug: "doomed", community })
    await server.addUser("member-of-doomed", { [community]: "ROLE_USER" })
    expect((await found(marker)).length).toBeGreaterThanOrEqual(7)
    const csrf = await tokenAt(`/api/communities/${community}/delete`)
    expect((await admin.send("POST", `/api/communities/${community}/delete`, { csrf })).status).toBe(200)
    expect(await found(marker)).toEqual([])
    expect([await leftOf("community_id", community), await leftOf("script_id", uuid)]).toEqual([[], []])
  })
})

// Erased data is gone everywhere: a marker is written to every table that refers to the script or community and searched for in all tables,
// uploads and mails. A table that is missing in adapters/server/scripts/script-erasure.ts fails here.
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { countRowsWith, findMarker, insertMarkedRow, listTablesWithColumn } from "../fixtures/database-marker.ts"
import { databases, readStringField, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

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
  const findTraces = async (marker: string): Promise<ReadonlyArray<string>> => [
    ...(await findMarker(server.database.db, join(server.dataDir, "uploads"), marker)),
    ...(await findMarker(server.database.db, join(server.dataDir, "mail"), marker)),
  ]
  const scriptPath = (slug: string, uuid: string, rest = "") => `/api/${slug}/chat-scripts/${uuid}${rest}`

  /** Adds a script with the marker in its name, its versions, and every table that refers to it. */
  const addMarkedScript = async (marker: string, { slug, community } = { slug: "acme", community: acme }): Promise<string> => {
    const keyed = { "idempotency-key": marker }
    const uuid = readStringField((await admin.send("PUT", `/api/${slug}/chat-scripts`, { name: marker }, keyed)).json(), "uuid")
    expect((await admin.send("PATCH", scriptPath(slug, uuid), { name: `${marker} again` })).status).toBe(200)
    expect(
      (await admin.send("POST", scriptPath(slug, uuid, "/get-links?amount=2"), {}, { "idempotency-key": `${marker}-links` })).status,
    ).toBe(200)
    const { db } = server.database
    for (const table of await listTablesWithColumn(db, "script_id"))
      await insertMarkedRow(db, table, { script_id: uuid, community_id: community, kind: "nothing does this" }, marker)
    return uuid
  }
  const tablesWithRowsOf = async (column: string, id: string): Promise<ReadonlyArray<string>> => {
    const { db } = server.database
    const tables = await listTablesWithColumn(db, column)
    const counts = await Promise.all(tables.map(async (table) => ({ table, n: await countRowsWith(db, table, { column, id }) })))
    return counts.filter(({ n }) => n > 0).map(({ table }) => table)
  }
  const warnedAt = async (uuid: string): Promise<Date | null> =>
    (await server.database.db.selectFrom("scripts").select("warned_at").where("id", "=", uuid).executeTakeFirstOrThrow()).warned_at
  const tokenAt = async (path: string): Promise<string> => {
    const answer = Object((await admin.send("GET", path)).json())
    return readStringField(answer, "deleteToken" in answer ? "deleteToken" : "clearToken")
  }

  test("clears a chat's data except for the script, its settings, slug and statistics", async () => {
    const uuid = await addMarkedScript(newMarker())
    const csrf = await tokenAt(scriptPath("acme", uuid, "/clear-data"))
    expect((await admin.send("POST", scriptPath("acme", uuid, "/clear-data"), { csrf })).status).toBe(200)
    expect(await tablesWithRowsOf("script_id", uuid)).toEqual(["chat_slugs", "data_points", "script_versions", "statistics"])
    expect(await tablesWithRowsOf("target", uuid)).toEqual([])
    expect((await admin.send("GET", scriptPath("acme", uuid))).status).toBe(200)
  })

  test("[R4] removes all data and links of a chat after its warning and keeps the script in the archive", async () => {
    const uuid = await addMarkedScript(newMarker())
    expect((await admin.send("POST", scriptPath("acme", uuid, "/state"), { state: 3 })).status).toBe(200)
    // Both dates were missed: the warning still comes two weeks before the removal.
    clock += 200 * day
    await expect.poll(() => warnedAt(uuid)).not.toBeNull()
    expect(await tablesWithRowsOf("script_id", uuid)).toContain("conversations")
    clock += 14 * day
    admin = await server.signedIn("admin")
    await expect.poll(() => tablesWithRowsOf("script_id", uuid)).toEqual(["script_versions"])
    expect((await admin.send("GET", scriptPath("acme", uuid))).json()).toMatchObject({ status: 4 })
  })

  test("[S10] leaves no trace of a script that is deleted from the archive", async () => {
    const marker = newMarker()
    const uuid = await addMarkedScript(marker)
    expect((await findTraces(marker)).length).toBeGreaterThanOrEqual(5)
    for (let step = 0; step < 2; step++) {
      const csrf = await tokenAt(scriptPath("acme", uuid, "/delete"))
      expect((await admin.send("POST", scriptPath("acme", uuid, "/delete"), { csrf })).status).toBe(200)
    }
    expect(await findTraces(marker)).toEqual([])
    expect(await tablesWithRowsOf("script_id", uuid)).toEqual([])
  })

  test("deletes all data of a deleted community", async () => {
    const marker = newMarker()
    const community = await server.addCommunity("doomed")
    const { db } = server.database
    const own = await listTablesWithColumn(db, "community_id")
    const ofScripts = await listTablesWithColumn(db, "script_id")
    for (const table of own.filter((tableName) => tableName !== "memberships" && !ofScripts.includes(tableName)))
      await insertMarkedRow(db, table, { community_id: community, status: "1", kind: "nothing does this" }, marker)
    const uuid = await addMarkedScript(marker, { slug: "doomed", community })
    await server.addUser("member-of-doomed", { [community]: "ROLE_USER" })
    expect((await findTraces(marker)).length).toBeGreaterThanOrEqual(7)
    const csrf = await tokenAt(`/api/communities/${community}/delete`)
    expect((await admin.send("POST", `/api/communities/${community}/delete`, { csrf })).status).toBe(200)
    expect(await findTraces(marker)).toEqual([])
    expect([await tablesWithRowsOf("community_id", community), await tablesWithRowsOf("script_id", uuid)]).toEqual([[], []])
  })
})

// Idempotency keys: a repeated request with the same key creates one resource and gets the first response again.
import { randomUUIDv7 } from "node:crypto"
import fastifyCookie from "@fastify/cookie"
import fastify from "fastify"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createCookies } from "../../adapters/server/accounts/sessions.ts"
import type { Database } from "../../adapters/server/database/database.ts"
import { idempotencyWindowMs, runIdempotently } from "../../adapters/server/http/idempotency.ts"
import { openServerSecret } from "../../adapters/server/security/server-secret.ts"
import { readSettings } from "../../adapters/server/settings.ts"
import { postgresSecretKey } from "../fixtures/program.ts"
import {
  type ReceivedResponse,
  readStringField,
  startTestServer,
  type TestServer,
  usualDatabases,
  type Visitor,
} from "../fixtures/server.ts"

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let server: TestServer
  let ada: Visitor
  let admin: Visitor
  let clock = Date.parse("2026-03-01T12:00:00Z")
  let keys = 0
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
    const acme = await server.addCommunity("acme")
    await server.addUser("ada", { [acme]: "ROLE_USER" })
    await server.addUser("bob", { [acme]: "ROLE_USER" })
    ada = await server.signedIn("ada")
    admin = await server.signedIn("admin")
  })
  afterAll(() => server.stop())

  const newKey = () => `key-${++keys}`
  const keyed = (idempotencyKey: string) => ({ "idempotency-key": idempotencyKey })
  const addScript = (name: string, idempotencyKey: string, who = ada): Promise<ReceivedResponse> =>
    who.send("PUT", "/api/acme/chat-scripts", { name }, keyed(idempotencyKey))
  const countScripts = async (name: string): Promise<number> =>
    (await server.database.db.selectFrom("scripts").select("id").where("name", "=", name).execute()).length

  test("returns the same response byte for byte for the same key and body, and creates one script", async () => {
    const idempotencyKey = newKey()
    const [first, second] = [await addScript("Twice", idempotencyKey), await addScript("Twice", idempotencyKey)]
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text])
    expect(await countScripts("Twice")).toBe(1)
    expect((await addScript("Twice", newKey())).text).not.toBe(first.text)
    expect(await countScripts("Twice")).toBe(2)
  })

  test("creates one script for concurrent requests with one key", async () => {
    const idempotencyKey = newKey()
    const answers = await Promise.all(Array.from({ length: 8 }, () => addScript("At once", idempotencyKey)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await countScripts("At once")).toBe(1)
  })

  test("returns 422 for a used key with another body or path, and creates nothing", async () => {
    const idempotencyKey = newKey()
    const uuid = readStringField((await addScript("One", idempotencyKey)).json(), "uuid")
    expect((await addScript("Other", idempotencyKey)).status).toBe(422)
    expect((await ada.send("POST", `/api/acme/chat-scripts/${uuid}/copy`, {}, keyed(idempotencyKey))).status).toBe(422)
    expect([await countScripts("Other"), await countScripts("One (2)")]).toEqual([0, 0])
  })

  test("does not store failed responses: a corrected request with the same key succeeds", async () => {
    const idempotencyKey = newKey()
    expect((await addScript(" ", idempotencyKey)).status).toBe(422)
    expect((await addScript("Right", idempotencyKey)).status).toBe(200)
    const user = { username: "nora", email: "nora@example.org", password: "Sea-Horses-88-Swim" }
    const userKey = newKey()
    expect((await admin.send("PUT", "/api/users", { ...user, email: "ada@example.org" }, keyed(userKey))).status).toBe(422)
    expect((await admin.send("PUT", "/api/users", user, keyed(userKey))).status).toBe(200)
    expect((await admin.send("PUT", "/api/users", user, keyed(userKey))).status).toBe(200)
  })

  test("keeps keys separate per user, and returns 400 for a malformed key", async () => {
    const idempotencyKey = newKey()
    const bob = await server.signedIn("bob")
    const mine = readStringField((await addScript("Mine", idempotencyKey)).json(), "uuid")
    expect(readStringField((await addScript("Mine", idempotencyKey, bob)).json(), "uuid")).not.toBe(mine)
    expect((await server.visitor().send("PUT", "/api/acme/chat-scripts", { name: "x" }, keyed(idempotencyKey))).status).toBe(401)
    for (const odd of ["x".repeat(201), "a b"]) expect((await addScript("Odd", odd)).status).toBe(400)
  })

  test("does not replay a response to a user who has lost the permission for the request", async () => {
    const acme = await server.database.db.selectFrom("communities").select("id").where("slug", "=", "acme").executeTakeFirstOrThrow()
    const userId = await server.addUser("was", { [acme.id]: "ROLE_ADMIN" })
    const person = await server.signedIn("was")
    const { db } = server.database
    const uuid = readStringField((await addScript("Theirs", newKey())).json(), "uuid")
    const connection = { platform: 1, name: "Some connection", externalKey: "key", authType: 2, fields: { username: "u", password: "p" } }
    const calls = [
      ["PUT", "/api/acme/chat-scripts", { name: "Was here" }],
      ["POST", `/api/acme/chat-scripts/${uuid}/get-links?amount=1`, {}],
      ["PUT", "/api/crm/acme/connection", connection],
    ] as const
    const givenKeys = calls.map(() => newKey())
    const make = () => Promise.all(calls.map(([method, path, body], i) => person.send(method, path, body, keyed(givenKeys[i] ?? ""))))
    const statuses = async () => (await make()).map(({ status }) => status)
    expect([await statuses(), await statuses()]).toEqual([
      [200, 200, 200],
      [200, 200, 200],
    ])
    await db.updateTable("memberships").set({ role: "ROLE_USER" }).where("user_id", "=", userId).execute()
    expect(await statuses()).toEqual([200, 200, 403])
    await db.deleteFrom("memberships").where("user_id", "=", userId).execute()
    for (const { status, text } of await make()) expect([status, text]).toEqual([404, '{"message":"Not found."}'])
    expect(await countScripts("Was here")).toBe(1)
    // A cross-site request does not get it either.
    const elsewhere = { ...keyed(givenKeys[0] ?? ""), origin: "https://elsewhere.example" }
    await db.insertInto("memberships").values({ id: randomUUIDv7(), user_id: userId, community_id: acme.id, role: "ROLE_USER" }).execute()
    expect((await person.send("PUT", "/api/acme/chat-scripts", { name: "Was here" }, elsewhere)).status).toBe(403)
    expect((await person.send("PUT", "/api/acme/chat-scripts", { name: "Was here" }, keyed(givenKeys[0] ?? ""))).status).toBe(200)
  })

  test("deletes stored responses with the user who received them or whom they are about", async () => {
    const idempotencyKey = newKey()
    const { db } = server.database
    const nils = { username: "nils", email: "nils@example.org", password: "Sea-Horses-88-Swim" }
    const uuid = readStringField((await admin.send("PUT", "/api/users", nils, keyed(idempotencyKey))).json(), "uuid")
    const rows = async () =>
      (
        await db
          .selectFrom("idempotency")
          .select("key")
          .where((its) => its.or([its("user_id", "=", uuid), its("target", "=", uuid)]))
          .execute()
      ).length
    const acme = await db.selectFrom("communities").select("id").where("slug", "=", "acme").executeTakeFirstOrThrow()
    await db.insertInto("memberships").values({ id: randomUUIDv7(), user_id: uuid, community_id: acme.id, role: "ROLE_USER" }).execute()
    const visitor = server.visitor()
    await visitor.signIn("nils", nils.password)
    expect((await addScript("Of nils", newKey(), visitor)).status).toBe(200)
    expect(await rows()).toBe(2)
    const csrf = readStringField((await admin.send("GET", `/api/users/${uuid}/delete`)).json(), "deleteToken")
    expect((await admin.send("POST", `/api/users/${uuid}/delete`, { csrf })).status).toBe(200)
    expect(await rows()).toBe(0)
    // The key is free again: the same request now adds a new user.
    expect(readStringField((await admin.send("PUT", "/api/users", nils, keyed(idempotencyKey))).json(), "uuid")).not.toBe(uuid)
  })

  test("replays the responses of copies, status changes, restored revisions, new users and new communities", async () => {
    const uuid = readStringField((await addScript("Source", newKey())).json(), "uuid")
    const at = `/api/acme/chat-scripts/${uuid}`
    const calls = [
      [ada, "POST", `${at}/copy`, {}],
      [ada, "POST", `${at}/versions/1/restore`, {}],
      [ada, "POST", `${at}/state`, { state: 3 }],
      [admin, "PUT", "/api/users", { username: "zoe", email: "zoe@example.org", password: "Sea-Horses-88-Swim" }],
      [admin, "PUT", "/api/communities", { name: "Once", slug: "once" }],
    ] as const
    for (const [who, method, path, body] of calls) {
      const idempotencyKey = newKey()
      const [first, second] = [
        await who.send(method, path, body, keyed(idempotencyKey)),
        await who.send(method, path, body, keyed(idempotencyKey)),
      ]
      expect({ path, status: first.status, text: first.text }).toEqual({ path, status: 200, text: second.text })
    }
    expect(await countScripts("Source (2)")).toBe(1)
  })

  test("creates a batch of links once, and stores no readable access token", async () => {
    const uuid = readStringField((await addScript("Linked", newKey())).json(), "uuid")
    const idempotencyKey = newKey()
    const make = () => ada.send("POST", `/api/acme/chat-scripts/${uuid}/get-links?amount=7&short`, {}, keyed(idempotencyKey))
    const [first, second] = [await make(), await make()]
    expect([first.status, second.text]).toEqual([200, first.text])
    const people = [{ profile: { email: "once@example.org" }, conversation: { metadata: {} } }]
    const forPeople = newKey()
    const send = () => ada.send("POST", `/api/acme/chat-scripts/${uuid}/get-unique-links`, people, keyed(forPeople))
    const [list, again] = [await send(), await send()]
    expect([list.status, again.text]).toEqual([200, list.text])
    const { db } = server.database
    expect(await db.selectFrom("conversations").select("id").where("profile_id", "is not", null).execute()).toHaveLength(1)
    expect(await db.selectFrom("conversations").select("id").where("script_id", "=", uuid).execute()).toHaveLength(8)
    const token = /"conversation":"([^"]+)"/.exec(first.text)?.[1] ?? "no token"
    expect(first.text).toContain(token)
    expect(JSON.stringify(await db.selectFrom("idempotency").selectAll().execute())).not.toContain(token)
  })

  test("rolls back only the failed transaction of a request that continues after it", async () => {
    const serverSettings = readSettings({ DATA_DIR: server.dataDir, SECRET_KEY: postgresSecretKey })
    const context = {
      database: server.database,
      secret: openServerSecret(serverSettings),
      cookies: createCookies(false),
      now: () => new Date(clock),
    }
    const add = (change: Database["db"], slug: string) =>
      change
        .insertInto("communities")
        .values({ id: randomUUIDv7(), name: slug, slug, made_at: new Date(clock) })
        .execute()
    const app = fastify()
    await app.register(fastifyCookie)
    app.put("/parts", (request) =>
      runIdempotently(context, request, {
        authorize: async () => undefined,
        handle: async ({ database: { db, transact } }) => {
          await transact((change) => add(change, "part-before"))
          const refused = transact(async (change) => {
            await add(change, "part-refused")
            await add(change, "part-before")
          })
          await expect(refused).rejects.toThrow("duplicate key")
          await add(db, "part-after")
          return { done: true }
        },
      }),
    )
    const session = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const answer = await app.inject({ method: "PUT", url: "/parts", headers: { ...keyed(newKey()), cookie: session } })
    expect([answer.statusCode, answer.json()]).toEqual([200, { done: true }])
    const slugs = await server.database.db
      .selectFrom("communities")
      .select("slug")
      .where("slug", "like", "part-%")
      .orderBy("slug")
      .execute()
    expect(slugs.map(({ slug }) => slug)).toEqual(["part-after", "part-before"])
    await app.close()
  })

  test("stores a response for 24 hours, and deletes it afterwards", async () => {
    const idempotencyKey = newKey()
    const first = readStringField((await addScript("Day", idempotencyKey)).json(), "uuid")
    clock += idempotencyWindowMs - 1
    ada = await server.signedIn("ada")
    expect(readStringField((await addScript("Day", idempotencyKey)).json(), "uuid")).toBe(first)
    clock += 2
    expect(readStringField((await addScript("Day", idempotencyKey)).json(), "uuid")).not.toBe(first)
    clock += idempotencyWindowMs + 1
    const left = () => server.database.db.selectFrom("idempotency").select("key").execute()
    await expect.poll(left).toEqual([])
  })
})

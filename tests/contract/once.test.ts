// Creating calls that are sent again with their Idempotency-Key (contract "HTTP API"): one thing is made, and one answer given.
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
import { type Answer, databases, field, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

describe.each(databases)("on $name", ({ settings }) => {
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

  const key = () => `key-${++keys}`
  const keyed = (given: string) => ({ "idempotency-key": given })
  const add = (name: string, given: string, who = ada): Promise<Answer> => who.send("PUT", "/api/acme/chat-scripts", { name }, keyed(given))
  const named = async (name: string): Promise<number> =>
    (await server.database.db.selectFrom("scripts").select("id").where("name", "=", name).execute()).length

  test("the same key and body get the same answer, byte for byte, and one script is made", async () => {
    const given = key()
    const [first, second] = [await add("Twice", given), await add("Twice", given)]
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text])
    expect(await named("Twice")).toBe(1)
    expect((await add("Twice", key())).text).not.toBe(first.text)
    expect(await named("Twice")).toBe(2)
  })

  test("many at once with one key make one", async () => {
    const given = key()
    const answers = await Promise.all(Array.from({ length: 8 }, () => add("At once", given)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await named("At once")).toBe(1)
  })

  test("the same key with another body, or for another path, is refused, and nothing is made", async () => {
    const given = key()
    const uuid = field((await add("One", given)).json(), "uuid")
    expect((await add("Other", given)).status).toBe(422)
    expect((await ada.send("POST", `/api/acme/chat-scripts/${uuid}/copy`, {}, keyed(given))).status).toBe(422)
    expect([await named("Other"), await named("One (2)")]).toEqual([0, 0])
  })

  test("what was refused is no answer to keep: with the same key it can be done right", async () => {
    const given = key()
    expect((await add(" ", given)).status).toBe(422)
    expect((await add("Right", given)).status).toBe(200)
    const user = { username: "nora", email: "nora@example.org", password: "Sea-Horses-88-Swim" }
    const again = key()
    expect((await admin.send("PUT", "/api/users", { ...user, email: "ada@example.org" }, keyed(again))).status).toBe(422)
    expect((await admin.send("PUT", "/api/users", user, keyed(again))).status).toBe(200)
    expect((await admin.send("PUT", "/api/users", user, keyed(again))).status).toBe(200)
  })

  test("a key is its user's own, and is checked like any other input", async () => {
    const given = key()
    const bob = await server.signedIn("bob")
    const mine = field((await add("Mine", given)).json(), "uuid")
    expect(field((await add("Mine", given, bob)).json(), "uuid")).not.toBe(mine)
    expect((await server.visitor().send("PUT", "/api/acme/chat-scripts", { name: "x" }, keyed(given))).status).toBe(401)
    for (const odd of ["x".repeat(201), "a b"]) expect((await add("Odd", odd)).status).toBe(400)
  })

  test("who may not make the call any more gets no answer of before either", async () => {
    const acme = await server.database.db.selectFrom("communities").select("id").where("slug", "=", "acme").executeTakeFirstOrThrow()
    const was = await server.addUser("was", { [acme.id]: "ROLE_ADMIN" })
    const person = await server.signedIn("was")
    const { db } = server.database
    const uuid = field((await add("Theirs", key())).json(), "uuid")
    const connection = { platform: 1, name: "Some connection", externalKey: "key", authType: 2, fields: { username: "u", password: "p" } }
    const calls = [
      ["PUT", "/api/acme/chat-scripts", { name: "Was here" }],
      ["POST", `/api/acme/chat-scripts/${uuid}/get-links?amount=1`, {}],
      ["PUT", "/api/crm/acme/connection", connection],
    ] as const
    const given = calls.map(() => key())
    const make = () => Promise.all(calls.map(([method, path, body], i) => person.send(method, path, body, keyed(given[i] ?? ""))))
    const statuses = async () => (await make()).map(({ status }) => status)
    expect([await statuses(), await statuses()]).toEqual([
      [200, 200, 200],
      [200, 200, 200],
    ])
    await db.updateTable("memberships").set({ role: "ROLE_USER" }).where("user_id", "=", was).execute()
    expect(await statuses()).toEqual([200, 200, 403])
    await db.deleteFrom("memberships").where("user_id", "=", was).execute()
    for (const { status, text } of await make()) expect([status, text]).toEqual([404, '{"message":"Not found."}'])
    expect(await named("Was here")).toBe(1)
    // Nor does another site get it for them.
    const elsewhere = { ...keyed(given[0] ?? ""), origin: "https://elsewhere.example" }
    await db.insertInto("memberships").values({ id: randomUUIDv7(), user_id: was, community_id: acme.id, role: "ROLE_USER" }).execute()
    expect((await person.send("PUT", "/api/acme/chat-scripts", { name: "Was here" }, elsewhere)).status).toBe(403)
    expect((await person.send("PUT", "/api/acme/chat-scripts", { name: "Was here" }, keyed(given[0] ?? ""))).status).toBe(200)
  })

  test("kept answers are forgotten with whom they were given to, and with whom they are about", async () => {
    const given = key()
    const { db } = server.database
    const nils = { username: "nils", email: "nils@example.org", password: "Sea-Horses-88-Swim" }
    const uuid = field((await admin.send("PUT", "/api/users", nils, keyed(given))).json(), "uuid")
    const rows = async () =>
      (
        await db
          .selectFrom("idempotency")
          .select("key")
          .where((its) => its.or([its("user_id", "=", uuid), its("thing", "=", uuid)]))
          .execute()
      ).length
    const acme = await db.selectFrom("communities").select("id").where("slug", "=", "acme").executeTakeFirstOrThrow()
    await db.insertInto("memberships").values({ id: randomUUIDv7(), user_id: uuid, community_id: acme.id, role: "ROLE_USER" }).execute()
    const himself = server.visitor()
    await himself.signIn("nils", nils.password)
    expect((await add("Of nils", key(), himself)).status).toBe(200)
    expect(await rows()).toBe(2)
    const csrf = field((await admin.send("GET", `/api/users/${uuid}/delete`)).json(), "deleteToken")
    expect((await admin.send("POST", `/api/users/${uuid}/delete`, { csrf })).status).toBe(200)
    expect(await rows()).toBe(0)
    // The key is free: whoever is added with it now is somebody new.
    expect(field((await admin.send("PUT", "/api/users", nils, keyed(given))).json(), "uuid")).not.toBe(uuid)
  })

  test("copies, steps, restored versions, users and communities keep their answers too", async () => {
    const uuid = field((await add("Source", key())).json(), "uuid")
    const at = `/api/acme/chat-scripts/${uuid}`
    const calls = [
      [ada, "POST", `${at}/copy`, {}],
      [ada, "POST", `${at}/versions/1/restore`, {}],
      [ada, "POST", `${at}/state`, { state: 2 }],
      [admin, "PUT", "/api/users", { username: "zoe", email: "zoe@example.org", password: "Sea-Horses-88-Swim" }],
      [admin, "PUT", "/api/communities", { name: "Once", slug: "once" }],
    ] as const
    for (const [who, method, path, body] of calls) {
      const given = key()
      const [first, second] = [await who.send(method, path, body, keyed(given)), await who.send(method, path, body, keyed(given))]
      expect({ path, status: first.status, text: first.text }).toEqual({ path, status: 200, text: second.text })
    }
    expect(await named("Source (2)")).toBe(1)
  })

  test("a batch of links is made once (I4), and its tokens can be read nowhere", async () => {
    const uuid = field((await add("Linked", key())).json(), "uuid")
    const given = key()
    const make = () => ada.send("POST", `/api/acme/chat-scripts/${uuid}/get-links?amount=7&short`, {}, keyed(given))
    const [first, second] = [await make(), await make()]
    expect([first.status, second.text]).toEqual([200, first.text])
    const people = [{ profile: { email: "once@example.org" }, conversation: { metadata: {} } }]
    const forPeople = key()
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

  test("a part of a call that is refused falls back alone where the call goes on without it", async () => {
    const where = readSettings({ DATA_DIR: server.dataDir, SECRET_KEY: postgresSecretKey })
    const context = {
      database: server.database,
      secret: openServerSecret(where),
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
        admit: async () => undefined,
        answer: async ({ database: { db, transact } }) => {
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
    const answer = await app.inject({ method: "PUT", url: "/parts", headers: { ...keyed(key()), cookie: session } })
    expect([answer.statusCode, answer.json()]).toEqual([200, { done: true }])
    const made = await server.database.db.selectFrom("communities").select("slug").where("slug", "like", "part-%").orderBy("slug").execute()
    expect(made.map(({ slug }) => slug)).toEqual(["part-after", "part-before"])
    await app.close()
  })

  test("an answer is kept for 24 hours, and swept away afterwards", async () => {
    const given = key()
    const first = field((await add("Day", given)).json(), "uuid")
    clock += idempotencyWindowMs - 1
    ada = await server.signedIn("ada")
    expect(field((await add("Day", given)).json(), "uuid")).toBe(first)
    clock += 2
    expect(field((await add("Day", given)).json(), "uuid")).not.toBe(first)
    clock += idempotencyWindowMs + 1
    const left = () => server.database.db.selectFrom("idempotency").select("key").execute()
    await expect.poll(left, { timeout: 10_000 }).toEqual([])
  })
})

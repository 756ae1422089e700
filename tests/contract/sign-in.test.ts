// Signing in, sessions, and signing out.
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createSignInApi } from "../../adapters/api/sign-in-api.ts"
import { hashPassword, verifyPassword } from "../../adapters/server/accounts/passwords.ts"
import { RateLimited } from "../../domain/failures/failure.ts"
import { password, startTestServer, type TestServer, usualDatabase, usualDatabases } from "../fixtures/server.ts"

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let server: TestServer
  let clock = Date.parse("2026-03-01T12:00:00Z")
  const minutes = (count: number) => count * 60_000
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
    for (const name of ["ada", "bob", "cleo", "dan"]) await server.addUser(name)
  })
  afterAll(() => server.stop())

  test("signs in with the right password, and returns the current user", async () => {
    const person = server.visitor()
    const api = createSignInApi(person.api())
    expect(await api.currentUser(undefined)).toBeNull()
    expect(await api.login({ username: "ada", password })).toBe(true)
    expect(await api.currentUser(undefined)).toMatchObject({ username: "ada", email: "ada@example.org", roles: ["ROLE_USER"] })
  })

  test("accepts the username in any letter case", async () => {
    expect((await server.visitor().signIn("ADA", password)).status).toBe(200)
  })

  test("hides the session cookie from scripts and other sites", async () => {
    const person = server.visitor()
    const { headers } = await person.signIn("ada", password)
    const [session] = headers.getSetCookie().filter((line) => line.startsWith("session="))
    expect(session).toMatch(/^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(headers.get("cache-control")).toBe("no-store")
  })

  test("stores no readable session id, and changes it at each sign-in", async () => {
    const person = server.visitor()
    await person.signIn("ada", password)
    const first = person.cookies.get("session")
    await person.signIn("ada", password)
    const second = person.cookies.get("session")
    expect(second).not.toBe(first)
    const rows = await server.database.db.selectFrom("sessions").selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(second)
    const stale = server.visitor()
    stale.cookies.set("session", first ?? "")
    expect((await stale.send("GET", "/api/communities")).status).toBe(401)
  })

  test("gives the same response to a wrong password and an unknown username", async () => {
    const wrong = await server.visitor().signIn("bob", "not the password")
    const unknown = await server.visitor().signIn("nobody-of-that-name", "not the password")
    expect(wrong.status).toBe(422)
    expect(wrong.json()).toMatchObject({ violations: [{ field: "password", message: "Bad credentials." }] })
    expect(unknown.text).toBe(wrong.text)
    await expect(createSignInApi(server.visitor().api()).login({ username: "bob", password: "x" })).rejects.toMatchObject({
      _tag: "ValidationFailed",
      violations: [{ field: "password", message: "Bad credentials." }],
      findings: [],
    })
  })

  test("accepts a login token for an hour, only from the browser that requested it", async () => {
    const requester = server.visitor()
    const csrf = await requester.loginToken()
    const attempt = (who: typeof requester, token: string) => who.send("POST", "/api/login", { username: "ada", password, csrf: token })
    const refused = { violations: [{ field: "csrf", message: "Invalid login token." }] }
    const stranger = server.visitor()
    await stranger.loginToken()
    for (const [who, token] of [
      [stranger, csrf],
      [server.visitor(), csrf],
      [requester, ""],
      [requester, `${csrf}x`],
      [requester, csrf.replace(/^\d/, "9")],
    ] as const) {
      const answer = await attempt(who, token)
      expect(answer.status).toBe(422)
      expect(answer.json()).toMatchObject(refused)
    }
    clock += minutes(61)
    expect((await attempt(requester, csrf)).json()).toMatchObject(refused)
    expect((await attempt(requester, await requester.loginToken())).status).toBe(200)
  })

  test("[U3] locks an account for 15 minutes after five failures, for every client and even with the right password", async () => {
    for (let i = 0; i < 5; i++) expect((await server.visitor().signIn("cleo", "wrong")).status).toBe(422)
    clock += minutes(1)
    const refused = await server.visitor().signIn("CLEO", password)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get("retry-after"))).toBe(14 * 60)
    await expect(createSignInApi(server.visitor().api()).login({ username: "cleo", password })).rejects.toEqual(
      new RateLimited({ retryAfterSeconds: 840 }),
    )
    expect((await server.visitor().signIn("ada", password)).status).toBe(200)
    clock += minutes(14)
    expect((await server.visitor().signIn("cleo", password)).status).toBe(200)
  })

  test("[U3] counts concurrent failures exactly", async () => {
    clock += minutes(60)
    const attempts = await Promise.all(Array.from({ length: 12 }, () => server.visitor().signIn("dan", "wrong")))
    expect(attempts.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(attempts.filter(({ status }) => status === 429)).toHaveLength(7)
  })

  test("[U3] limits an address to 20 failures, not counting successes", async () => {
    clock += minutes(60)
    for (let i = 0; i < 10; i++) expect((await server.visitor().signIn("ada", password)).status).toBe(200)
    const attempts = await Promise.all(Array.from({ length: 25 }, (_, i) => server.visitor().signIn(`guess-${i}`, "wrong")))
    expect(attempts.filter(({ status }) => status === 429)).toHaveLength(5)
    expect((await server.visitor().signIn("ada", password)).status).toBe(429)
    clock += minutes(60)
  })

  test("lets people sign in at an address that has requested too many password resets", async () => {
    clock += minutes(60)
    const requestReset = async (email: string) => (await server.visitor().send("POST", "/reset-password", { email })).status
    for (let i = 0; i < 20; i++) expect(await requestReset(`person-${i}@example.org`)).toBe(200)
    expect(await requestReset("person-20@example.org")).toBe(429)
    expect((await server.visitor().signIn("ada", password)).status).toBe(200)
    for (let i = 0; i < 5; i++) expect((await server.visitor().signIn(`guess-${i}`, "wrong")).status).toBe(422)
    clock += minutes(60)
  })

  test("lets a person sign in for whom too many password resets were requested", { tags: ["long"] }, async () => {
    clock += minutes(60)
    // A username may look like an email address.
    const username = "eve@example.org"
    await server.addUser(username)
    const requestReset = async () => (await server.visitor().send("POST", "/reset-password", { email: username })).status
    for (let i = 0; i < 5; i++) expect(await requestReset()).toBe(200)
    expect(await requestReset()).toBe(429)
    expect((await server.visitor().signIn(username, password)).status).toBe(200)
    clock += minutes(60)
  })

  test("ignores forwarded headers when it counts failures", async () => {
    clock += minutes(60)
    const attempts = []
    for (let i = 0; i < 21; i++) {
      const one = server.visitor()
      const body = { username: `spoof-${i}`, password: "wrong", csrf: await one.loginToken() }
      attempts.push(await one.send("POST", "/api/login", body, { "x-forwarded-for": `198.51.100.${i}`, forwarded: `for=198.51.100.${i}` }))
    }
    expect(attempts.at(-1)?.status).toBe(429)
    clock += minutes(60)
  })

  test("[U1] ends a session after 12 hours without a request, and after 30 days in any case", async () => {
    const idle = await server.signedIn("ada")
    clock += minutes(11 * 60)
    expect((await idle.send("GET", "/api/communities")).status).toBe(200)
    clock += minutes(11 * 60)
    expect((await idle.send("GET", "/api/communities")).status).toBe(200)
    clock += minutes(12 * 60 + 2)
    expect((await idle.send("GET", "/api/communities")).status).toBe(401)
    expect((await idle.send("GET", "/api/current/user")).text).toBe("{}")
    const busy = await server.signedIn("ada")
    for (let hours = 0; hours < 30 * 24; hours += 8) {
      expect((await busy.send("GET", "/api/communities")).status).toBe(200)
      clock += minutes(8 * 60)
    }
    expect((await busy.send("GET", "/api/communities")).status).toBe(401)
  })

  test("ends the session itself at sign-out, not only its cookie", async () => {
    const person = await server.signedIn("ada")
    const session = person.cookies.get("session") ?? ""
    expect((await person.send("GET", "/api/logout")).status).toBe(200)
    expect(person.cookies.has("session")).toBe(false)
    person.cookies.set("session", session)
    expect((await person.send("GET", "/api/communities")).status).toBe(401)
    expect((await person.send("GET", "/api/current/user")).text).toBe("{}")
  })

  test("rejects changes that other sites request, and accepts the console's own", async () => {
    const person = await server.signedIn("ada")
    const foreign = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://elsewhere.example" },
      { origin: "null" },
      { origin: "https://elsewhere.example", "sec-fetch-site": "same-origin" },
    ]
    for (const headers of foreign) {
      expect((await person.send("GET", "/api/logout", undefined, headers)).status).toBe(403)
      expect((await person.send("PUT", "/api/communities", { name: "Some name", slug: "some" }, headers)).status).toBe(403)
      expect((await person.send("POST", "/api/login", { username: "ada", password, csrf: "" }, headers)).status).toBe(403)
    }
    expect((await person.send("GET", "/api/communities", undefined, { "sec-fetch-site": "cross-site" })).status).toBe(200)
    const own = { origin: server.address, "sec-fetch-site": "same-origin" }
    expect((await person.send("GET", "/api/logout", undefined, own)).status).toBe(200)
  })
})

test("uses host-bound secure cookies and HSTS on HTTPS", async () => {
  const server = await startTestServer({ ...(await usualDatabase.settings()), PUBLIC_URL: "https://console.example" })
  try {
    const answer = await server.visitor().send("GET", "/login")
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-visitor=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000")
    const changed = await server.visitor().send("GET", "/api/logout", undefined, { origin: "https://console.example" })
    expect(changed.status).toBe(200)
  } finally {
    await server.stop()
  }
})

test("checks an unknown username in the same time as a wrong password", async () => {
  const storedHash = await hashPassword(password)
  const measure = async (of: string | undefined): Promise<number> => {
    const start = performance.now()
    expect(await verifyPassword("not the password", of)).toBe(false)
    return performance.now() - start
  }
  await measure(undefined)
  const [known, unknown]: [Array<number>, Array<number>] = [[], []]
  for (let round = 0; round < 8; round++) {
    known.push(await measure(storedHash))
    unknown.push(await measure(undefined))
  }
  // The fastest run of each shows the time for the hash; without the hash it would be a hundredth.
  const ratio = Math.min(...unknown) / Math.min(...known)
  expect(ratio).toBeGreaterThan(0.4)
  expect(ratio).toBeLessThan(2.5)
})

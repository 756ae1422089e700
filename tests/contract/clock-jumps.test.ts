// A server clock that is wrong and then corrected: it locks nobody out, and nothing lasts longer than it should.
import { TOTP } from "otpauth"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { password, readStringField, startTestServer, type TestServer, usualDatabases } from "../fixtures/server.ts"

const minute = 60_000
const day = 86_400_000

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let server: TestServer
  const correctTime = Date.parse("2026-03-01T12:00:00Z")
  let clock = correctTime
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
  })
  beforeEach(() => {
    clock = correctTime
  })
  afterAll(() => server.stop())

  const isSignedIn = async (visitor: Awaited<ReturnType<TestServer["signedIn"]>>) =>
    (await visitor.send("GET", "/api/communities")).status === 200

  test("keeps a session when the clock is set back by hours, but not one that was started a year ahead", async () => {
    const person = await server.signedIn("admin")
    clock -= 3 * 3_600_000
    expect(await isSignedIn(person)).toBe(true)
    clock = correctTime + 366 * day
    const createdAhead = await server.signedIn("admin")
    clock = correctTime
    expect(await isSignedIn(createdAhead)).toBe(false)
    expect(await isSignedIn(await server.signedIn("admin"))).toBe(true)
  })

  test("accepts a login token that was issued before the clock was set back", async () => {
    const person = server.visitor()
    const csrf = await person.loginToken()
    clock -= 30 * minute
    expect((await person.send("POST", "/api/login", { username: "admin", password, csrf })).status).toBe(200)
  })

  test("does not extend a sign-in limit that was reached while the clock was ahead", async () => {
    await server.addUser("ada")
    clock += 30 * day
    for (let i = 0; i < 5; i++) expect((await server.visitor().signIn("ada", "wrong")).status).toBe(422)
    clock = correctTime
    const refused = await server.visitor().signIn("ada", password)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(15 * 60)
    clock += 16 * minute
    expect((await server.visitor().signIn("ada", password)).status).toBe(200)
  })

  test("accepts a verification code, once, although another was used while the clock was ahead", async () => {
    await server.addUser("bob")
    const bob = await server.signedIn("bob")
    const key = readStringField((await bob.send("POST", "/api/account/totp/generate-secret")).json(), "key")
    const totp = new TOTP({ secret: key })
    const code = () => totp.generate({ timestamp: clock })
    expect(
      (await bob.send("POST", "/api/account/totp/confirm-secret", { currentPassword: password, verificationCode: code() })).status,
    ).toBe(200)
    const verify = async (verificationCode: string) => {
      const person = server.visitor()
      await person.signIn("bob", password)
      return (await person.send("POST", "/api/account/totp/verify", { verificationCode })).status
    }
    clock += 400 * day
    expect(await verify(code())).toBe(200)
    clock = correctTime + minute
    const usedCode = code()
    expect(await verify(usedCode)).toBe(200)
    expect(await verify(usedCode)).toBe(422)
  })

  test("accepts a delete token, once, after the clock was set back", async () => {
    const admin = await server.signedIn("admin")
    const id = await server.addCommunity("doomed")
    const csrf = readStringField((await admin.send("GET", `/api/communities/${id}/delete`)).json(), "deleteToken")
    clock -= 3_600_000
    expect((await admin.send("POST", `/api/communities/${id}/delete`, { csrf })).status).toBe(200)
    expect((await admin.send("POST", `/api/communities/${id}/delete`, { csrf })).status).toBe(404)
  })
})

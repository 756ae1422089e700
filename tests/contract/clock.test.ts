// The server's clock goes wrong and is put right: nobody is shut out for it, and nothing lasts for ever (reliability.md "clock jumps").
import { TOTP } from "otpauth"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { databases, field, password, startTestServer, type TestServer } from "../fixtures/server.ts"

const minute = 60_000
const day = 86_400_000

describe.each(databases)("on $name", ({ settings }) => {
  let server: TestServer
  const right = Date.parse("2026-03-01T12:00:00Z")
  let clock = right
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
  })
  beforeEach(() => {
    clock = right
  })
  afterAll(() => server.stop())

  const isSignedIn = async (who: Awaited<ReturnType<TestServer["signedIn"]>>) => (await who.send("GET", "/api/communities")).status === 200

  test("a session outlives a clock that is put back by hours, and one of a wrong year does not outlast its days", async () => {
    const person = await server.signedIn("admin")
    clock -= 3 * 3_600_000
    expect(await isSignedIn(person)).toBe(true)
    clock = right + 366 * day
    const early = await server.signedIn("admin")
    clock = right
    expect(await isSignedIn(early)).toBe(false)
    expect(await isSignedIn(await server.signedIn("admin"))).toBe(true)
  })

  test("a login token that was given before the clock was put back serves", async () => {
    const person = server.visitor()
    const csrf = await person.loginToken()
    clock -= 30 * minute
    expect((await person.send("POST", "/api/login", { username: "admin", password, csrf })).status).toBe(200)
  })

  test("failures that were counted under a wrong clock keep nobody waiting for longer than others do", async () => {
    await server.addUser("ada")
    clock += 30 * day
    for (let i = 0; i < 5; i++) expect((await server.visitor().signIn("ada", "wrong")).status).toBe(422)
    clock = right
    const refused = await server.visitor().signIn("ada", password)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(15 * 60)
    clock += 16 * minute
    expect((await server.visitor().signIn("ada", password)).status).toBe(200)
  })

  test("who gave a one-time code while the clock was ahead can give one when it is right again; a code still serves once", async () => {
    await server.addUser("bob")
    const bob = await server.signedIn("bob")
    const key = field((await bob.send("POST", "/api/account/totp/generate-secret")).json(), "key")
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
    clock = right + minute
    const once = code()
    expect(await verify(once)).toBe(200)
    expect(await verify(once)).toBe(422)
  })

  test("a token of deletion serves after the clock was put back, once", async () => {
    const admin = await server.signedIn("admin")
    const id = await server.addCommunity("doomed")
    const csrf = field((await admin.send("GET", `/api/communities/${id}/delete`)).json(), "deleteToken")
    clock -= 3_600_000
    expect((await admin.send("POST", `/api/communities/${id}/delete`, { csrf })).status).toBe(200)
    expect((await admin.send("POST", `/api/communities/${id}/delete`, { csrf })).status).toBe(404)
  })
})

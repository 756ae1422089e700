// [U3] Devices that have signed in before: others who lock the account by guessing do not lock them out.
import { TOTP } from "otpauth"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createOwnAccountApi } from "../../adapters/api/account-api.ts"
import { failedAttemptLimits, knownDeviceLifetimeMs, maxAccountsPerDevice } from "../../domain/accounts/account-limits.ts"
import { password, startTestServer, type TestServer, usualDatabases, type Visitor } from "../fixtures/server.ts"

const otherPassword = "Sea-Horses-88-Swim"

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let server: TestServer
  let clock = Date.parse("2026-03-01T12:00:00Z")
  let userCount = 0
  let name = ""
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    clock += 3_600_000
    name = `person${++userCount}`
    await server.addUser(name)
  })

  const signIn = async (visitor: Visitor, secret = password, username = name) => (await visitor.signIn(username, secret)).status
  const lock = async (username = name) => {
    for (let i = 0; i < failedAttemptLimits.account; i++) await server.visitor().signIn(username, "wrong")
    expect(await signIn(server.visitor(), password, username)).toBe(429)
  }
  /** A browser with nothing but the cookie that makes it known. */
  const onlyKnown = (visitor: Visitor): Visitor => {
    const known = server.visitor()
    known.cookies.set("devices", visitor.cookies.get("devices") ?? "")
    return known
  }
  const changePassword = (visitor: Visitor, old: string, fresh: string) =>
    visitor.send("POST", "/api/account/change-password", { oldPassword: old, newPassword: fresh, confirmPassword: fresh })

  test("sign in while the account is locked, and leave it locked for others", async () => {
    const known = await server.signedIn(name)
    await lock()
    expect(await signIn(known)).toBe(200)
    expect(await signIn(server.visitor())).toBe(429)
    expect(await signIn(onlyKnown(known))).toBe(200)
  })

  test("sign in although others at their address have made too many failed attempts", async () => {
    const known = await server.signedIn(name)
    for (let i = 0; i < failedAttemptLimits.address; i++) await server.visitor().signIn(`guess-${i}`, "wrong")
    expect(await signIn(server.visitor())).toBe(429)
    expect(await signIn(known)).toBe(200)
  })

  test("have a limit of their own, which does not count against other devices", async () => {
    const [known, other] = [await server.signedIn(name), await server.signedIn(name)]
    const attempts = await Promise.all(Array.from({ length: 8 }, () => onlyKnown(known).signIn(name, "wrong")))
    expect(attempts.filter(({ status }) => status === 422)).toHaveLength(failedAttemptLimits.device)
    expect(await signIn(onlyKnown(known))).toBe(429)
    expect(await signIn(other)).toBe(200)
    expect(await signIn(server.visitor())).toBe(200)
    clock += failedAttemptLimits.within
    expect(await signIn(onlyKnown(known))).toBe(200)
  })

  test("confirm the password of their session while the account is locked", async () => {
    const known = await server.signedIn(name)
    await lock()
    expect((await changePassword(known, password, otherPassword)).status).toBe(200)
    // The change has made the device known with the new password.
    expect(await signIn(onlyKnown(known), otherPassword)).toBe(200)
  })

  test("enter their code while others have locked the codes of the account", async () => {
    const known = await server.signedIn(name)
    const api = createOwnAccountApi(known.api())
    const { key } = await api.generateTotpSecret(undefined)
    const code = () => new TOTP({ secret: key }).generate({ timestamp: clock })
    await api.confirmTotpSecret({ currentPassword: password, verificationCode: code() })
    clock += 60_000
    const guesser = server.visitor()
    expect(await signIn(guesser)).toBe(200)
    // The password alone makes no device known.
    expect(guesser.cookies.has("devices")).toBe(false)
    const verify = (visitor: Visitor, verificationCode: string) => visitor.send("POST", "/api/account/totp/verify", { verificationCode })
    for (let i = 0; i < failedAttemptLimits.account; i++) expect((await verify(guesser, "000000")).status).toBe(422)
    expect((await verify(guesser, code())).status).toBe(429)
    expect(await signIn(known)).toBe(200)
    expect((await verify(known, code())).json()).toEqual({ two_factor_complete: true })
  })

  test("are not known with a cookie of another account, a changed one, or one of a year ago", async () => {
    const known = await server.signedIn(name)
    const other = `other${userCount}`
    await server.addUser(other)
    await lock(other)
    expect(await signIn(onlyKnown(known), password, other)).toBe(429)
    await lock()
    const cookie = known.cookies.get("devices") ?? ""
    for (const changed of ["x", "", cookie.slice(1), `9${cookie}`, cookie.replace(/^\d/, "9"), `${cookie}x`, "~".repeat(4000)]) {
      const visitor = server.visitor()
      visitor.cookies.set("devices", changed)
      expect([changed, await signIn(visitor)]).toEqual([changed, 429])
    }
    clock += knownDeviceLifetimeMs
    await lock()
    expect(await signIn(onlyKnown(known))).toBe(429)
  })

  test.each<readonly [change: string, make: (visitor: Visitor) => Promise<unknown>]>([
    ["the password", (visitor) => changePassword(visitor, password, otherPassword)],
    [
      "two-factor authentication",
      async (visitor) => {
        const api = createOwnAccountApi(visitor.api())
        const { key } = await api.generateTotpSecret(undefined)
        await api.confirmTotpSecret({
          currentPassword: password,
          verificationCode: new TOTP({ secret: key }).generate({ timestamp: clock }),
        })
      },
    ],
  ])("are no longer known after a change of %s elsewhere", async (change, make) => {
    const [known, other] = [await server.signedIn(name), await server.signedIn(name)]
    await make(other)
    await lock()
    const current = change === "the password" ? otherPassword : password
    expect(await signIn(onlyKnown(known), current)).toBe(429)
    expect(await signIn(onlyKnown(other), current)).toBe(200)
  })

  test("are known to several accounts", async () => {
    const shared = server.visitor()
    const names = Array.from({ length: maxAccountsPerDevice + 1 }, (_, i) => `shared${userCount}-${i}`)
    for (const username of names) {
      await server.addUser(username)
      expect(await signIn(shared, password, username)).toBe(200)
    }
    const device = onlyKnown(shared)
    const statuses: Array<number> = []
    for (const username of names) {
      clock += failedAttemptLimits.within
      await lock(username)
      statuses.push(await signIn(onlyKnown(device), password, username))
    }
    // The account that signed in longest ago was dropped.
    expect(statuses).toEqual([429, ...names.slice(1).map(() => 200)])
  })

  test("keep a cookie that scripts and other sites cannot use", async () => {
    const { headers } = await server.visitor().signIn(name, password)
    const [cookie] = headers.getSetCookie().filter((line) => line.startsWith("devices="))
    expect(cookie).toMatch(/^devices=\d+\.[\w-]{22}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(cookie).not.toContain(name)
  })
})

// Two-factor authentication: turning it on and off, and signing in with it (RFC 6238).
import { TOTP } from "otpauth"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createOwnAccountApi } from "../../adapters/api/account-api.ts"
import { createSignInApi } from "../../adapters/api/sign-in-api.ts"
import { findTotpStep } from "../../adapters/server/accounts/two-factor-repository.ts"
import { mail as en } from "../../domain/catalog/en/mail.ts"
import { readMails } from "../fixtures/mails.ts"
import { password, readStringField, startTestServer, type TestServer, usualDatabases, type Visitor } from "../fixtures/server.ts"

describe("TOTP codes (RFC 6238, appendix B, SHA-1)", () => {
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
  // The last six of the RFC's eight digits.
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("accepts the code for %s seconds within one time step", (seconds, code) => {
    const step = Math.floor(seconds / 30)
    expect(findTotpStep(secret, code, new Date(seconds * 1000))).toBe(step)
    expect(findTotpStep(secret, code, new Date((seconds + 30) * 1000))).toBe(step)
    expect(findTotpStep(secret, code, new Date((seconds - 30) * 1000))).toBe(step)
    expect(findTotpStep(secret, code, new Date((seconds + 90) * 1000))).toBe(null)
  })
})

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let server: TestServer
  let clock = Date.parse("2026-03-01T12:00:00Z")
  let userCount = 0
  let name = ""
  const advanceSeconds = (seconds: number) => {
    clock += seconds * 1000
  }
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    advanceSeconds(3600)
    name = `person${++userCount}`
    await server.addUser(name)
  })

  const codeOf = (key: string) => new TOTP({ secret: key }).generate({ timestamp: clock })
  /** Turns two-factor authentication on, then advances the clock. */
  const enableTwoFactor = async (seconds = 60) => {
    const person = await server.signedIn(name)
    const api = createOwnAccountApi(person.api())
    const { key } = await api.generateTotpSecret(undefined)
    const codeUsed = codeOf(key)
    const codes = await api.confirmTotpSecret({ currentPassword: password, verificationCode: codeUsed })
    advanceSeconds(seconds)
    return { key, codes, person, codeUsed }
  }
  const signInWithPassword = async (): Promise<Visitor> => {
    const visitor = server.visitor()
    expect((await visitor.signIn(name, password)).json()).toEqual({ two_factor_complete: false })
    return visitor
  }
  const verify = (visitor: Visitor, verificationCode: string) => visitor.send("POST", "/api/account/totp/verify", { verificationCode })
  const invalidCode = { violations: [{ field: "verificationCode", message: "Invalid two-factor authentication code." }] }

  test("returns a secret with an image, and uses it only after confirmation with the password and a code", async () => {
    const person = await server.signedIn(name)
    const api = createOwnAccountApi(person.api())
    const secret = await api.generateTotpSecret(undefined)
    expect(secret.account).toBe(name)
    expect(secret.image).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(await createSignInApi(server.visitor().api()).login({ username: name, password })).toBe(true)
    const confirm = (currentPassword: string, verificationCode: string) =>
      person.send("POST", "/api/account/totp/confirm-secret", { currentPassword, verificationCode })
    expect((await confirm(password, "000000")).json()).toMatchObject(invalidCode)
    expect((await confirm("wrong", codeOf(secret.key))).json()).toMatchObject({
      violations: [{ field: "currentPassword", message: "ERROR.PASSWORD_WRONG" }],
    })
    expect((await api.twoFactorConfiguration(undefined)).user.totpEnabled).toBe(false)
    expect((await confirm(password, codeOf(secret.key))).status).toBe(200)
    expect((await api.twoFactorConfiguration(undefined)).user).toEqual({ totpEnabled: true, backupCodesEnabled: true, totpDigits: 6 })
    expect((await person.send("POST", "/api/account/totp/generate-secret", {})).status).toBe(422)
  })

  test("[U1] ends all other sessions when it is turned on and when it is turned off", async () => {
    const before = await server.signedIn(name)
    const { key, person } = await enableTwoFactor()
    expect((await before.send("GET", "/api/communities")).status).toBe(401)
    expect((await person.send("GET", "/api/communities")).status).toBe(200)
    const other = await signInWithPassword()
    expect((await verify(other, codeOf(key))).status).toBe(200)
    expect((await person.send("POST", "/api/account/totp/disable", { currentPassword: password })).status).toBe(200)
    expect((await other.send("GET", "/api/communities")).status).toBe(401)
    expect((await person.send("GET", "/api/communities")).status).toBe(200)
  })

  test("notifies the user by mail when it is turned on and when it is turned off", async () => {
    const subjects = async () =>
      (await readMails(server.dataDir)).flatMap(({ to, subject }) => (to === `${name}@example.org` ? [subject] : []))
    const { person } = await enableTwoFactor()
    await expect.poll(subjects).toEqual([expect.stringContaining(en["mail.two-factor-on.subject"])])
    expect((await person.send("POST", "/api/account/totp/disable", { currentPassword: password })).status).toBe(200)
    await expect
      .poll(subjects)
      .toEqual([expect.stringContaining(en["mail.two-factor-on.subject"]), expect.stringContaining(en["mail.two-factor-off.subject"])])
  })

  test("allows a session with only the password nothing but to enter the code", async () => {
    const { key, person } = await enableTwoFactor()
    const visitor = await signInWithPassword()
    expect((await visitor.send("GET", "/api/communities")).status).toBe(401)
    expect((await visitor.send("GET", "/api/current/user")).json()).toEqual({})
    // It is not listed as a session.
    expect(Object((await person.send("GET", "/api/account/sessions")).json()).items).toHaveLength(1)
    const sessionBefore = visitor.cookies.get("session")
    expect((await verify(visitor, codeOf(key))).json()).toEqual({ two_factor_complete: true })
    expect(readStringField((await visitor.send("GET", "/api/current/user")).json(), "username")).toBe(name)
    expect(visitor.cookies.get("session")).not.toBe(sessionBefore)
    expect((await verify(visitor, codeOf(key))).status).toBe(403)
  })

  test("rejects the code that turned it on at sign-in", async () => {
    const { key, codeUsed } = await enableTwoFactor(0)
    expect((await verify(await signInWithPassword(), codeUsed)).json()).toMatchObject(invalidCode)
    advanceSeconds(30)
    expect((await verify(await signInWithPassword(), codeOf(key))).status).toBe(200)
  })

  test("accepts a code once, even in two concurrent sign-ins", async () => {
    const { key } = await enableTwoFactor()
    const [first, second] = [await signInWithPassword(), await signInWithPassword()]
    const answers = await Promise.all([verify(first, codeOf(key)), verify(second, codeOf(key))])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    expect((await verify(await signInWithPassword(), codeOf(key))).json()).toMatchObject(invalidCode)
    advanceSeconds(30)
    expect((await verify(await signInWithPassword(), codeOf(key))).status).toBe(200)
  })

  test("accepts a backup code once, in any letter case, with spaces or without hyphens, and stores none readably", async () => {
    const { codes } = await enableTwoFactor()
    expect(new Set(codes).size).toBe(10)
    const [first = "", second = "", third = ""] = codes
    expect((await verify(await signInWithPassword(), first)).status).toBe(200)
    expect((await verify(await signInWithPassword(), first)).json()).toMatchObject(invalidCode)
    expect((await verify(await signInWithPassword(), ` ${second.toUpperCase()} `)).status).toBe(200)
    expect((await verify(await signInWithPassword(), third.replaceAll("-", ""))).status).toBe(200)
    const storedCodes = JSON.stringify(await server.database.db.selectFrom("backup_codes").selectAll().execute())
    for (const code of codes) expect(storedCodes).not.toContain(code)
  })

  test("[U3] returns 429 after five wrong codes, even for the right one", async () => {
    const { key } = await enableTwoFactor()
    const visitor = await signInWithPassword()
    for (let i = 0; i < 5; i++) expect((await verify(visitor, String(100_000 + i))).status).toBe(422)
    const refused = await verify(visitor, codeOf(key))
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true])
    expect((await verify(await signInWithPassword(), codeOf(key))).status).toBe(429)
  })

  test("rejects a code more than ten minutes after the password", async () => {
    const { key } = await enableTwoFactor()
    const visitor = await signInWithPassword()
    advanceSeconds(601)
    expect((await verify(visitor, codeOf(key))).status).toBe(401)
  })

  test("needs the password to be turned off, after which the password alone signs in and the backup codes are deleted", async () => {
    const { person, codes } = await enableTwoFactor()
    const disable = (currentPassword: string) => person.send("POST", "/api/account/totp/disable", { currentPassword })
    expect((await disable("wrong")).status).toBe(422)
    expect((await disable(password)).status).toBe(200)
    expect((await server.visitor().signIn(name, password)).json()).toEqual({ two_factor_complete: true })
    const [code = ""] = codes
    expect((await verify(person, code)).status).toBe(403)
    expect(
      await server.database.db
        .selectFrom("backup_codes")
        .selectAll()
        .where("user_id", "in", (its) => its.selectFrom("users").select("id").where("username", "=", name))
        .execute(),
    ).toEqual([])
  })

  test("stores no readable secret", async () => {
    const { key } = await enableTwoFactor()
    expect(JSON.stringify(await server.database.db.selectFrom("totp_secrets").selectAll().execute())).not.toContain(key)
  })
})

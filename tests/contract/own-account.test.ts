// The user's own account: email address, password, password reset and sessions.
import { once } from "node:events"
import { request } from "node:http"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createOwnAccountApi } from "../../adapters/api/account-api.ts"
import { randomLookupDelayMs } from "../../adapters/server/create-server-context.ts"
import { createAccountAttemptLimits } from "../../adapters/server/security/account-attempt-limits.ts"
import { openServerSecret } from "../../adapters/server/security/server-secret.ts"
import { failedAttemptLimits, maxLookupDelayMs, signInStepLifetimeMs } from "../../domain/accounts/account-limits.ts"
import { ValidationFailed } from "../../domain/failures/failure.ts"
import { findLink, type ParsedMail, readMails } from "../fixtures/mails.ts"
import {
  password,
  type ReceivedResponse,
  readStringField,
  startTestServer,
  type TestServer,
  usualDatabase,
  usualDatabases,
  type Visitor,
} from "../fixtures/server.ts"

const nextPassword = "Sea-Horses-88-Swim"
const readOutcome = ({ status, json }: ReceivedResponse) => ({ status, body: json() })
const refusedWith = (...violations: ReadonlyArray<readonly [string, string]>) => ({
  status: 422,
  body: expect.objectContaining({ violations: violations.map(([field, message]) => ({ field, message })) }),
})

describe.each(usualDatabases)("on $name", ({ settings }) => {
  let server: TestServer
  let clock = Date.parse("2026-03-01T12:00:00Z")
  let userCount = 0
  let name = ""
  /** The delays of the next jobs that look up an address, in milliseconds; none if the list is empty. */
  const lookupDelaysMs: Array<number> = []
  const advanceMinutes = (minutes: number) => {
    clock += minutes * 60_000
  }
  const mailsTo = async (address: string): Promise<ReadonlyArray<ParsedMail>> =>
    (await readMails(server.dataDir)).filter(({ to }) => to === address)
  beforeAll(async () => {
    server = await startTestServer({
      ...(await settings()),
      at: () => new Date(clock),
      lookupDelayMs: () => lookupDelaysMs.shift() ?? 0,
      PUBLIC_URL: "https://console.example.org",
    })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    advanceMinutes(60)
    name = `person${++userCount}`
    await server.addUser(name)
  })

  describe("email", () => {
    test("changes the address and notifies the old one", async () => {
      const person = await server.signedIn(name)
      expect((await person.send("POST", "/api/account/change-email", { email: "new@elsewhere.org" })).status).toBe(200)
      expect((await person.send("GET", "/api/current/user")).json()).toMatchObject({ email: "new@elsewhere.org" })
      await expect.poll(() => mailsTo(`${name}@example.org`)).toHaveLength(1)
      const [mail] = await mailsTo(`${name}@example.org`)
      expect(mail?.text).toContain("new@elsewhere.org")
    })

    test("notifies the old address when an administrator changes it", async () => {
      const { uuid } = Object((await (await server.signedIn(name)).send("GET", "/api/current/user")).json())
      const admin = await server.signedIn("admin")
      expect((await admin.send("PATCH", `/api/users/${uuid}`, { email: `${name}@moved.org` })).status).toBe(200)
      await expect.poll(() => mailsTo(`${name}@example.org`)).toHaveLength(1)
      expect((await mailsTo(`${name}@example.org`))[0]?.text).toContain(`${name}@moved.org`)
    })

    test("rejects an invalid address and one that another account has in any letter case", async () => {
      const person = await server.signedIn(name)
      const change = async (email: string) => readOutcome(await person.send("POST", "/api/account/change-email", { email }))
      expect(await change("")).toEqual(refusedWith(["email", "ERROR.EMAIL_BLANK"]))
      expect(await change("no address")).toEqual(refusedWith(["email", "ERROR.EMAIL_SYNTAX"]))
      expect(await change("a@b\u0000.org")).toEqual(refusedWith(["email", "ERROR.EMAIL_SYNTAX"]))
      expect(await change("ADMIN@example.org")).toEqual(refusedWith(["email", "ERROR.EMAIL_TAKEN"]))
    })

    test("[U3] limits address changes, successful or not, so that clients cannot probe which addresses are taken", async () => {
      const person = await server.signedIn(name)
      const change = (email: string) => person.send("POST", "/api/account/change-email", { email })
      // A successful change in between does not reset the count: an attacker has addresses of their own.
      for (let i = 1; i < failedAttemptLimits.account; i++)
        expect(readOutcome(await change("admin@example.org"))).toEqual(refusedWith(["email", "ERROR.EMAIL_TAKEN"]))
      expect((await change(`${name}@elsewhere.org`)).status).toBe(200)
      for (const email of ["admin@example.org", `${name}@nowhere.org`]) {
        const { status, headers } = await change(email)
        expect([status, Number(headers.get("retry-after"))]).toEqual([429, failedAttemptLimits.within / 1000])
      }
      // Sign-ins are counted separately.
      expect((await server.visitor().signIn(name, password)).status).toBe(200)
      advanceMinutes(15)
      expect(readOutcome(await change("admin@example.org"))).toEqual(refusedWith(["currentPassword", "ERROR.PASSWORD_NEEDED"]))
      expect((await (await server.signedIn(name)).send("POST", "/api/account/change-email", { email: `${name}@nowhere.org` })).status).toBe(
        200,
      )
    })

    test("[U3] counts address changes separately from sign-ins, so that they lock no account", async () => {
      const attempts = createAccountAttemptLimits(
        server.database,
        openServerSecret({ secretKey: server.secretKey, dataDir: server.dataDir }),
      )
      const count = (action: "email" | "sign-in", n: number) =>
        attempts.count({ action, account: `${name} ${n}`, address: "192.0.2.7", device: null }, Date.now())
      for (let n = 0; n < failedAttemptLimits.address; n++) expect(await count("email", n)).toBeNull()
      expect([await count("email", failedAttemptLimits.address), await count("sign-in", 0)]).toEqual([expect.any(Number), null])
    })

    test("requires the current password more than ten minutes after sign-in", async () => {
      const person = await server.signedIn(name)
      advanceMinutes(11)
      const change = async (currentPassword?: string) =>
        readOutcome(await person.send("POST", "/api/account/change-email", { email: `${name}@elsewhere.org`, currentPassword }))
      expect(await change()).toEqual(refusedWith(["currentPassword", "ERROR.PASSWORD_NEEDED"]))
      expect(await change("wrong")).toEqual(refusedWith(["currentPassword", "ERROR.PASSWORD_WRONG"]))
      expect((await change(password)).status).toBe(200)
    })
  })

  describe("password", () => {
    const change = async (person: Awaited<ReturnType<TestServer["signedIn"]>>, old: string, fresh: string, confirmation = fresh) =>
      person.send("POST", "/api/account/change-password", { oldPassword: old, newPassword: fresh, confirmPassword: confirmation })

    test("[U1] replaces the old password and ends all other sessions", async () => {
      const [person, other] = [await server.signedIn(name), await server.signedIn(name)]
      expect((await change(person, password, nextPassword)).status).toBe(200)
      expect((await person.send("GET", "/api/communities")).status).toBe(200)
      expect((await other.send("GET", "/api/communities")).status).toBe(401)
      expect((await server.visitor().signIn(name, password)).status).toBe(422)
      expect((await server.visitor().signIn(name, nextPassword)).status).toBe(200)
      await expect.poll(() => mailsTo(`${name}@example.org`)).toHaveLength(1)
    })

    test("requires the old password even right after sign-in", async () => {
      const person = await server.signedIn(name)
      expect(readOutcome(await change(person, "", nextPassword))).toEqual(refusedWith(["oldPassword", "ERROR.PASSWORD_NEEDED"]))
      expect(
        (await person.send("POST", "/api/account/change-password", { newPassword: nextPassword, confirmPassword: nextPassword })).status,
      ).toBe(422)
      expect((await server.visitor().signIn(name, password)).status).toBe(200)
    })

    test("[U2] checks the rules on the server and reports each violation at its field", async () => {
      const person = await server.signedIn(name)
      expect(readOutcome(await change(person, password, "weak"))).toEqual(refusedWith(["newPassword", "ERROR.PASSWORD_WEAK"]))
      expect(readOutcome(await change(person, password, password))).toEqual(refusedWith(["newPassword", "ERROR.PASSWORD_UNCHANGED"]))
      expect(readOutcome(await change(person, password, nextPassword, `${nextPassword}!`))).toEqual(
        refusedWith(["confirmPassword", "ERROR.PASSWORD_DIFFERS"]),
      )
      expect(readOutcome(await change(person, "wrong", nextPassword))).toEqual(refusedWith(["oldPassword", "ERROR.PASSWORD_WRONG"]))
      expect((await server.visitor().signIn(name, password)).status).toBe(200)
    })

    test("[U2] accepts 12 to 128 characters, counting an emoji as one", async () => {
      const person = await server.signedIn(name)
      const padded = (length: number) => `Aa1-${"\u{1f3a0}é".repeat(length)}`.slice(0, 4) + "\u{1f3a0}".repeat(length - 4)
      for (const length of [11, 129])
        expect(readOutcome(await change(person, password, padded(length)))).toEqual(refusedWith(["newPassword", "ERROR.PASSWORD_WEAK"]))
      expect((await change(person, password, padded(12))).status).toBe(200)
      expect((await change(person, padded(12), padded(128))).status).toBe(200)
      expect((await server.visitor().signIn(name, padded(128))).status).toBe(200)
      expect((await server.visitor().signIn(name, padded(127))).status).toBe(422)
    })

    test("[U11] rejects common passwords wherever a password is set", async () => {
      const person = await server.signedIn(name)
      for (const common of ["Password-123!", "Qwertyuiop-12", "Welcome-2026!"])
        expect([common, readOutcome(await change(person, password, common))]).toEqual([
          common,
          refusedWith(["newPassword", "ERROR.PASSWORD_WEAK"]),
        ])
      const admin = await server.signedIn("admin")
      const added = await admin.send("PUT", "/api/users", { username: "common", email: "common@example.org", password: "Password-123!" })
      expect([added.status, added.json()]).toMatchObject([422, { errors: { password: ["ERROR.PASSWORD_WEAK"] } }])
    })

    test("compares passwords exactly: surrounding spaces, case and Unicode normalization matter", async () => {
      const person = await server.signedIn(name)
      const exact = "  Zo\u00eb-Sails-77  "
      expect((await change(person, password, exact)).status).toBe(200)
      for (const near of [exact.trim(), exact.normalize("NFD"), exact.toLowerCase(), `${exact} `])
        expect([near, (await server.visitor().signIn(name, near)).status]).toEqual([near, 422])
      expect((await server.visitor().signIn(name, exact)).status).toBe(200)
    })

    test("[U3] returns 429 after five wrong old passwords", async () => {
      const person = await server.signedIn(name)
      for (let i = 0; i < 5; i++) expect((await change(person, `guess ${i}`, nextPassword)).status).toBe(422)
      const refused = await change(person, password, nextPassword)
      expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true])
    })

    test("returns the password rules to a signed-in user", async () => {
      const api = createOwnAccountApi((await server.signedIn(name)).api())
      const { minimumLength, components } = await api.passwordConstraints({ token: null })
      expect([minimumLength, components.map((it) => it.name)]).toEqual([12, ["lowercase", "uppercase", "number", "symbol"]])
    })
  })

  describe("password reset", () => {
    const requestReset = (email: string) => server.visitor().send("POST", "/reset-password", { email })
    const linksTo = async (address: string) => (await mailsTo(address)).filter(({ subject }) => subject.includes("Set a new password"))
    const requestLink = async (address: string): Promise<string> => {
      const before = (await linksTo(address)).length
      expect((await requestReset(address)).status).toBe(200)
      await expect.poll(() => linksTo(address)).toHaveLength(before + 1)
      const mail = (await linksTo(address)).at(-1)
      return mail === undefined ? "" : findLink(mail)
    }
    const reset = (token: string, fresh = nextPassword) =>
      server.visitor().send("POST", "/api/account/reset-password", { resetToken: token, newPassword: fresh, confirmPassword: fresh })
    const tokenOf = (link: string) => link.split("/").at(-1) ?? ""

    test("mails a link under PUBLIC_URL, whatever X-Forwarded-Host says, that sets a new password once", async () => {
      const address = `${name}@example.org`
      const signedInBefore = await server.signedIn(name)
      expect(
        (await server.visitor().send("POST", "/reset-password", { email: address }, { "x-forwarded-host": "evil.example" })).status,
      ).toBe(200)
      await expect.poll(() => mailsTo(address)).toHaveLength(1)
      const [mail] = await mailsTo(address)
      const link = mail === undefined ? "" : findLink(mail)
      expect(link).toMatch(/^https:\/\/console\.example\.org\/change-password\/[\w-]{43}$/)
      const token = tokenOf(link)
      expect((await reset(token, "weak")).status).toBe(422)
      expect((await reset(token)).status).toBe(200)
      expect((await reset(token)).status).toBe(403)
      expect((await server.visitor().signIn(name, nextPassword)).status).toBe(200)
      expect((await signedInBefore.send("GET", "/api/communities")).status).toBe(401)
    })

    test("does not accept the current password as the new one, and leaves the link usable", async () => {
      const token = tokenOf(await requestLink(`${name}@example.org`))
      const refused = await reset(token, password)
      expect([refused.status, refused.json()]).toMatchObject([
        422,
        { violations: [{ field: "newPassword", message: "ERROR.PASSWORD_UNCHANGED" }] },
      ])
      expect((await reset(token)).status).toBe(200)
    })

    test("ignores the Host header of the request in the mailed link", async () => {
      const { hostname, port } = new URL(server.address)
      const body = JSON.stringify({ email: `${name}@example.org` })
      const headers = { host: "evil.example", "content-type": "application/json", accept: "application/json" }
      const asking = request({ hostname, port, method: "POST", path: "/reset-password", headers }).end(body)
      const [answer] = await once(asking, "response")
      answer.resume()
      expect(answer.statusCode).toBe(200)
      await expect.poll(() => mailsTo(`${name}@example.org`)).toHaveLength(1)
      const [mail] = await mailsTo(`${name}@example.org`)
      expect(mail?.text).toContain("https://console.example.org/change-password/")
      expect(mail?.text).not.toContain("evil")
    })

    test("mails a link and answers with JSON when the request accepts anything", async () => {
      const answer = await server.visitor().send("POST", "/reset-password", { email: `${name}@example.org` }, { accept: "*/*" })
      expect([answer.status, answer.headers.get("content-type"), answer.text]).toEqual([200, "application/json; charset=utf-8", "{}"])
      await expect.poll(() => mailsTo(`${name}@example.org`)).toHaveLength(1)
    })

    test("does not use up a link that is only opened, as mail scanners do", async () => {
      const token = tokenOf(await requestLink(`${name}@example.org`))
      const readConstraints = () => server.visitor().send("GET", `/api/account/password-constraints/${token}`)
      for (const path of [`/change-password/${token}`, `/api/account/password-constraints/${token}`, "/api/account/reset-password"])
        await server.visitor().send("HEAD", path, undefined, { accept: "text/html" })
      expect([(await readConstraints()).status, (await readConstraints()).status]).toEqual([200, 200])
      expect((await server.visitor().send("GET", `/change-password/${token}`, undefined, { accept: "text/html" })).status).toBe(200)
      expect((await reset(token)).status).toBe(200)
      expect((await readConstraints()).status).toBe(403)
    })

    test("expires a link after an hour, and invalidates the user's other links when one is used", async () => {
      const address = `${name}@example.org`
      const [first, second] = [tokenOf(await requestLink(address)), tokenOf(await requestLink(address))]
      expect((await reset(second)).status).toBe(200)
      expect((await reset(first)).status).toBe(403)
      const expiredToken = tokenOf(await requestLink(address))
      advanceMinutes(61)
      expect((await reset(expiredToken, "Other-Horses-99-Run")).status).toBe(403)
    })

    test.each<readonly [changed: string, change: (person: Visitor, uuid: string) => Promise<ReceivedResponse>]>([
      [
        "password",
        (person) =>
          person.send("POST", "/api/account/change-password", {
            oldPassword: password,
            newPassword: nextPassword,
            confirmPassword: nextPassword,
          }),
      ],
      ["address", (person) => person.send("POST", "/api/account/change-email", { email: `${name}@elsewhere.org` })],
      [
        "address, by an administrator",
        async (_, uuid) => (await server.signedIn("admin")).send("PATCH", `/api/users/${uuid}`, { email: `${name}@moved.org` }),
      ],
    ])("invalidates an earlier link after a change of %s", async (_, change) => {
      const person = await server.signedIn(name)
      const uuid = readStringField((await person.send("GET", "/api/current/user")).json(), "uuid")
      const token = tokenOf(await requestLink(`${name}@example.org`))
      expect((await change(person, uuid)).status).toBe(200)
      expect((await server.visitor().send("GET", `/api/account/password-constraints/${token}`)).status).toBe(403)
      expect((await reset(token, "Other-Horses-99-Run")).status).toBe(403)
    })

    test("accepts one of two concurrent requests with the same link", async () => {
      const token = tokenOf(await requestLink(`${name}@example.org`))
      const answers = await Promise.all([reset(token), reset(token, "Other-Horses-99-Run")])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
    })

    test("lets a locked-out user sign in with the new password", async () => {
      for (let i = 0; i < 6; i++) await server.visitor().signIn(name, "wrong")
      expect((await server.visitor().signIn(name, password)).status).toBe(429)
      expect((await reset(tokenOf(await requestLink(`${name}@example.org`)))).status).toBe(200)
      expect((await server.visitor().signIn(name, nextPassword)).status).toBe(200)
    })

    test("gives an unknown address the same response, and sends it no mail", async () => {
      const [known, unknown] = [await requestReset(`${name}@example.org`), await requestReset("nobody-at-all@example.org")]
      expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
      await expect.poll(() => mailsTo(`${name}@example.org`)).toHaveLength(1)
      expect(await mailsTo("nobody-at-all@example.org")).toEqual([])
    })

    test("does the same for every address until a random delay has passed, so that timing reveals nothing", async () => {
      const { db } = server.database
      const before = new Set((await db.selectFrom("jobs").select("id").execute()).map(({ id }) => id))
      const addresses = [`${name}@example.org`, "nobody-at-all@example.org"]
      lookupDelaysMs.push(60_000, 120_000)
      for (const address of addresses) expect((await requestReset(address)).status).toBe(200)
      const jobs = (await db.selectFrom("jobs").selectAll().where("kind", "=", "password-reset").orderBy("due_at").execute()).filter(
        ({ id }) => !before.has(id),
      )
      expect(jobs.map(({ due_at, attempt }) => [due_at.getTime() - clock, attempt])).toEqual([
        [60_000, 0],
        [120_000, 0],
      ])
      for (const address of addresses) expect(JSON.stringify(jobs)).not.toContain(address)
      const countNewTokens = async (since: number) =>
        (
          await db
            .selectFrom("password_resets")
            .select("hash")
            .where("expires_at", ">", new Date(since + signInStepLifetimeMs.reset))
            .execute()
        ).length
      expect(await countNewTokens(clock - 1)).toBe(0)
      advanceMinutes(2)
      const isDone = async () =>
        (
          await db
            .selectFrom("jobs")
            .select("done_at")
            .where(
              "id",
              "in",
              jobs.map(({ id }) => id),
            )
            .execute()
        ).every(({ done_at }) => done_at !== null)
      await expect.poll(isDone).toBe(true)
      expect(await countNewTokens(clock - 1)).toBe(1)
      await expect.poll(() => mailsTo(`${name}@example.org`)).toHaveLength(1)
      expect(await mailsTo("nobody-at-all@example.org")).toEqual([])
    })

    test("[U3] audits that a name is locked after a random delay, so that timing does not reveal whether it belongs to an account", async () => {
      lookupDelaysMs.push(60_000, 120_000)
      for (const guessed of [name, "nobody-of-that-name"])
        for (let i = 0; i < failedAttemptLimits.account; i++)
          expect((await server.visitor().signIn(guessed, "not the password")).status).toBe(422)
      const jobs = server.database.db.selectFrom("jobs").select("due_at").where("kind", "=", "audit-lockout")
      const delayed = await jobs.where("due_at", ">", new Date(clock)).orderBy("due_at").execute()
      expect(delayed.map(({ due_at }) => due_at.getTime() - clock)).toEqual([60_000, 120_000])
    })

    test("draws a delay of at most five seconds", () => {
      const delays = Array.from({ length: 200 }, randomLookupDelayMs)
      for (const delay of delays) expect(delay).toBeLessThanOrEqual(maxLookupDelayMs)
      expect(new Set(delays).size).toBeGreaterThan(100)
    })

    test("returns 429 after five requests", async () => {
      const answers = []
      for (let i = 0; i < 6; i++) answers.push((await requestReset(`${name}@example.org`)).status)
      expect(answers).toEqual([200, 200, 200, 200, 200, 429])
    })
  })

  test("lists the user's sessions and ends the others", async () => {
    const [person, other] = [await server.signedIn(name), await server.signedIn(name)]
    const api = createOwnAccountApi(person.api())
    expect((await api.listSessions(undefined)).map(({ current }) => Number(current)).toSorted((a, b) => a - b)).toEqual([0, 1])
    await api.endOtherSessions(undefined)
    expect(await api.listSessions(undefined)).toEqual([expect.objectContaining({ current: true })])
    expect((await other.send("GET", "/api/communities")).status).toBe(401)
    const log = await (await server.signedIn("admin")).send("GET", "/api/audit?limit=1&offset=1")
    expect(log.json()).toMatchObject({ items: [{ actor: name, action: "account.sessions-ended", target: `user ${name}` }] })
  })
})

test("PASSWORD_COMPONENTS=none requires only the minimum length", async () => {
  const server = await startTestServer({ ...(await usualDatabase.settings()), PASSWORD_COMPONENTS: "none" })
  await server.addUser("ada")
  const api = createOwnAccountApi((await server.signedIn("ada")).api())
  const change = (fresh: string) => api.changePassword({ oldPassword: password, newPassword: fresh, confirmPassword: fresh })
  await expect(change("too short")).rejects.toBeInstanceOf(ValidationFailed)
  await change("long enough without any of them")
  expect((await server.visitor().signIn("ada", "long enough without any of them")).status).toBe(200)
  await server.stop()
})

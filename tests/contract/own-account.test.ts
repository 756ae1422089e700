// One's own account: email, password, a forgotten one, and where one is signed in (contract "HTTP API"; reliability "Sign-in and sessions").
import { once } from "node:events"
import { request } from "node:http"
import { sql } from "kysely"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { ownAccountApi } from "../../adapters/api/account-api.ts"
import { failedAttemptLimits } from "../../domain/accounts/account-limits.ts"
import { ValidationFailed } from "../../domain/failure.ts"
import { linkIn, mailsIn, type ReadMail } from "../fixtures/mails.ts"
import { type Answer, databases, field, password, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

const next = "Sea-Horses-88-Swim"
const violation = ({ status, json }: Answer) => ({ status, body: json() })
const refusedWith = (...violations: ReadonlyArray<readonly [string, string]>) => ({
  status: 422,
  body: expect.objectContaining({ violations: violations.map(([field, message]) => ({ field, message })) }),
})

describe.each(databases)("on $name", ({ settings }) => {
  let server: TestServer
  let clock = Date.parse("2026-03-01T12:00:00Z")
  let people = 0
  let name = ""
  const pass = (minutes: number) => {
    clock += minutes * 60_000
  }
  const mailsTo = async (address: string): Promise<ReadonlyArray<ReadMail>> =>
    (await mailsIn(server.dataDir)).filter(({ to }) => to === address)
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock), PUBLIC_URL: "https://console.example.org" })
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    pass(60)
    name = `person${++people}`
    await server.addUser(name)
  })

  describe("email", () => {
    test("another address; the old one is told", async () => {
      const person = await server.signedIn(name)
      expect((await person.send("POST", "/api/account/change-email", { email: "new@elsewhere.org" })).status).toBe(200)
      expect((await person.send("GET", "/api/current/user")).json()).toMatchObject({ email: "new@elsewhere.org" })
      await expect.poll(() => mailsTo(`${name}@example.org`)).toHaveLength(1)
      const [told] = await mailsTo(`${name}@example.org`)
      expect(told?.text).toContain("new@elsewhere.org")
    })

    test("where an administrator changes it, the old one is told as well", async () => {
      const { uuid } = Object((await (await server.signedIn(name)).send("GET", "/api/current/user")).json())
      const admin = await server.signedIn("admin")
      expect((await admin.send("PATCH", `/api/users/${uuid}`, { email: `${name}@moved.org` })).status).toBe(200)
      await expect.poll(() => mailsTo(`${name}@example.org`)).toHaveLength(1)
      expect((await mailsTo(`${name}@example.org`))[0]?.text).toContain(`${name}@moved.org`)
    })

    test("no address, and one that somebody else has, whatever the case, are refused", async () => {
      const person = await server.signedIn(name)
      const change = async (email: string) => violation(await person.send("POST", "/api/account/change-email", { email }))
      expect(await change("")).toEqual(refusedWith(["email", "ERROR.EMAIL_BLANK"]))
      expect(await change("no address")).toEqual(refusedWith(["email", "ERROR.EMAIL_SYNTAX"]))
      expect(await change("a@b\u0000.org")).toEqual(refusedWith(["email", "ERROR.EMAIL_SYNTAX"]))
      expect(await change("ADMIN@example.org")).toEqual(refusedWith(["email", "ERROR.EMAIL_TAKEN"]))
    })

    test("[U3] whether an address is taken is not tried out: so many changes in a while, whatever comes of them, then 429", async () => {
      const person = await server.signedIn(name)
      const change = (email: string) => person.send("POST", "/api/account/change-email", { email })
      // A change that succeeds in between does not begin the count anew: whoever guesses has addresses of their own.
      for (let i = 1; i < failedAttemptLimits.account; i++)
        expect(violation(await change("admin@example.org"))).toEqual(refusedWith(["email", "ERROR.EMAIL_TAKEN"]))
      expect((await change(`${name}@elsewhere.org`)).status).toBe(200)
      for (const email of ["admin@example.org", `${name}@nowhere.org`]) {
        const { status, headers } = await change(email)
        expect([status, Number(headers.get("retry-after"))]).toEqual([429, failedAttemptLimits.within / 1000])
      }
      // Who signs in is not who changes an address, and the other way about.
      expect((await server.visitor().signIn(name, password)).status).toBe(200)
      pass(15)
      expect(violation(await change("admin@example.org"))).toEqual(refusedWith(["currentPassword", "ERROR.PASSWORD_NEEDED"]))
      expect((await (await server.signedIn(name)).send("POST", "/api/account/change-email", { email: `${name}@nowhere.org` })).status).toBe(
        200,
      )
    })

    test("ten minutes after the sign-in the current password is asked for", async () => {
      const person = await server.signedIn(name)
      pass(11)
      const change = async (currentPassword?: string) =>
        violation(await person.send("POST", "/api/account/change-email", { email: `${name}@elsewhere.org`, currentPassword }))
      expect(await change()).toEqual(refusedWith(["currentPassword", "ERROR.PASSWORD_NEEDED"]))
      expect(await change("wrong")).toEqual(refusedWith(["currentPassword", "ERROR.PASSWORD_WRONG"]))
      expect((await change(password)).status).toBe(200)
    })
  })

  describe("password", () => {
    const change = async (person: Awaited<ReturnType<TestServer["signedIn"]>>, old: string, fresh: string, confirmation = fresh) =>
      person.send("POST", "/api/account/change-password", { oldPassword: old, newPassword: fresh, confirmPassword: confirmation })

    test("[U1] a new one works, the old one does not, and all other sessions end", async () => {
      const [person, other] = [await server.signedIn(name), await server.signedIn(name)]
      expect((await change(person, password, next)).status).toBe(200)
      expect((await person.send("GET", "/api/communities")).status).toBe(200)
      expect((await other.send("GET", "/api/communities")).status).toBe(401)
      expect((await server.visitor().signIn(name, password)).status).toBe(422)
      expect((await server.visitor().signIn(name, next)).status).toBe(200)
      await expect.poll(() => mailsTo(`${name}@example.org`)).toHaveLength(1)
    })

    test("a sign-in of just now does not stand in for the old password", async () => {
      const person = await server.signedIn(name)
      expect(violation(await change(person, "", next))).toEqual(refusedWith(["oldPassword", "ERROR.PASSWORD_NEEDED"]))
      expect((await person.send("POST", "/api/account/change-password", { newPassword: next, confirmPassword: next })).status).toBe(422)
      expect((await server.visitor().signIn(name, password)).status).toBe(200)
    })

    test("[U2] the rules are the server's too, each told of its field", async () => {
      const person = await server.signedIn(name)
      expect(violation(await change(person, password, "weak"))).toEqual(refusedWith(["newPassword", "ERROR.PASSWORD_WEAK"]))
      expect(violation(await change(person, password, password))).toEqual(refusedWith(["newPassword", "ERROR.PASSWORD_UNCHANGED"]))
      expect(violation(await change(person, password, next, `${next}!`))).toEqual(
        refusedWith(["confirmPassword", "ERROR.PASSWORD_DIFFERS"]),
      )
      expect(violation(await change(person, "wrong", next))).toEqual(refusedWith(["oldPassword", "ERROR.PASSWORD_WRONG"]))
      expect((await server.visitor().signIn(name, password)).status).toBe(200)
    })

    test("[U2] 12 to 128 characters, counted as people do, and no more of them", async () => {
      const person = await server.signedIn(name)
      const padded = (length: number) => `Aa1-${"\u{1f3a0}é".repeat(length)}`.slice(0, 4) + "\u{1f3a0}".repeat(length - 4)
      for (const length of [11, 129])
        expect(violation(await change(person, password, padded(length)))).toEqual(refusedWith(["newPassword", "ERROR.PASSWORD_WEAK"]))
      expect((await change(person, password, padded(12))).status).toBe(200)
      expect((await change(person, padded(12), padded(128))).status).toBe(200)
      expect((await server.visitor().signIn(name, padded(128))).status).toBe(200)
      expect((await server.visitor().signIn(name, padded(127))).status).toBe(422)
    })

    test("[U11] none of the common ones, wherever a password is set", async () => {
      const person = await server.signedIn(name)
      for (const common of ["Password-123!", "Qwertyuiop-12", "Welcome-2026!"])
        expect([common, violation(await change(person, password, common))]).toEqual([
          common,
          refusedWith(["newPassword", "ERROR.PASSWORD_WEAK"]),
        ])
      const admin = await server.signedIn("admin")
      const added = await admin.send("PUT", "/api/users", { username: "common", email: "common@example.org", password: "Password-123!" })
      expect([added.status, added.json()]).toMatchObject([422, { errors: { password: ["ERROR.PASSWORD_WEAK"] } }])
    })

    test("its bytes are exact: spaces around it, case, and how a letter is put together count", async () => {
      const person = await server.signedIn(name)
      const exact = "  Zo\u00eb-Sails-77  "
      expect((await change(person, password, exact)).status).toBe(200)
      for (const near of [exact.trim(), exact.normalize("NFD"), exact.toLowerCase(), `${exact} `])
        expect([near, (await server.visitor().signIn(name, near)).status]).toEqual([near, 422])
      expect((await server.visitor().signIn(name, exact)).status).toBe(200)
    })

    test("[U3] the old password cannot be guessed here either", async () => {
      const person = await server.signedIn(name)
      for (let i = 0; i < 5; i++) expect((await change(person, `guess ${i}`, next)).status).toBe(422)
      const late = await change(person, password, next)
      expect([late.status, Number(late.headers.get("retry-after")) > 0]).toEqual([429, true])
    })

    test("what is asked of a password is told to who is signed in", async () => {
      const api = ownAccountApi((await server.signedIn(name)).api())
      const { minimumLength, components } = await api.passwordConstraints({ token: null })
      expect([minimumLength, components.map((it) => it.name)]).toEqual([12, ["lowercase", "uppercase", "number", "symbol"]])
    })
  })

  describe("a forgotten password", () => {
    const ask = (email: string) => server.visitor().send("POST", "/reset-password", { email })
    const linksTo = async (address: string) => (await mailsTo(address)).filter(({ subject }) => subject.includes("Set a new password"))
    const linkFor = async (address: string): Promise<string> => {
      const before = (await linksTo(address)).length
      expect((await ask(address)).status).toBe(200)
      await expect.poll(() => linksTo(address)).toHaveLength(before + 1)
      const mail = (await linksTo(address)).at(-1)
      return mail === undefined ? "" : linkIn(mail)
    }
    const reset = (token: string, fresh = next) =>
      server.visitor().send("POST", "/api/account/reset-password", { resetToken: token, newPassword: fresh, confirmPassword: fresh })
    const tokenOf = (link: string) => link.split("/").at(-1) ?? ""

    test("the link in the mail is of PUBLIC_URL, whatever the request calls the host, and sets a new password once", async () => {
      const address = `${name}@example.org`
      const signedInBefore = await server.signedIn(name)
      expect(
        (await server.visitor().send("POST", "/reset-password", { email: address }, { "x-forwarded-host": "evil.example" })).status,
      ).toBe(200)
      await expect.poll(() => mailsTo(address)).toHaveLength(1)
      const [mail] = await mailsTo(address)
      const link = mail === undefined ? "" : linkIn(mail)
      expect(link).toMatch(/^https:\/\/console\.example\.org\/change-password\/[\w-]{43}$/)
      const token = tokenOf(link)
      expect((await reset(token, "weak")).status).toBe(422)
      expect((await reset(token)).status).toBe(200)
      expect((await reset(token)).status).toBe(403)
      expect((await server.visitor().signIn(name, next)).status).toBe(200)
      expect((await signedInBefore.send("GET", "/api/communities")).status).toBe(401)
    })

    test("nor does the Host that a request names lead anywhere", async () => {
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

    test("who does not say that JSON is wanted asks for a mail all the same, and gets no page", async () => {
      const answer = await server.visitor().send("POST", "/reset-password", { email: `${name}@example.org` }, { accept: "*/*" })
      expect([answer.status, answer.headers.get("content-type"), answer.text]).toEqual([200, "application/json; charset=utf-8", "{}"])
      await expect.poll(() => mailsTo(`${name}@example.org`)).toHaveLength(1)
    })

    test("looking at the link spends nothing: mail scanners do", async () => {
      const token = tokenOf(await linkFor(`${name}@example.org`))
      const look = () => server.visitor().send("GET", `/api/account/password-constraints/${token}`)
      for (const path of [`/change-password/${token}`, `/api/account/password-constraints/${token}`, "/api/account/reset-password"])
        await server.visitor().send("HEAD", path, undefined, { accept: "text/html" })
      expect([(await look()).status, (await look()).status]).toEqual([200, 200])
      expect((await server.visitor().send("GET", `/change-password/${token}`, undefined, { accept: "text/html" })).status).toBe(200)
      expect((await reset(token)).status).toBe(200)
      expect((await look()).status).toBe(403)
    })

    test("a link serves for an hour, and a used one takes the others along", async () => {
      const address = `${name}@example.org`
      const [first, second] = [tokenOf(await linkFor(address)), tokenOf(await linkFor(address))]
      expect((await reset(second)).status).toBe(200)
      expect((await reset(first)).status).toBe(403)
      const late = tokenOf(await linkFor(address))
      pass(61)
      expect((await reset(late, "Other-Horses-99-Run")).status).toBe(403)
    })

    test.each<readonly [what: string, change: (person: Visitor, uuid: string) => Promise<Answer>]>([
      [
        "password",
        (person) =>
          person.send("POST", "/api/account/change-password", { oldPassword: password, newPassword: next, confirmPassword: next }),
      ],
      ["address", (person) => person.send("POST", "/api/account/change-email", { email: `${name}@elsewhere.org` })],
      [
        "address, by an administrator",
        async (_, uuid) => (await server.signedIn("admin")).send("PATCH", `/api/users/${uuid}`, { email: `${name}@moved.org` }),
      ],
    ])("a link that was mailed before a change of %s opens nothing after it", async (_, change) => {
      const person = await server.signedIn(name)
      const uuid = field((await person.send("GET", "/api/current/user")).json(), "uuid")
      const token = tokenOf(await linkFor(`${name}@example.org`))
      expect((await change(person, uuid)).status).toBe(200)
      expect((await server.visitor().send("GET", `/api/account/password-constraints/${token}`)).status).toBe(403)
      expect((await reset(token, "Other-Horses-99-Run")).status).toBe(403)
    })

    test("of two requests with one link one succeeds (I3)", async () => {
      const token = tokenOf(await linkFor(`${name}@example.org`))
      const answers = await Promise.all([reset(token), reset(token, "Other-Horses-99-Run")])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
    })

    test("who was locked out by wrong tries gets in with the new password", async () => {
      for (let i = 0; i < 6; i++) await server.visitor().signIn(name, "wrong")
      expect((await server.visitor().signIn(name, password)).status).toBe(429)
      expect((await reset(tokenOf(await linkFor(`${name}@example.org`)))).status).toBe(200)
      expect((await server.visitor().signIn(name, next)).status).toBe(200)
    })

    test("an address that nobody has gets the same answer, and no mail", async () => {
      const [known, unknown] = [await ask(`${name}@example.org`), await ask("nobody-at-all@example.org")]
      expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
      await expect.poll(() => mailsTo(`${name}@example.org`)).toHaveLength(1)
      expect(await mailsTo("nobody-at-all@example.org")).toEqual([])
    })

    test("nor does the answer wait for what is done for an address that somebody has", async () => {
      const { db } = server.database
      const slowly = sql`create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(3); return new; end $$`
      await slowly.execute(db)
      await sql`create trigger slow before insert on password_resets for each row execute function slowly()`.execute(db)
      const took = async (email: string): Promise<number> => {
        const start = performance.now()
        expect((await ask(email)).status).toBe(200)
        return performance.now() - start
      }
      const [unknown, known] = [await took("nobody-at-all@example.org"), await took(`${name}@example.org`)]
      expect(Math.max(unknown, known)).toBeLessThan(2500)
      await expect.poll(() => mailsTo(`${name}@example.org`)).toHaveLength(1)
      await sql`drop trigger slow on password_resets`.execute(db)
    })

    test("asking again and again has an end", async () => {
      const answers = []
      for (let i = 0; i < 6; i++) answers.push((await ask(`${name}@example.org`)).status)
      expect(answers).toEqual([200, 200, 200, 200, 200, 429])
    })
  })

  test("where one is signed in is listed, and the others can be signed out", async () => {
    const [person, other] = [await server.signedIn(name), await server.signedIn(name)]
    const api = ownAccountApi(person.api())
    expect((await api.listSessions(undefined)).map(({ current }) => Number(current)).toSorted((a, b) => a - b)).toEqual([0, 1])
    await api.endOtherSessions(undefined)
    expect(await api.listSessions(undefined)).toEqual([expect.objectContaining({ current: true })])
    expect((await other.send("GET", "/api/communities")).status).toBe(401)
    const log = await (await server.signedIn("admin")).send("GET", "/api/audit?limit=1&offset=1")
    expect(log.json()).toMatchObject({ items: [{ who: name, deed: "account.sessions-ended", thing: `user ${name}` }] })
  })
})

test("PASSWORD_COMPONENTS=none asks for length alone", async () => {
  const server = await startTestServer({ PASSWORD_COMPONENTS: "none" })
  await server.addUser("ada")
  const api = ownAccountApi((await server.signedIn("ada")).api())
  const change = (fresh: string) => api.changePassword({ oldPassword: password, newPassword: fresh, confirmPassword: fresh })
  await expect(change("too short")).rejects.toBeInstanceOf(ValidationFailed)
  await change("long enough without any of them")
  expect((await server.visitor().signIn("ada", "long enough without any of them")).status).toBe(200)
  await server.stop()
})

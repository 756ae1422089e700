// Changes of accounts that meet: at the same moment, or with a link that was mailed before (decisions U1, U4).

import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { hashPassword } from "../../adapters/server/accounts/passwords.ts"
import { deleteSessionsOfUser } from "../../adapters/server/accounts/sessions.ts"
import { createFailedAttempts } from "../../adapters/server/security/failed-attempts.ts"
import { openServerSecret } from "../../adapters/server/security/server-secret.ts"
import { linkIn, mailsIn, type ReadMail } from "../fixtures/mails.ts"
import { databases, field, password, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

const next = "Sea-Horses-88-Swim"

describe.each(databases)("on $name", ({ settings }) => {
  let server: TestServer
  let admin: Visitor
  let clock = Date.parse("2026-03-01T12:00:00Z")
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
    admin = await server.signedIn("admin")
  })
  afterAll(() => server.stop())

  const administrators = async (): Promise<number> =>
    (await server.database.db.selectFrom("users").select("id").where("is_admin", "=", true).execute()).length

  /** The mails to an address, once there are so many. */
  const mailed = async (address: string, count: number): Promise<ReadonlyArray<ReadMail>> => {
    const all = async () => (await mailsIn(server.dataDir)).filter(({ to }) => to === address)
    await expect.poll(async () => (await all()).length, { timeout: 10_000 }).toBe(count)
    return all()
  }
  const tokenIn = (mail: ReadMail | undefined): string => (mail === undefined ? "" : (linkIn(mail).split("/").at(-1) ?? ""))

  test("[U1] a sign-in that was under way when the password changed begins no session", async () => {
    const id = await server.addUser("under-way")
    const [changed, enough] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const hash = await hashPassword(next)
    const changing = server.database.transact(async (change) => {
      await change.updateTable("users").set({ password: hash }).where("id", "=", id).execute()
      changed.resolve()
      await enough.promise
      await deleteSessionsOfUser(change, id)
    })
    await changed.promise
    const signingIn = server.visitor().signIn("under-way", password)
    // Verifying the password that was takes less.
    await pause(2000)
    enough.resolve()
    await changing
    expect((await signingIn).status).toBe(422)
    expect(await server.database.db.selectFrom("sessions").select("hash").where("user_id", "=", id).execute()).toEqual([])
  })

  test("administrators who delete each other at once leave one", async () => {
    for (let round = 0; round < 5; round++) {
      const names = [`one-${round}`, `two-${round}`]
      const ids: Array<string> = []
      for (const name of names) ids.push(await server.addUser(name))
      await server.database.db.updateTable("users").set({ is_admin: true }).where("id", "in", ids).execute()
      const [one, two] = [await server.signedIn(names[0] ?? ""), await server.signedIn(names[1] ?? "")]
      await server.database.db.updateTable("users").set({ is_admin: false }).where("username", "=", "admin").execute()
      const token = async (who: Visitor, id: string) => field((await who.send("GET", `/api/users/${id}/delete`)).json(), "deleteToken")
      const [a, b] = [await token(one, ids[1] ?? ""), await token(two, ids[0] ?? "")]
      const answers = await Promise.all([
        one.send("POST", `/api/users/${ids[1]}/delete`, { csrf: a }),
        two.send("POST", `/api/users/${ids[0]}/delete`, { csrf: b }),
      ])
      expect(answers.every(({ status }) => status < 500)).toBe(true)
      expect(await administrators()).toBe(1)
      await server.database.db.updateTable("users").set({ is_admin: true }).where("username", "=", "admin").execute()
      await server.database.db.deleteFrom("users").where("id", "in", ids).execute()
    }
  })

  test("of two administrators one deletes the other while that one takes the first's rights: one is left", async () => {
    for (let round = 0; round < 5; round++) {
      const names = [`keeps-${round}`, `loses-${round}`]
      const ids: Array<string> = []
      for (const name of names) ids.push(await server.addUser(name))
      await server.database.db.updateTable("users").set({ is_admin: true }).where("id", "in", ids).execute()
      const [one, two] = [await server.signedIn(names[0] ?? ""), await server.signedIn(names[1] ?? "")]
      await server.database.db.updateTable("users").set({ is_admin: false }).where("username", "=", "admin").execute()
      const csrf = field((await two.send("GET", `/api/users/${ids[0]}/delete`)).json(), "deleteToken")
      const answers = await Promise.all([
        one.send("PATCH", `/api/users/${ids[1]}`, { roles: ["ROLE_USER"] }),
        two.send("POST", `/api/users/${ids[0]}/delete`, { csrf }),
      ])
      expect(answers.every(({ status }) => status < 500)).toBe(true)
      expect(await administrators()).toBe(1)
      await server.database.db.updateTable("users").set({ is_admin: true }).where("username", "=", "admin").execute()
      await server.database.db.deleteFrom("users").where("id", "in", ids).execute()
    }
  })

  test("failures that are counted and forgiven at once do not get in each other's way", async () => {
    const secret = openServerSecret({ secretKey: "a key of the tests' own", dataDir: "" })
    const { count, clearAfterSuccess } = createFailedAttempts(server.database, secret)
    const tried = (address: number) => ({ action: "code", account: "met", address: `10.0.0.${address}` }) as const
    const deeds = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? count(tried(i), clock) : clearAfterSuccess(tried(i), clock)))
    expect((await Promise.allSettled(deeds)).filter(({ status }) => status === "rejected")).toEqual([])
  })

  test("a name or address that two take at once goes to one, and the other is told which it was", async () => {
    for (let round = 0; round < 5; round++) {
      const ids = [await server.addUser(`left-${round}`), await server.addUser(`right-${round}`)]
      for (const fields of [{ username: `both-${round}` }, { email: `both-${round}@example.org` }]) {
        const answers = await Promise.all(ids.map((id) => admin.send("PATCH", `/api/users/${id}`, fields)))
        expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
        const [name = ""] = Object.keys(fields)
        expect(answers.find(({ status }) => status === 422)?.json()).toMatchObject({
          violations: [{ field: name, message: `ERROR.${name.toUpperCase()}_TAKEN` }],
        })
      }
    }
  })

  test("two new users with one address at once: one is added, and the other's address is said to be taken", async () => {
    for (let round = 0; round < 5; round++) {
      const add = (username: string) => admin.send("PUT", "/api/users", { username, email: `shared-${round}@example.org`, password: next })
      const answers = await Promise.all([add(`first-${round}`), add(`second-${round}`)])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
      expect(answers.find(({ status }) => status === 422)?.json()).toMatchObject({ errors: { email: ["ERROR.EMAIL_TAKEN"] } })
    }
  })

  test("two people who change to one address at once: one has it, and the other is told", async () => {
    for (let round = 0; round < 5; round++) {
      const people: Array<Visitor> = []
      for (const name of [`ann-${round}`, `ben-${round}`]) {
        await server.addUser(name)
        people.push(await server.signedIn(name))
      }
      const answers = await Promise.all(
        people.map((it) => it.send("POST", "/api/account/change-email", { email: `ours-${round}@example.org` })),
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
      expect(answers.find(({ status }) => status === 422)?.json()).toMatchObject({
        violations: [{ field: "email", message: "ERROR.EMAIL_TAKEN" }],
      })
      // Changes are counted for the machine that they come from, too.
      clock += 60 * 60_000
    }
  })

  test("a link that was mailed serves no more once the password was changed", async () => {
    await server.addUser("cas")
    const cas = await server.signedIn("cas")
    await server.visitor().send("POST", "/reset-password", { email: "cas@example.org" })
    const [mail] = await mailed("cas@example.org", 1)
    const resetToken = tokenIn(mail)
    expect((await server.visitor().send("GET", `/api/account/password-constraints/${resetToken}`)).status).toBe(200)
    await cas.send("POST", "/api/account/change-password", { oldPassword: password, newPassword: next, confirmPassword: next })
    const late = { resetToken, newPassword: `${next}!`, confirmPassword: `${next}!` }
    expect((await server.visitor().send("POST", "/api/account/reset-password", late)).status).toBe(403)
  })

  test("nor once the address that it was mailed to is the account's no more, whoever changed it", async () => {
    for (const by of ["self", "administrator"] as const) {
      const name = `dora-${by}`
      const id = await server.addUser(name)
      const dora = await server.signedIn(name)
      await server.visitor().send("POST", "/reset-password", { email: `${name}@example.org` })
      const [mail] = await mailed(`${name}@example.org`, 1)
      const email = `${name}@elsewhere.org`
      const { status } =
        by === "self"
          ? await dora.send("POST", "/api/account/change-email", { email })
          : await admin.send("PATCH", `/api/users/${id}`, { email })
      expect(status).toBe(200)
      const late = { resetToken: tokenIn(mail), newPassword: next, confirmPassword: next }
      expect((await server.visitor().send("POST", "/api/account/reset-password", late)).status).toBe(403)
      // The old address hears of it.
      const [, notice] = await mailed(`${name}@example.org`, 2)
      expect(notice?.text).toContain(email)
    }
  })

  test("a try to sign in under an odd name holds up nobody's code and nobody's mail", async () => {
    await server.addUser("finn")
    for (const prefix of ["reset finn@example.org", "code of finn"])
      for (let i = 0; i < 5; i++) await server.visitor().signIn(prefix, "wrong")
    expect((await server.visitor().send("POST", "/reset-password", { email: "finn@example.org" })).status).toBe(200)
    clock += 60 * 60_000
  })
})

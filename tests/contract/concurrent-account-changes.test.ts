// Account changes at the same time, and links that were mailed before a change (U1, U4).

import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { hashPassword } from "../../adapters/server/accounts/passwords.ts"
import { deleteSessionsOfUser } from "../../adapters/server/accounts/sessions.ts"
import { createAccountAttemptLimits } from "../../adapters/server/security/account-attempt-limits.ts"
import { openServerSecret } from "../../adapters/server/security/server-secret.ts"
import { findLink, type ParsedMail, readMails } from "../fixtures/mails.ts"
import { databases, password, readStringField, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

const otherPassword = "Sea-Horses-88-Swim"

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

  /** Waits for this many mails to an address and returns them. */
  const waitForMails = async (address: string, count: number): Promise<ReadonlyArray<ParsedMail>> => {
    const all = async () => (await readMails(server.dataDir)).filter(({ to }) => to === address)
    await expect.poll(async () => (await all()).length).toBe(count)
    return all()
  }
  const tokenIn = (mail: ParsedMail | undefined): string => (mail === undefined ? "" : (findLink(mail).split("/").at(-1) ?? ""))

  test("[U1] starts no session for a sign-in that began before the password changed", async () => {
    const id = await server.addUser("under-way")
    const [passwordChanged, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const hash = await hashPassword(otherPassword)
    const changing = server.database.transact(async (change) => {
      await change.updateTable("users").set({ password: hash }).where("id", "=", id).execute()
      passwordChanged.resolve()
      await released.promise
      await deleteSessionsOfUser(change, id)
    })
    await passwordChanged.promise
    const signingIn = server.visitor().signIn("under-way", password)
    // Longer than verifying the old password takes.
    await pause(2000)
    released.resolve()
    await changing
    expect((await signingIn).status).toBe(422)
    expect(await server.database.db.selectFrom("sessions").select("hash").where("user_id", "=", id).execute()).toEqual([])
  })

  test("keeps one administrator when two delete each other at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      const names = [`one-${round}`, `two-${round}`]
      const ids: Array<string> = []
      for (const name of names) ids.push(await server.addUser(name))
      await server.database.db.updateTable("users").set({ is_admin: true }).where("id", "in", ids).execute()
      const [firstAdmin, secondAdmin] = [await server.signedIn(names[0] ?? ""), await server.signedIn(names[1] ?? "")]
      await server.database.db.updateTable("users").set({ is_admin: false }).where("username", "=", "admin").execute()
      const fetchDeleteToken = async (visitor: Visitor, id: string) =>
        readStringField((await visitor.send("GET", `/api/users/${id}/delete`)).json(), "deleteToken")
      const [a, b] = [await fetchDeleteToken(firstAdmin, ids[1] ?? ""), await fetchDeleteToken(secondAdmin, ids[0] ?? "")]
      const answers = await Promise.all([
        firstAdmin.send("POST", `/api/users/${ids[1]}/delete`, { csrf: a }),
        secondAdmin.send("POST", `/api/users/${ids[0]}/delete`, { csrf: b }),
      ])
      expect(answers.every(({ status }) => status < 500)).toBe(true)
      expect(await administrators()).toBe(1)
      await server.database.db.updateTable("users").set({ is_admin: true }).where("username", "=", "admin").execute()
      await server.database.db.deleteFrom("users").where("id", "in", ids).execute()
    }
  })

  test("keeps one administrator when one demotes another and is deleted by them at the same time", { tags: ["long"] }, async () => {
    for (let round = 0; round < 5; round++) {
      const names = [`keeps-${round}`, `loses-${round}`]
      const ids: Array<string> = []
      for (const name of names) ids.push(await server.addUser(name))
      await server.database.db.updateTable("users").set({ is_admin: true }).where("id", "in", ids).execute()
      const [firstAdmin, secondAdmin] = [await server.signedIn(names[0] ?? ""), await server.signedIn(names[1] ?? "")]
      await server.database.db.updateTable("users").set({ is_admin: false }).where("username", "=", "admin").execute()
      const csrf = readStringField((await secondAdmin.send("GET", `/api/users/${ids[0]}/delete`)).json(), "deleteToken")
      const answers = await Promise.all([
        firstAdmin.send("PATCH", `/api/users/${ids[1]}`, { roles: ["ROLE_USER"] }),
        secondAdmin.send("POST", `/api/users/${ids[0]}/delete`, { csrf }),
      ])
      expect(answers.every(({ status }) => status < 500)).toBe(true)
      expect(await administrators()).toBe(1)
      await server.database.db.updateTable("users").set({ is_admin: true }).where("username", "=", "admin").execute()
      await server.database.db.deleteFrom("users").where("id", "in", ids).execute()
    }
  })

  test("counts and clears failed attempts at the same time without errors", { tags: ["long"] }, async () => {
    const secret = openServerSecret({ secretKey: "a key of the tests' own", dataDir: "" })
    const { count, clearAfterSuccess } = createAccountAttemptLimits(server.database, secret)
    const attemptFrom = (address: number) => ({ action: "code", device: null, account: "met", address: `10.0.0.${address}` }) as const
    const operations = Array.from({ length: 100 }, (_, i) =>
      i % 2 === 0 ? count(attemptFrom(i), clock) : clearAfterSuccess(attemptFrom(i), clock),
    )
    expect((await Promise.allSettled(operations)).filter(({ status }) => status === "rejected")).toEqual([])
  })

  test("gives a username or email address to one of two users at the same time and returns 422 with the field for the other", async () => {
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

  test("adds one of two new users with the same email address and reports it as taken for the other", { tags: ["long"] }, async () => {
    for (let round = 0; round < 5; round++) {
      const add = (username: string) =>
        admin.send("PUT", "/api/users", { username, email: `shared-${round}@example.org`, password: otherPassword })
      const answers = await Promise.all([add(`first-${round}`), add(`second-${round}`)])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
      expect(answers.find(({ status }) => status === 422)?.json()).toMatchObject({ errors: { email: ["ERROR.EMAIL_TAKEN"] } })
    }
  })

  test("lets one of two users change to the same email address and reports it as taken to the other", { tags: ["long"] }, async () => {
    for (let round = 0; round < 5; round++) {
      const people: Array<Visitor> = []
      for (const name of [`ann-${round}`, `ben-${round}`]) {
        await server.addUser(name)
        people.push(await server.signedIn(name))
      }
      const answers = await Promise.all(
        people.map((person) => person.send("POST", "/api/account/change-email", { email: `ours-${round}@example.org` })),
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
      expect(answers.find(({ status }) => status === 422)?.json()).toMatchObject({
        violations: [{ field: "email", message: "ERROR.EMAIL_TAKEN" }],
      })
      // Changes are also limited per client address.
      clock += 60 * 60_000
    }
  })

  test("rejects a mailed reset link after the password was changed", { tags: ["long"] }, async () => {
    await server.addUser("cas")
    const cas = await server.signedIn("cas")
    await server.visitor().send("POST", "/reset-password", { email: "cas@example.org" })
    const [mail] = await waitForMails("cas@example.org", 1)
    const resetToken = tokenIn(mail)
    expect((await server.visitor().send("GET", `/api/account/password-constraints/${resetToken}`)).status).toBe(200)
    await cas.send("POST", "/api/account/change-password", {
      oldPassword: password,
      newPassword: otherPassword,
      confirmPassword: otherPassword,
    })
    const late = { resetToken, newPassword: `${otherPassword}!`, confirmPassword: `${otherPassword}!` }
    expect((await server.visitor().send("POST", "/api/account/reset-password", late)).status).toBe(403)
  })

  test("rejects a mailed reset link after the email address was changed and notifies the old address", { tags: ["long"] }, async () => {
    for (const by of ["self", "administrator"] as const) {
      const name = `dora-${by}`
      const id = await server.addUser(name)
      const dora = await server.signedIn(name)
      await server.visitor().send("POST", "/reset-password", { email: `${name}@example.org` })
      const [mail] = await waitForMails(`${name}@example.org`, 1)
      const email = `${name}@elsewhere.org`
      const { status } =
        by === "self"
          ? await dora.send("POST", "/api/account/change-email", { email })
          : await admin.send("PATCH", `/api/users/${id}`, { email })
      expect(status).toBe(200)
      const late = { resetToken: tokenIn(mail), newPassword: otherPassword, confirmPassword: otherPassword }
      expect((await server.visitor().send("POST", "/api/account/reset-password", late)).status).toBe(403)
      // The old address is notified.
      const [, notice] = await waitForMails(`${name}@example.org`, 2)
      expect(notice?.text).toContain(email)
    }
  })

  test("does not count failed sign-ins under a crafted username against another account's password reset", { tags: ["long"] }, async () => {
    await server.addUser("finn")
    for (const prefix of ["reset finn@example.org", "code of finn"])
      for (let i = 0; i < 5; i++) await server.visitor().signIn(prefix, "wrong")
    expect((await server.visitor().send("POST", "/reset-password", { email: "finn@example.org" })).status).toBe(200)
    clock += 60 * 60_000
  })
})

// What goes on around a script: versions, removal, slug, transport; and the jobs that see to it.
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { scriptsApi } from "../../adapters/api/scripts-api.ts"
import type { Database } from "../../adapters/server/database/database.ts"
import { enqueueJob } from "../../adapters/server/jobs/job-queue.ts"
import { runDueRemovals } from "../../adapters/server/scripts/removal-procedure.ts"
import { deliveryRetryDelaysMs } from "../../domain/actions/retry-delays.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { mailsIn } from "../fixtures/mails.ts"
import { type Answer, databases, field, startTestServer, type TestServer, type Visitor } from "../fixtures/server.ts"

const day = 86_400_000

describe.each(databases)("on $name", ({ settings }) => {
  let server: TestServer
  let ada: Visitor
  let boss: Visitor
  let acme = ""
  let clock = Date.parse("2026-03-01T12:00:00Z")
  const community = "acme"
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), at: () => new Date(clock) })
    acme = await server.addCommunity(community)
    await server.addUser("ada", { [acme]: "ROLE_USER" })
    await server.addUser("boss", { [acme]: "ROLE_ADMIN" })
    ada = await server.signedIn("ada")
    boss = await server.signedIn("boss")
  })
  afterAll(() => server.stop())

  /** Lets days go by; whoever was signed in is again. */
  const pass = async (days: number): Promise<void> => {
    clock += days * day
    ada = await server.signedIn("ada")
    boss = await server.signedIn("boss")
  }
  const scripts = () => scriptsApi(ada.api())
  const added = async (name = "Intake"): Promise<ScriptId> => (await scripts().add({ community, name })).uuid
  const save = async (uuid: ScriptId, name: string) => {
    const { public_name, language, instructions } = await scripts().read({ community, uuid })
    return scripts().save({ community, uuid, script: { name, public_name, language, instructions }, markedForDelete: [] })
  }
  const at = (uuid: string, rest = "") => `/api/${community}/chat-scripts/${uuid}${rest}`
  const refusal = (answer: Answer) => [answer.status, answer.json()]

  describe("versions", () => {
    test("every save is there, newest first, and can be looked at", async () => {
      const uuid = await added("one")
      await save(uuid, "two")
      await save(uuid, "three")
      const list = (await ada.send("GET", at(uuid, "/versions"))).json()
      expect(list).toMatchObject({
        total: 3,
        items: [
          { revision: 3, name: "three", savedBy: "ada", instructions: 0 },
          { revision: 2, name: "two" },
          { revision: 1, name: "one" },
        ],
      })
      expect((await ada.send("GET", at(uuid, "/versions?limit=1&offset=1"))).json()).toMatchObject({ items: [{ revision: 2 }], total: 3 })
      expect((await ada.send("GET", at(uuid, "/versions/2"))).json()).toMatchObject({ name: "two", instructions: [] })
      for (const odd of ["4", "0", "-1", "x", "1.5", "99999999999"])
        expect((await ada.send("GET", at(uuid, `/versions/${odd}`))).status).toBe(404)
    })

    test("an earlier one is restored as the next, and what it replaced is kept too", async () => {
      const uuid = await added("one")
      await save(uuid, "two")
      expect((await ada.send("POST", at(uuid, "/versions/1/restore"), {})).json()).toMatchObject({ name: "one", revision: 3 })
      expect((await ada.send("GET", at(uuid, "/versions/2"))).json()).toMatchObject({ name: "two" })
    })

    test("[S5] what is locked is not restored", async () => {
      const uuid = await added("one")
      await save(uuid, "two")
      expect((await ada.send("POST", at(uuid, "/state"), { state: 2 })).status).toBe(200)
      expect((await ada.send("POST", at(uuid, "/versions/1/restore"), {})).status).toBe(422)
      expect((await ada.send("GET", at(uuid))).json()).toMatchObject({ name: "two", revision: 2 })
    })
  })

  describe("transport", () => {
    test("[S5] is chosen in preparation, and locked afterwards", async () => {
      const uuid = await added()
      const choose = (customTransport: unknown) => ada.send("POST", at(uuid, "/config"), { customTransport })
      expect((await choose("statistics-secondary")).json()).toMatchObject({ queue_config: { transport: "statistics-secondary" } })
      expect((await choose("carrier pigeon")).status).toBe(422)
      expect((await choose(null)).json()).toMatchObject({ queue_config: { transport: null } })
      await ada.send("POST", at(uuid, "/state"), { state: 2 })
      expect((await choose("statistics")).status).toBe(422)
    })
  })

  describe("slug", () => {
    const saveSlug = async (uuid: string, slug: string) => (await ada.send("POST", `/api/chat-scripts/${uuid}/save-slug`, { slug })).json()
    test("is saved, read, changed, and nobody else's whatever the case", async () => {
      const [one, other] = [await added(), await added()]
      expect((await ada.send("GET", `/api/chat-scripts/${one}/slug`)).json()).toEqual({ slug: null })
      expect(await saveSlug(one, " Intake-2026 ")).toEqual({ status: "ok", message: "" })
      expect((await ada.send("GET", `/api/chat-scripts/${one}/slug`)).json()).toEqual({ slug: "Intake-2026" })
      expect(await saveSlug(other, "INTAKE-2026")).toEqual({ status: "error", message: "ERROR.SLUG_TAKEN" })
      expect(await saveSlug(one, "intake-2027")).toEqual({ status: "ok", message: "" })
      expect(await saveSlug(other, "intake-2026")).toEqual({ status: "ok", message: "" })
      expect(await saveSlug(one, " ")).toEqual({ status: "error", message: "ERROR.CHAT_SLUG_BLANK" })
      for (const odd of ["a/b", "../x", "a b", "?", "\u0000"])
        expect(await saveSlug(one, odd)).toEqual({ status: "error", message: "ERROR.CHAT_SLUG_SYNTAX" })
    })
    test("of two who want one slug at once one gets it", async () => {
      const uuids = await Promise.all([added(), added(), added()])
      const answers = await Promise.all(uuids.map((uuid) => saveSlug(uuid, "at-once")))
      expect(answers.filter((it) => field(it, "status") === "ok")).toHaveLength(1)
    })
  })

  describe("removal", () => {
    const closed = async (name: string): Promise<ScriptId> => {
      const uuid = await added(name)
      await ada.send("POST", at(uuid, "/state"), { state: 3 })
      return uuid
    }
    const listed = async (): Promise<ReadonlyArray<unknown>> => {
      const { items } = Object((await boss.send("GET", `/api/communities/${acme}/chats/removal`)).json())
      return Array.isArray(items) ? items : []
    }
    const edit = (uuid: string, removalProcedure: boolean, removalWarningDate: string | null, deletedDate: string | null) =>
      boss.send("POST", `/api/chat-scripts/removal-edit/${uuid}`, { removalProcedure, removalWarningDate, deletedDate })

    test("the lists come in pages", async () => {
      for (const name of ["One", "Two", "Three"]) await closed(name)
      const whole = await listed()
      const page = async (query: string) => Object((await boss.send("GET", `/api/communities/${acme}/chats/removal?${query}`)).json()).items
      expect([await page("limit=2"), await page("limit=1&offset=2")]).toEqual([whole.slice(0, 2), whole.slice(2, 3)])
      const admin = await server.signedIn("admin")
      for (const path of [`/api/communities/${acme}/chats/removal`, "/api/communities/chats/removal"])
        expect((await admin.send("GET", `${path}?limit=x`)).status).toBe(422)
    })

    test("[R1] [R5] a new script has the procedure on; closing it sets the dates, opening it again clears them", async () => {
      const uuid = await closed("to be removed")
      const today = new Date(clock).toISOString()
      expect(await scripts().read({ community, uuid })).toMatchObject({
        removalProcedure: true,
        isDeletionApproved: true,
        closedDate: today,
        deletedDate: "2026-09-01T00:00:00.000Z",
        removalWarningDate: "2026-08-18T00:00:00.000Z",
      })
      await ada.send("POST", at(uuid, "/state"), { state: 2 })
      expect(await scripts().read({ community, uuid })).toMatchObject({
        isDeletionApproved: false,
        deletedDate: null,
        removalWarningDate: null,
      })
      const cut = await ada.send("DELETE", at(uuid))
      expect(cut.status).toBe(404)
    })

    test("[R4] a chat that is closed again is warned of again before it goes", async () => {
      const uuid = await closed("closed again")
      const { db } = server.database
      const warned = () => db.selectFrom("scripts").select("warned_at").where("id", "=", uuid).executeTakeFirstOrThrow()
      await db
        .updateTable("scripts")
        .set({ warned_at: new Date(clock) })
        .where("id", "=", uuid)
        .execute()
      for (const state of [2, 3]) {
        expect((await ada.send("POST", at(uuid, "/state"), { state })).status).toBe(200)
        expect(await warned()).toEqual({ warned_at: null })
      }
    })

    test("[S4] nothing about a chat in the archive is changed: its transport, its address, its removal, its external data", async () => {
      const uuid = await added("kept as it is")
      const csrf = field((await ada.send("GET", at(uuid, "/delete"))).json(), "deleteToken")
      expect((await ada.send("POST", at(uuid, "/delete"), { csrf })).status).toBe(200)
      const answers = [
        await ada.send("POST", at(uuid, "/config"), { customTransport: "statistics" }),
        await ada.send("POST", `/api/chat-scripts/${uuid}/save-slug`, { slug: "kept" }),
        await edit(uuid, true, "2026-05-01", "2026-05-02"),
        await ada.send("POST", `/api/datapoint/${uuid}/save`, []),
      ]
      expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
      expect((await ada.send("GET", `/api/chat-scripts/${uuid}/slug`)).json()).toEqual({ slug: null })
    })

    test("[R4] of a community that has no administrator those of the platform are told", async () => {
      await server.addCommunity("leaderless")
      const leaderless = (
        await server.database.db.selectFrom("communities").select("id").where("slug", "=", "leaderless").executeTakeFirstOrThrow()
      ).id
      const told: Array<string> = []
      const uuid = await due("of nobody", null)
      await server.database.db.updateTable("scripts").set({ community_id: leaderless }).where("id", "=", uuid).execute()
      await runDueRemovals({
        ...server,
        now: () => new Date(clock),
        enqueueMail: async (_, { to, text }) => void (text.includes("of nobody") && told.push(to)),
      })
      expect(told).toEqual(["admin@example.org"])
    })

    test("[R5] the toggle turns it off and on", async () => {
      const uuid = await closed("toggled")
      const toggle = async (deletionState: boolean) =>
        (await ada.send("POST", `/api/chat-scripts/${uuid}/deletion-state`, { deletionState })).json()
      const { db } = server.database
      await db
        .updateTable("scripts")
        .set({ warned_at: new Date(clock) })
        .where("id", "=", uuid)
        .execute()
      expect(await toggle(false)).toMatchObject({ removalProcedure: false, isDeletionApproved: false, deletedDate: null })
      expect(await toggle(true)).toMatchObject({
        removalProcedure: true,
        isDeletionApproved: true,
        deletedDate: "2026-09-01T00:00:00.000Z",
      })
      // Its administrators are told of the new dates.
      expect(await db.selectFrom("scripts").select("warned_at").where("id", "=", uuid).execute()).toEqual([{ warned_at: null }])
    })

    test("a chat in the archive has no procedure to turn on or off, and is not copied", async () => {
      const uuid = await added("in the archive")
      const csrf = field((await ada.send("GET", at(uuid, "/delete"))).json(), "deleteToken")
      expect((await ada.send("POST", at(uuid, "/delete"), { csrf })).status).toBe(200)
      for (const deletionState of [true, false])
        expect(refusal(await ada.send("POST", `/api/chat-scripts/${uuid}/deletion-state`, { deletionState }))).toMatchObject([
          422,
          { violations: [{ field: "deletionState", message: "ERROR.REMOVAL_DELETED" }] },
        ])
      expect((await ada.send("POST", at(uuid, "/copy"), {})).status).toBe(422)
    })

    test("[R3] the list has closed chats with the procedure on; an edit that turns it off takes the row out", async () => {
      const uuid = await closed("in the list")
      expect(await listed()).toContainEqual(expect.objectContaining({ uuid, communityName: "Community acme" }))
      expect((await edit(uuid, true, "2026-05-01", "2026-05-02")).json()).toMatchObject({ deletedDate: "2026-05-02T00:00:00.000Z" })
      expect((await edit(uuid, false, null, null)).status).toBe(200)
      expect(JSON.stringify(await listed())).not.toContain(uuid)
    })

    test("[R2] dates before today, and a warning after the removal, are refused", async () => {
      const uuid = await closed("refused")
      expect(refusal(await edit(uuid, true, "2026-02-28", "2026-03-01"))).toMatchObject([
        422,
        { violations: [{ field: "removalWarningDate", message: "ERROR.REMOVAL_DATE_PAST" }] },
      ])
      expect(refusal(await edit(uuid, true, "2026-05-02", "2026-05-01"))).toMatchObject([
        422,
        { violations: [{ field: "removalWarningDate", message: "ERROR.REMOVAL_DATE_AFTER_REMOVAL" }] },
      ])
    })

    test("[R4] administrators are told once on the warning date; on the removal date the script is in the archive and its slug is free", async () => {
      const uuid = await closed("goes for good")
      await ada.send("POST", `/api/chat-scripts/${uuid}/save-slug`, { slug: "goes" })
      await edit(uuid, true, "2026-03-03", "2026-03-10")
      const warnings = async () => (await mailsIn(server.dataDir)).filter(({ text }) => text.includes("goes for good"))
      await pass(2)
      await expect.poll(warnings).toHaveLength(1)
      const [warning] = await warnings()
      expect([warning?.to, warning?.text.includes("2026-03-10")]).toEqual(["boss@example.org", true])
      await pass(3)
      await pass(5)
      await expect.poll(async () => (await ada.send("GET", at(uuid))).json()).toMatchObject({ status: 4 })
      expect(await warnings()).toHaveLength(1)
      expect((await ada.send("GET", `/api/chat-scripts/${uuid}/slug`)).json()).toEqual({ slug: null })
      expect((await boss.send("GET", `/api/communities/${acme}/audit`)).text).toContain("script.removed")
    })

    /** What looks for removals that are due; before it does anything to a script, `first` is done. */
    const looking = (first: () => Promise<unknown>) => {
      const told: Array<string> = []
      const { database } = server
      const transact: Database["transact"] = async (work) => {
        await first()
        return database.transact(work)
      }
      return {
        told,
        look: () =>
          runDueRemovals({
            database: { ...database, transact },
            now: () => new Date(clock),
            enqueueMail: async (_, { text }) => void told.push(text),
          }),
      }
    }
    /** Chats that are closed, and on whose dates the server's own look has been already: that comes once an hour. */
    const due = async (name: string, warnedAt: Date | null): Promise<ScriptId> => {
      const uuid = await closed(name)
      const dates = { removal_warning_date: new Date(clock - 2 * day), deleted_date: new Date(clock - day), warned_at: warnedAt }
      await server.database.db.updateTable("scripts").set(dates).where("id", "=", uuid).execute()
      return uuid
    }
    const later = () => [7, 14].map((days) => new Date(clock + days * day).toISOString().slice(0, 10))

    test("[R4] of two processes that look at the same time one tells the administrators, and nothing is removed untold", async () => {
      const uuid = await due("told once", null)
      const other = looking(async () => undefined)
      const one = looking(other.look)
      await one.look()
      const told = [...one.told, ...other.told].filter((text) => text.includes("told once"))
      expect(told).toHaveLength(1)
      // Both days had gone by: as many lie before it as were to.
      const tomorrow = new Date(clock + day).toISOString().slice(0, 10)
      expect(told[0]).toContain(tomorrow)
      expect((await ada.send("GET", at(uuid))).json()).toMatchObject({ status: 3, deletedDate: `${tomorrow}T00:00:00.000Z` })
      await one.look()
      expect((await ada.send("GET", at(uuid))).json()).toMatchObject({ status: 3 })
      await pass(1)
      await one.look()
      expect((await ada.send("GET", at(uuid))).json()).toMatchObject({ status: 4 })
      expect([...one.told, ...other.told].filter((text) => text.includes("told once"))).toHaveLength(1)
      // The server's own look at this day is over before there is more to look at.
      const looks = server.database.db.selectFrom("jobs").select("id").where("kind", "=", "removals").where("due_at", ">=", new Date(clock))
      await expect.poll(async () => (await looks.where("done_at", "is not", null).execute()).length).toBeGreaterThan(0)
    })

    test("[R2] [R4] what somebody has put off meanwhile is neither told of nor removed, and is told of anew", async () => {
      const untold = await due("put off untold", null)
      const told = await due("put off told", new Date(clock - day))
      const off = await due("turned off", new Date(clock - day))
      const [warning = "", removal = ""] = later()
      const { look, told: mails } = looking(async () => {
        for (const uuid of [untold, told]) expect((await edit(uuid, true, warning, removal)).status).toBe(200)
        expect((await edit(off, false, null, null)).status).toBe(200)
      })
      await look()
      expect(mails.filter((text) => /put off|turned off/.test(text))).toEqual([])
      for (const uuid of [untold, told])
        expect((await ada.send("GET", at(uuid))).json()).toMatchObject({ status: 3, deletedDate: `${removal}T00:00:00.000Z` })
      expect((await ada.send("GET", at(off))).json()).toMatchObject({ status: 3, deletedDate: null })
    })

    test("[R4] one that is put off to a day that has come is told of before it goes", async () => {
      const uuid = await due("put off to today", new Date(clock - day))
      const today = new Date(clock).toISOString().slice(0, 10)
      const { look, told } = looking(() => edit(uuid, true, today, today))
      await look()
      expect(told.filter((text) => text.includes("put off to today"))).toHaveLength(1)
      expect((await ada.send("GET", at(uuid))).json()).toMatchObject({ status: 3 })
    })

    test("[R4] one whose removal goes wrong holds up no other", async () => {
      const [stuck, other] = [await closed("stuck"), await closed("not stuck")]
      const on = (days: number) => new Date(clock + days * day).toISOString().slice(0, 10)
      for (const uuid of [stuck, other]) expect((await edit(uuid, true, on(2), on(9))).status).toBe(200)
      const { db } = server.database
      await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'this one is stuck'; end $$`.execute(
        db,
      )
      await sql`create trigger stuck before update on scripts for each row when (old.name = 'stuck') execute function refuse()`.execute(db)
      await pass(3)
      const warned = async (uuid: ScriptId) =>
        (await db.selectFrom("scripts").select("warned_at").where("id", "=", uuid).executeTakeFirstOrThrow()).warned_at !== null
      await expect.poll(() => warned(other)).toBe(true)
      expect(await warned(stuck)).toBe(false)
      await sql`drop trigger stuck on scripts`.execute(db)
      await expect
        .poll(
          async () => {
            clock += 3_600_000
            return warned(stuck)
          },
          { interval: 1_500 },
        )
        .toBe(true)
      await pass(0)
    })
  })

  test("what is done to a script stands in the audit log of its community, in order, without what it says", async () => {
    const uuid = await added("audited secretly")
    await save(uuid, "audited secretly again")
    await ada.send("PATCH", at(uuid), { name: "audited secretly at last" })
    await ada.send("POST", at(uuid, "/versions/1/restore"), {})
    await ada.send("POST", at(uuid, "/state"), { state: 2 })
    const copy = field((await ada.send("POST", at(uuid, "/copy"), {})).json(), "uuid")
    for (let deed = 0; deed < 2; deed++) {
      const csrf = field((await ada.send("GET", at(copy, "/delete"))).json(), "deleteToken")
      expect((await ada.send("POST", at(copy, "/delete"), { csrf })).status).toBe(200)
    }
    expect((await ada.send("POST", at(uuid, "/delete"), { csrf: "wrong" })).status).toBe(403)
    const log = await boss.send("GET", `/api/communities/${acme}/audit?limit=8`)
    const lines = Object(log.json()).items.map(({ who, deed, thing }: Record<string, string>) => `${who} ${deed} ${thing}`)
    expect(lines.toReversed()).toEqual([
      `ada script.add script ${uuid}`,
      `ada script.save script ${uuid}: revision 2`,
      `ada script.rename script ${uuid}: revision 3`,
      `ada script.restore script ${uuid}: revision 4`,
      `ada script.status script ${uuid}: preparation to live`,
      `ada script.copy script ${uuid}: ${copy}`,
      `ada script.archive script ${copy}`,
      `ada script.erase script ${copy}`,
    ])
    expect(log.text).not.toContain("secretly")
  })

  describe("jobs", () => {
    const job = async (key: string) =>
      server.database.db.selectFrom("jobs").selectAll().where("key", "=", `mail:${key}`).executeTakeFirstOrThrow()

    test("one that fails is tried again with growing pauses, and after a day it has failed for good", async () => {
      await enqueueJob(server.database.db, { kind: "mail", key: "broken", payload: "cannot be opened", due: new Date(clock) })
      for (const [tries, pause] of deliveryRetryDelaysMs.entries()) {
        await expect.poll(async () => (await job("broken")).attempt).toBe(tries + 1)
        await expect.poll(async () => (await job("broken")).leased_until).toBeNull()
        const { due_at, problem } = await job("broken")
        expect([due_at.getTime() - clock, problem === null]).toEqual([pause, false])
        clock = due_at.getTime()
      }
      await expect.poll(async () => (await job("broken")).failed_at).not.toBeNull()
    })

    test("[U1] [U4] what has run out is swept away: sessions, tokens, jobs that are done", async () => {
      await pass(0)
      const uuid = await added("swept")
      expect((await ada.send("GET", at(uuid, "/delete"))).status).toBe(200)
      const { db } = server.database
      const before = new Date(clock)
      const old = async () => [
        (await db.selectFrom("sessions").select("hash").where("seen_at", "<=", before).execute()).length > 0,
        (await db.selectFrom("one_time_tokens").select("hash").where("expires_at", "<=", new Date(clock)).execute()).length > 0,
        (await db.selectFrom("jobs").select("id").where("done_at", "<=", before).execute()).length > 0,
      ]
      await expect.poll(async () => (await old())[2]).toBe(true)
      clock += 31 * day
      expect(await old()).toEqual([true, true, true])
      await expect.poll(old).toEqual([false, false, false])
      await pass(0)
    })

    test("a key is taken once, and a job that a dead process held is taken over", async () => {
      const due = new Date(clock + 60_000)
      await enqueueJob(server.database.db, { kind: "mail", key: "once", payload: "first", due })
      await enqueueJob(server.database.db, { kind: "mail", key: "once", payload: "second", due })
      expect((await job("once")).payload).toBe('"first"')
      await server.database.db
        .updateTable("jobs")
        .set({ leased_until: new Date(clock + 120_000), attempt: 1 })
        .where("key", "=", "mail:once")
        .execute()
      clock += 90_000
      // Once one that is due later is taken, whatever could be taken has been looked at.
      await enqueueJob(server.database.db, { kind: "mail", key: "later", payload: "cannot be opened", due: new Date(clock) })
      await expect.poll(async () => (await job("later")).attempt).toBe(1)
      expect((await job("once")).attempt).toBe(1)
      clock += 60_000
      await expect.poll(async () => (await job("once")).attempt).toBe(2)
    })
  })
})

const [, postgres] = databases
test.runIf(postgres !== undefined)("several processes on one PostgreSQL do each job once", async () => {
  const shared = await postgres?.settings()
  const servers = await Promise.all([startTestServer(shared), startTestServer(shared), startTestServer(shared)])
  const [first] = servers
  const community = await first.addCommunity("shared")
  await first.addUser("boss", { [community]: "ROLE_ADMIN" })
  const boss = await first.signedIn("boss")
  const password = "Correct-Horse-7-Battery"
  for (let i = 0; i < 6; i++) {
    const [from, to] = i % 2 === 0 ? [password, "Sea-Horses-88-Swim"] : ["Sea-Horses-88-Swim", password]
    const answer = await boss.send("POST", "/api/account/change-password", { oldPassword: from, newPassword: to, confirmPassword: to })
    expect(answer.status).toBe(200)
  }
  const sent = async () => (await Promise.all(servers.map(({ dataDir }) => mailsIn(dataDir)))).flat().length
  await expect.poll(sent).toBe(6)
  const mails = () => first.database.db.selectFrom("jobs").select(["attempt", "done_at"]).where("kind", "=", "mail").execute()
  await expect.poll(async () => (await mails()).every(({ done_at }) => done_at !== null)).toBe(true)
  // What is done is nobody's to do again.
  expect((await mails()).map(({ attempt }) => attempt)).toEqual(Array.from({ length: 6 }, () => 1))
  expect(await sent()).toBe(6)
  await Promise.all(servers.map((server) => server.stop()))
})

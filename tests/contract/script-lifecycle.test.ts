// The life of a script beside its content: revisions, transport, slug, removal, audit events and background jobs.
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createScriptsApi } from "../../adapters/api/scripts-api.ts"
import type { Database } from "../../adapters/server/database/database.ts"
import { enqueueJob } from "../../adapters/server/jobs/job-queue.ts"
import { mailJob } from "../../adapters/server/mail/outgoing-mail.ts"
import { runDueRemovals } from "../../adapters/server/scripts/removal-job.ts"
import { deliveryRetryDelaysMs } from "../../domain/actions/delivery.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { createInstructions } from "../fixtures/live-script.ts"
import { readMails } from "../fixtures/mails.ts"
import {
  databases,
  type ReceivedResponse,
  readStringField,
  startTestServer,
  type TestServer,
  usualDatabases,
  type Visitor,
} from "../fixtures/server.ts"
import { waitForWaitingLocks } from "../fixtures/waiting-locks.ts"

const day = 86_400_000

describe.each(usualDatabases)("on $name", ({ name, settings }) => {
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

  /** Advances the clock by some days and signs everyone in again. */
  const advanceDays = async (days: number): Promise<void> => {
    clock += days * day
    ada = await server.signedIn("ada")
    boss = await server.signedIn("boss")
  }
  const scripts = () => createScriptsApi(ada.api())
  const addScript = async (name = "Intake"): Promise<ScriptId> => (await scripts().add({ community, name })).uuid
  const save = async (uuid: ScriptId, name: string) => {
    const { public_name, language, instructions } = await scripts().read({ community, uuid })
    return scripts().save({ community, uuid, script: { name, public_name, language, instructions }, markedForDelete: [] })
  }
  const at = (uuid: string, rest = "") => `/api/${community}/chat-scripts/${uuid}${rest}`
  const refusal = (answer: ReceivedResponse) => [answer.status, answer.json()]

  describe("revisions", () => {
    test("lists every save, newest first, and returns each one, but 404 for an unknown revision", async () => {
      const uuid = await addScript("one")
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

    test("restores an earlier revision as a new one, and keeps the one that it replaces", async () => {
      const uuid = await addScript("one")
      await save(uuid, "two")
      expect((await ada.send("POST", at(uuid, "/versions/1/restore"), {})).json()).toMatchObject({ name: "one", revision: 3 })
      expect((await ada.send("GET", at(uuid, "/versions/2"))).json()).toMatchObject({ name: "two" })
    })

    test("[S5] refuses to restore a revision that differs in locked fields", async () => {
      const uuid = await addScript("one")
      await save(uuid, "two")
      expect((await ada.send("POST", at(uuid, "/state"), { state: 3 })).status).toBe(200)
      expect((await ada.send("POST", at(uuid, "/versions/1/restore"), {})).status).toBe(422)
      expect((await ada.send("GET", at(uuid))).json()).toMatchObject({ name: "two", revision: 2 })
    })
  })

  describe("transport", () => {
    test("[S5] can be changed in preparation, and is locked afterwards", async () => {
      const uuid = await addScript()
      const choose = (customTransport: unknown) => ada.send("POST", at(uuid, "/config"), { customTransport })
      expect((await choose("statistics-secondary")).json()).toMatchObject({ queue_config: { transport: "statistics-secondary" } })
      expect((await choose("carrier pigeon")).status).toBe(422)
      expect((await choose(null)).json()).toMatchObject({ queue_config: { transport: null } })
      await ada.send("POST", at(uuid, "/state"), { state: 3 })
      expect((await choose("statistics")).status).toBe(422)
    })
  })

  describe("slug", () => {
    const saveSlug = async (uuid: string, slug: string) => (await ada.send("POST", `/api/chat-scripts/${uuid}/save-slug`, { slug })).json()
    test("can be saved, read and changed, and is unique in any letter case", async () => {
      const [one, other] = [await addScript(), await addScript()]
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
    test("is given to one of several scripts that save it at the same time", async () => {
      const uuids = await Promise.all([addScript(), addScript(), addScript()])
      const answers = await Promise.all(uuids.map((uuid) => saveSlug(uuid, "at-once")))
      expect(answers.filter((it) => readStringField(it, "status") === "ok")).toHaveLength(1)
    })
    test.runIf(name === "PostgreSQL")("stays as it was when another script takes the new one at the same moment", async () => {
      const [one, other] = [await addScript(), await addScript()]
      expect(await saveSlug(one, "kept-slug")).toEqual({ status: "ok", message: "" })
      let saving: ReturnType<typeof saveSlug> | undefined
      await server.database.db.transaction().execute(async (trx) => {
        await trx.insertInto("chat_slugs").values({ script_id: other, slug: "wanted", slug_key: "wanted" }).execute()
        saving = saveSlug(one, "wanted")
        await waitForWaitingLocks(server.database.db)
      })
      expect(await saving).toEqual({ status: "error", message: "ERROR.SLUG_TAKEN" })
      expect((await ada.send("GET", `/api/chat-scripts/${one}/slug`)).json()).toEqual({ slug: "kept-slug" })
    })
  })

  describe("removal", () => {
    const addClosedScript = async (name: string): Promise<ScriptId> => {
      const uuid = await addScript(name)
      const instructions = createInstructions({ type: "message", says: "Dag" })
      const script = { name, public_name: name, language: "nl" as const, instructions }
      await scripts().save({ community, uuid, script, markedForDelete: [] })
      await ada.send("POST", at(uuid, "/state"), { state: 3 })
      return uuid
    }
    const listRemovals = async (): Promise<ReadonlyArray<unknown>> => {
      const { items } = Object((await boss.send("GET", `/api/communities/${acme}/chats/removal`)).json())
      return Array.isArray(items) ? items : []
    }
    const edit = (uuid: string, removalProcedure: boolean, removalWarningDate: string | null, deletedDate: string | null) =>
      boss.send("POST", `/api/chat-scripts/removal-edit/${uuid}`, { removalProcedure, removalWarningDate, deletedDate })

    test("returns the removal lists in pages", async () => {
      for (const name of ["One", "Two", "Three"]) await addClosedScript(name)
      const whole = await listRemovals()
      const page = async (query: string) => Object((await boss.send("GET", `/api/communities/${acme}/chats/removal?${query}`)).json()).items
      expect([await page("limit=2"), await page("limit=1&offset=2")]).toEqual([whole.slice(0, 2), whole.slice(2, 3)])
      const admin = await server.signedIn("admin")
      for (const path of [`/api/communities/${acme}/chats/removal`, "/api/communities/chats/removal"])
        expect((await admin.send("GET", `${path}?limit=x`)).status).toBe(422)
    })

    test("[R1] [R5] sets the removal dates of a new script when it closes, and clears them when it goes live again", async () => {
      const uuid = await addClosedScript("to be removed")
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
      const deletion = await ada.send("DELETE", at(uuid))
      expect(deletion.status).toBe(404)
    })

    test("[R4] warns again before it removes a chat that was closed again", async () => {
      const uuid = await addClosedScript("closed again")
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

    test("[S4] rejects changes to an archived chat's transport, slug, removal dates and data points", async () => {
      const uuid = await addScript("kept as it is")
      const csrf = readStringField((await ada.send("GET", at(uuid, "/delete"))).json(), "deleteToken")
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

    test("[R4] warns the platform administrators when the community has no administrator", async () => {
      await server.addCommunity("leaderless")
      const leaderless = (
        await server.database.db.selectFrom("communities").select("id").where("slug", "=", "leaderless").executeTakeFirstOrThrow()
      ).id
      const recipients: Array<string> = []
      const uuid = await addOverdueScript("of nobody", null)
      await server.database.db.updateTable("scripts").set({ community_id: leaderless }).where("id", "=", uuid).execute()
      await runDueRemovals({
        ...server,
        now: () => new Date(clock),
        enqueueMail: async (_, { to, text }) => void (text.includes("of nobody") && recipients.push(to)),
      })
      expect(recipients).toEqual(["admin@example.org"])
    })

    test("[R5] turns the procedure off and on with the toggle", async () => {
      const uuid = await addClosedScript("toggled")
      const toggle = async (deletionState: boolean) =>
        (await boss.send("POST", `/api/chat-scripts/${uuid}/deletion-state`, { deletionState })).json()
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
      // The administrators get a new warning with the new dates.
      expect(await db.selectFrom("scripts").select("warned_at").where("id", "=", uuid).execute()).toEqual([{ warned_at: null }])
    })

    test("returns 422 when the procedure of an archived chat is toggled or the chat is copied", async () => {
      const uuid = await addScript("in the archive")
      const csrf = readStringField((await ada.send("GET", at(uuid, "/delete"))).json(), "deleteToken")
      expect((await ada.send("POST", at(uuid, "/delete"), { csrf })).status).toBe(200)
      for (const deletionState of [true, false])
        expect(refusal(await boss.send("POST", `/api/chat-scripts/${uuid}/deletion-state`, { deletionState }))).toMatchObject([
          422,
          { violations: [{ field: "deletionState", message: "ERROR.REMOVAL_DELETED" }] },
        ])
      expect((await ada.send("POST", at(uuid, "/copy"), {})).status).toBe(422)
    })

    test("[R3] lists closed chats with the procedure on, and no longer after an edit turns it off", async () => {
      const uuid = await addClosedScript("in the list")
      expect(await listRemovals()).toContainEqual(expect.objectContaining({ uuid, communityName: "Community acme" }))
      expect((await edit(uuid, true, "2026-05-01", "2026-05-02")).json()).toMatchObject({ deletedDate: "2026-05-02T00:00:00.000Z" })
      expect((await edit(uuid, false, null, null)).status).toBe(200)
      expect(JSON.stringify(await listRemovals())).not.toContain(uuid)
    })

    test("[R2] rejects dates before today and a warning after the removal", async () => {
      const uuid = await addClosedScript("refused")
      expect(refusal(await edit(uuid, true, "2026-02-28", "2026-03-01"))).toMatchObject([
        422,
        { violations: [{ field: "removalWarningDate", message: "ERROR.REMOVAL_DATE_PAST" }] },
      ])
      expect(refusal(await edit(uuid, true, "2026-05-02", "2026-05-01"))).toMatchObject([
        422,
        { violations: [{ field: "removalWarningDate", message: "ERROR.REMOVAL_DATE_AFTER_REMOVAL" }] },
      ])
    })

    test("[R4] warns administrators once on the warning date, and archives the script and frees its slug on the removal date", async () => {
      const uuid = await addClosedScript("goes for good")
      await ada.send("POST", `/api/chat-scripts/${uuid}/save-slug`, { slug: "goes" })
      await edit(uuid, true, "2026-03-03", "2026-03-10")
      const warnings = async () => (await readMails(server.dataDir)).filter(({ text }) => text.includes("goes for good"))
      await advanceDays(2)
      await expect.poll(warnings).toHaveLength(1)
      const [warning] = await warnings()
      expect([warning?.to, warning?.text.includes("2026-03-10")]).toEqual(["boss@example.org", true])
      await advanceDays(3)
      await advanceDays(5)
      await expect.poll(async () => (await ada.send("GET", at(uuid))).json()).toMatchObject({ status: 4 })
      expect(await warnings()).toHaveLength(1)
      expect((await ada.send("GET", `/api/chat-scripts/${uuid}/slug`)).json()).toEqual({ slug: null })
      expect((await boss.send("GET", `/api/communities/${acme}/audit`)).text).toContain("script.removed")
    })

    /** Runs the due removals; `before` runs before each transaction that changes a script. */
    const createRemovalRun = (before: () => Promise<unknown>) => {
      const mails: Array<string> = []
      const { database } = server
      const transact: Database["transact"] = async (work) => {
        await before()
        return database.transact(work)
      }
      return {
        mails,
        run: () =>
          runDueRemovals({
            database: { ...database, transact },
            now: () => new Date(clock),
            enqueueMail: async (_, { text }) => void mails.push(text),
          }),
      }
    }
    /** A closed chat with overdue dates. The server's own hourly job has already run, so it does not handle them. */
    const addOverdueScript = async (name: string, warnedAt: Date | null): Promise<ScriptId> => {
      const uuid = await addClosedScript(name)
      const dates = { removal_warning_date: new Date(clock - 2 * day), deleted_date: new Date(clock - day), warned_at: warnedAt }
      await server.database.db.updateTable("scripts").set(dates).where("id", "=", uuid).execute()
      return uuid
    }
    const newDates = () => [7, 14].map((days) => new Date(clock + days * day).toISOString().slice(0, 10))

    test("[R4] sends one warning when two processes run at the same time, and removes nothing without a warning", async () => {
      const uuid = await addOverdueScript("told once", null)
      const second = createRemovalRun(async () => undefined)
      const first = createRemovalRun(second.run)
      await first.run()
      const warnings = [...first.mails, ...second.mails].filter((text) => text.includes("told once"))
      expect(warnings).toHaveLength(1)
      // Both dates had passed: the removal stays as many days after the warning as planned.
      const tomorrow = new Date(clock + day).toISOString().slice(0, 10)
      expect(warnings[0]).toContain(tomorrow)
      expect((await ada.send("GET", at(uuid))).json()).toMatchObject({ status: 3, deletedDate: `${tomorrow}T00:00:00.000Z` })
      await first.run()
      expect((await ada.send("GET", at(uuid))).json()).toMatchObject({ status: 3 })
      await advanceDays(1)
      await first.run()
      expect((await ada.send("GET", at(uuid))).json()).toMatchObject({ status: 4 })
      expect([...first.mails, ...second.mails].filter((text) => text.includes("told once"))).toHaveLength(1)
      // Wait for the server's own run of this day before the next test adds removals.
      const looks = server.database.db.selectFrom("jobs").select("id").where("kind", "=", "removals").where("due_at", ">=", new Date(clock))
      await expect.poll(async () => (await looks.where("done_at", "is not", null).execute()).length).toBeGreaterThan(0)
    })

    test("[R2] [R4] neither warns of nor removes a chat whose removal was postponed or turned off meanwhile", async () => {
      const unwarned = await addOverdueScript("put off untold", null)
      const warned = await addOverdueScript("put off told", new Date(clock - day))
      const off = await addOverdueScript("turned off", new Date(clock - day))
      const [warning = "", removal = ""] = newDates()
      const { run, mails } = createRemovalRun(async () => {
        for (const uuid of [unwarned, warned]) expect((await edit(uuid, true, warning, removal)).status).toBe(200)
        expect((await edit(off, false, null, null)).status).toBe(200)
      })
      await run()
      expect(mails.filter((text) => /put off|turned off/.test(text))).toEqual([])
      for (const uuid of [unwarned, warned])
        expect((await ada.send("GET", at(uuid))).json()).toMatchObject({ status: 3, deletedDate: `${removal}T00:00:00.000Z` })
      expect((await ada.send("GET", at(off))).json()).toMatchObject({ status: 3, deletedDate: null })
    })

    test("[R4] warns before it removes a chat that was postponed to today", async () => {
      const uuid = await addOverdueScript("put off to today", new Date(clock - day))
      const today = new Date(clock).toISOString().slice(0, 10)
      const { run, mails } = createRemovalRun(() => edit(uuid, true, today, today))
      await run()
      expect(mails.filter((text) => text.includes("put off to today"))).toHaveLength(1)
      expect((await ada.send("GET", at(uuid))).json()).toMatchObject({ status: 3 })
    })

    // Citus has no triggers on distributed tables.
    test.skipIf(name === "Citus")("[R4] warns of other chats when one fails, and retries the failed one", async () => {
      const [stuck, other] = [await addClosedScript("stuck"), await addClosedScript("not stuck")]
      const on = (days: number) => new Date(clock + days * day).toISOString().slice(0, 10)
      for (const uuid of [stuck, other]) expect((await edit(uuid, true, on(2), on(9))).status).toBe(200)
      const { db } = server.database
      await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'this one is stuck'; end $$`.execute(
        db,
      )
      await sql`create trigger stuck before update on scripts for each row when (old.name = 'stuck') execute function refuse()`.execute(db)
      await advanceDays(3)
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
      await advanceDays(0)
    })
  })

  test("records every action on a script in the community's audit log, in order and without its texts", async () => {
    const uuid = await addScript("audited secretly")
    await save(uuid, "audited secretly again")
    await ada.send("PATCH", at(uuid), { name: "audited secretly at last" })
    await ada.send("POST", at(uuid, "/versions/1/restore"), {})
    await ada.send("POST", at(uuid, "/state"), { state: 3 })
    const copy = readStringField((await ada.send("POST", at(uuid, "/copy"), {})).json(), "uuid")
    for (let attempt = 0; attempt < 2; attempt++) {
      const csrf = readStringField((await ada.send("GET", at(copy, "/delete"))).json(), "deleteToken")
      expect((await ada.send("POST", at(copy, "/delete"), { csrf })).status).toBe(200)
    }
    expect((await ada.send("POST", at(uuid, "/delete"), { csrf: "wrong" })).status).toBe(403)
    const log = await boss.send("GET", `/api/communities/${acme}/audit?limit=8`)
    const lines = Object(log.json()).items.map(({ actor, action, target }: Record<string, string>) => `${actor} ${action} ${target}`)
    expect(lines.toReversed()).toEqual([
      `ada script.add script ${uuid}`,
      `ada script.save script ${uuid}: revision 2`,
      `ada script.rename script ${uuid}: revision 3`,
      `ada script.restore script ${uuid}: revision 4`,
      `ada script.status script ${uuid}: preparation to closed`,
      `ada script.copy script ${uuid}: ${copy}`,
      `ada script.archive script ${copy}`,
      `ada script.erase script ${copy}`,
    ])
    expect(log.text).not.toContain("secretly")
  })

  describe("jobs", () => {
    const job = async (key: string) =>
      server.database.db.selectFrom("jobs").selectAll().where("key", "=", `mail:${key}`).executeTakeFirstOrThrow()

    test("retries a failing job with growing delays, and gives up after the last one", async () => {
      await enqueueJob(server.database.db, mailJob, { key: "broken", payload: "cannot be opened", due: new Date(clock) })
      for (const [tries, pause] of deliveryRetryDelaysMs.entries()) {
        await expect.poll(async () => (await job("broken")).attempt).toBe(tries + 1)
        await expect.poll(async () => (await job("broken")).leased_until).toBeNull()
        const { due_at, problem } = await job("broken")
        expect([due_at.getTime() - clock, problem === null]).toEqual([pause, false])
        clock = due_at.getTime()
      }
      await expect.poll(async () => (await job("broken")).failed_at).not.toBeNull()
    })

    test("[U1] [U4] deletes expired sessions, expired tokens and finished jobs", async () => {
      await advanceDays(0)
      const uuid = await addScript("swept")
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
      await advanceDays(0)
    })

    test("keeps the first job of a key, and takes over a job whose lease has expired", async () => {
      const due = new Date(clock + 60_000)
      await enqueueJob(server.database.db, mailJob, { key: "once", payload: "first", due })
      await enqueueJob(server.database.db, mailJob, { key: "once", payload: "second", due })
      expect((await job("once")).payload).toBe('"first"')
      await server.database.db
        .updateTable("jobs")
        .set({ leased_until: new Date(clock + 120_000), attempt: 1 })
        .where("key", "=", "mail:once")
        .execute()
      clock += 90_000
      // When this job, which is due later, has been taken, the queue has considered all others.
      await enqueueJob(server.database.db, mailJob, { key: "later", payload: "cannot be opened", due: new Date(clock) })
      await expect.poll(async () => (await job("later")).attempt).toBe(1)
      expect((await job("once")).attempt).toBe(1)
      clock += 60_000
      await expect.poll(async () => (await job("once")).attempt).toBe(2)
    })
  })
})

const [, postgres] = databases
test.runIf(postgres !== undefined)("several processes on one PostgreSQL database run each job once", async () => {
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
  const sent = async () => (await Promise.all(servers.map(({ dataDir }) => readMails(dataDir)))).flat().length
  await expect.poll(sent).toBe(6)
  const mails = () => first.database.db.selectFrom("jobs").select(["attempt", "done_at"]).where("kind", "=", "mail").execute()
  await expect.poll(async () => (await mails()).every(({ done_at }) => done_at !== null)).toBe(true)
  // No finished job runs again.
  expect((await mails()).map(({ attempt }) => attempt)).toEqual(Array.from({ length: 6 }, () => 1))
  expect(await sent()).toBe(6)
  await Promise.all(servers.map((server) => server.stop()))
})

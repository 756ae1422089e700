// Jobs under stops, long work and dead processes: each is done, once, by somebody (reliability I9).
import { randomUUIDv7 } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { type Database, openDatabase } from "../../adapters/server/database/database.ts"
import { claimJob, enqueueJob, type JobHandler, leaseMs } from "../../adapters/server/jobs/job-queue.ts"
import { startJobRunner } from "../../adapters/server/jobs/job-runner.ts"
import { openMailTransport } from "../../adapters/server/mail/outgoing-mail.ts"
import { deliveryRetryDelaysMs } from "../../domain/actions/retry-delays.ts"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { mailsIn } from "../fixtures/mails.ts"
import { databases } from "../fixtures/server.ts"

type Here = { readonly database: Database; readonly now: () => Date }

describe.each(databases)("on $name", ({ settings }) => {
  const dataDir = preparedDataDir()
  let database: Database
  let clock = Date.parse("2026-03-01T12:00:00Z")
  const problems: Array<string> = []
  beforeAll(async () => {
    database = await openDatabase({ databaseUrl: (await settings())["DATABASE_URL"] ?? null, dataDir }, (problem) => problems.push(problem))
  })
  afterAll(async () => {
    await database.close()
    removeDataDir(dataDir)
  })

  const start = (workers: Readonly<Record<string, JobHandler<Here>>>, grace = 200) =>
    startJobRunner({ database, now: () => new Date(clock) }, { workers, recurring: [], grace }, (problem) => problems.push(problem))
  const post = (kind: string, key?: string) =>
    enqueueJob(database.db, { kind, payload: { of: kind }, due: new Date(clock), ...(key !== undefined && { key }) })
  const jobOf = (kind: string) => database.db.selectFrom("jobs").selectAll().where("kind", "=", kind).executeTakeFirstOrThrow()

  test("a stop waits for what is nearly done", async () => {
    const begun = Promise.withResolvers<void>()
    await post("short")
    const jobs = start(
      {
        short: async () => {
          begun.resolve()
          await pause(100)
        },
      },
      5000,
    )
    await begun.promise
    await jobs.stop()
    expect(await jobOf("short")).toMatchObject({ attempt: 1, payload: "null", leased_until: null })
    expect((await jobOf("short")).done_at).not.toBeNull()
  })

  test.each(["ends when it is told to", "does not listen"])(
    "a stop hands back what is not, and another does it at once: one that %s",
    async (how) => {
      const begun = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      await post(how)
      const first = start({
        [how]: async (_house, _payload, { signal }) => {
          begun.resolve()
          if (how === "does not listen") return released.promise
          await pause(60_000, undefined, { signal })
        },
      })
      await begun.promise
      await first.stop()
      expect(await jobOf(how)).toMatchObject({ attempt: 0, done_at: null, problem: null, leased_until: null })
      const done: Array<unknown> = []
      const second = start({ [how]: async (_house, payload, { attempt }) => void done.push(payload, attempt) })
      await expect.poll(() => done).toEqual([{ of: how }, 1])
      await second.stop()
      released.resolve()
      expect((await jobOf(how)).done_at).not.toBeNull()
    },
  )

  test("a job that another has taken over is that one's to end", async () => {
    const [slow, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await post("taken over")
    const lost = start({
      "taken over": async () => {
        slow.resolve()
        await released.promise
        throw new Error("too late")
      },
    })
    await slow.promise
    // A process that stood still for longer than its lease.
    clock += leaseMs + 1
    const done: Array<number> = []
    const other = start({ "taken over": async (_house, _payload, { attempt }) => void done.push(attempt) })
    await expect.poll(() => done).toEqual([2])
    await expect.poll(async () => (await jobOf("taken over")).done_at).not.toBeNull()
    released.resolve()
    await expect.poll(() => problems.join()).toContain("too late")
    await Promise.all([lost.stop(), other.stop()])
    expect(await jobOf("taken over")).toMatchObject({ attempt: 2, problem: null, failed_at: null })
  })

  test("what was put off, and what was taken, while the clock was a year ahead is done once the clock is right again", async () => {
    const right = clock
    clock += 366 * 86_400_000
    await post("put off")
    const failing = start({
      "put off": async () => {
        throw new Error("not now")
      },
    })
    await expect.poll(async () => (await jobOf("put off")).problem).toContain("not now")
    await failing.stop()
    await post("died with")
    // Whoever takes it says no more of it.
    expect(await claimJob({ database, now: () => new Date(clock) }, ["died with"])).toMatchObject({ kind: "died with" })
    clock = right
    const done: Array<string> = []
    const jobs = start({ "put off": async () => void done.push("put off"), "died with": async () => void done.push("died with") })
    await expect.poll(() => done.toSorted()).toEqual(["died with", "put off"])
    await jobs.stop()
  })

  test("what erases files is tried until it is done, however long the storage is away", async () => {
    await post("erase-files")
    let isAway = true
    const erasing = start({
      "erase-files": async () => {
        if (isAway) throw new Error("the storage is away")
      },
    })
    for (let tries = 1; tries <= deliveryRetryDelaysMs.length + 1; tries++) {
      await expect.poll(async () => (await jobOf("erase-files")).attempt).toBe(tries)
      await expect.poll(async () => (await jobOf("erase-files")).leased_until).toBeNull()
      const { failed_at, due_at } = await jobOf("erase-files")
      expect([failed_at, due_at.getTime() - clock]).toEqual([null, deliveryRetryDelaysMs[tries - 1] ?? Math.max(...deliveryRetryDelaysMs)])
      clock = due_at.getTime()
      if (tries > deliveryRetryDelaysMs.length) isAway = false
    }
    await expect.poll(async () => (await jobOf("erase-files")).done_at).not.toBeNull()
    await erasing.stop()
  })

  test("what a respondent waits for is another's within half a minute of its process's death, and stays its own while that lives", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await post("act")
    const jobs = start(
      {
        act: () => {
          begun.resolve()
          return released.promise
        },
      },
      5000,
    )
    await begun.promise
    // Also of one that dies before it said for the first time that it lives.
    expect((await jobOf("act")).leased_until).toEqual(new Date(clock + 30_000))
    const taken = () => claimJob({ database, now: () => new Date(clock) }, ["act"])
    for (let seconds = 10; seconds <= 60; seconds += 10) {
      clock += 10_000
      vi.advanceTimersByTime(10_000)
      await expect.poll(async () => (await jobOf("act")).leased_until).toEqual(new Date(clock + 30_000))
      expect(await taken()).toBeUndefined()
    }
    vi.useRealTimers()
    // It says nothing any more.
    clock += 29_999
    expect(await taken()).toBeUndefined()
    clock += 2
    expect(await taken()).toMatchObject({ kind: "act", attempt: 2 })
    released.resolve()
    await jobs.stop()
    await database.db.deleteFrom("jobs").where("kind", "=", "act").execute()
  })

  test("a job that takes longer than its lease stays its own while its process says so", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await post("long-winded")
    const jobs = start(
      {
        "long-winded": () => {
          begun.resolve()
          return released.promise
        },
      },
      5000,
    )
    await begun.promise
    clock += leaseMs - 1
    vi.advanceTimersByTime(leaseMs / 3)
    vi.useRealTimers()
    await expect.poll(async () => (await jobOf("long-winded")).leased_until).toEqual(new Date(clock + leaseMs))
    clock += leaseMs - 1
    expect(await claimJob({ database, now: () => new Date(clock) }, ["long-winded"])).toBeUndefined()
    released.resolve()
    await jobs.stop()
    expect(await jobOf("long-winded")).toMatchObject({ attempt: 1, problem: null })
  })

  test("a step that a respondent waits for is tried again within seconds, until the chat goes on without it", async () => {
    await post("act")
    const begun = clock
    const acting = start({
      act: async (_house, _payload, { attempt }) => {
        if (attempt < 4) throw new Error("nobody foresaw this")
      },
    })
    for (let tries = 1; tries < 4; tries++) {
      await expect.poll(async () => (await jobOf("act")).due_at.getTime()).toBeGreaterThan(clock)
      clock = (await jobOf("act")).due_at.getTime()
    }
    await expect.poll(async () => (await jobOf("act")).done_at).not.toBeNull()
    await acting.stop()
    expect(clock - begun).toBeLessThanOrEqual(30_000)
  })

  test("a job of a process whose clock is ahead by minutes stays its own", async () => {
    await post("its own")
    await claimJob({ database, now: () => new Date(clock + leaseMs / 2) }, ["its own"])
    expect(await claimJob({ database, now: () => new Date(clock) }, ["its own"])).toBeUndefined()
  })

  test("one that takes long does not keep the others waiting", async () => {
    const released = Promise.withResolvers<void>()
    const done: Array<string> = []
    await post("long")
    clock += 1
    await post("quick")
    const jobs = start({ long: () => released.promise, quick: async () => void done.push("quick") }, 5000)
    await expect.poll(() => done).toEqual(["quick"])
    released.resolve()
    await jobs.stop()
  })

  test("while the database is away that is said once, and once that it is back; what is due then is done", async () => {
    let [isAway, looks] = [false, 0]
    const fickle = {
      ...database,
      get db() {
        looks++
        if (isAway) throw new Error("nobody there")
        return database.db
      },
    }
    const said: Array<string> = []
    const done: Array<string> = []
    const workers = { "after the outage": async () => void done.push("done") }
    const jobs = startJobRunner({ database: fickle, now: () => new Date(clock) }, { workers, recurring: [], grace: 200 }, (it) =>
      said.push(it),
    )
    await expect.poll(() => looks).toBeGreaterThan(0)
    isAway = true
    await expect.poll(() => said).toEqual(["jobs: Error: nobody there"])
    looks = 0
    // It is asked again after 2 seconds, then after 4.
    await pause(4_500)
    expect(said).toHaveLength(1)
    expect(looks).toBeGreaterThanOrEqual(1)
    expect(looks).toBeLessThanOrEqual(2)
    isAway = false
    await post("after the outage")
    await expect.poll(() => done).toEqual(["done"])
    await jobs.stop()
    expect(said).toEqual(["jobs: Error: nobody there", "jobs: the database is back"])
  })

  test("while nothing is due the database is asked about once a second, and not for a change, however many lanes there are", async () => {
    const asked = { reads: 0, changes: 0 }
    const counting: Database = {
      ...database,
      get db() {
        asked.reads++
        return database.db
      },
      transact: (work) => {
        asked.changes++
        return database.transact(work)
      },
    }
    const idle = {
      workers: { nothing: async () => undefined, "of its own": async () => undefined },
      recurring: [],
      ownLanes: { "of its own": 4 },
    }
    const jobs = startJobRunner({ database: counting, now: () => new Date(clock) }, idle, (problem) => problems.push(problem))
    await pause(2_500)
    await jobs.stop()
    expect(asked.changes).toBe(0)
    expect(asked.reads).toBeGreaterThanOrEqual(2)
    expect(asked.reads).toBeLessThanOrEqual(4)
  })

  describe("of two communities", () => {
    const scriptOf = async (slug: string): Promise<string> => {
      const [community, script] = [randomUUIDv7(), randomUUIDv7()]
      const at = new Date(clock)
      await database.db.insertInto("communities").values({ id: community, name: slug, slug, made_at: at }).execute()
      const named = { name: slug, public_name: slug, language: "nl", status: 2, revision: 1, transport: null }
      const row = { ...named, id: script, community_id: community, is_deletion_approved: false, removal_procedure: true, updated_at: at }
      await database.db.insertInto("scripts").values(row).execute()
      return script
    }

    test("one whose receivers do not answer holds up no delivery of the other, however many it has", async () => {
      const [slow, other] = [await scriptOf("slow"), await scriptOf("other")]
      const add = (script: string, of: string) => enqueueJob(database.db, { kind: "fair", payload: of, script, due: new Date(clock) })
      for (let i = 0; i < 20; i++) await add(slow, "slow")
      const released = Promise.withResolvers<void>()
      const begun: Array<unknown> = []
      const jobs = startJobRunner(
        { database, now: () => new Date(clock) },
        {
          workers: {
            fair: async (_house, payload) => {
              begun.push(payload)
              if (payload === "slow") await released.promise
            },
          },
          recurring: [],
          ownLanes: { fair: 4 },
          grace: 5000,
        },
        (problem) => problems.push(problem),
      )
      await expect.poll(() => begun.length).toBeGreaterThanOrEqual(2)
      clock += 1
      for (let i = 0; i < 3; i++) await add(other, "other")
      jobs.wake()
      await expect.poll(() => begun.filter((of) => of === "other").length).toBe(3)
      released.resolve()
      // With the lanes free again all of it is done.
      await expect.poll(() => begun.length).toBe(23)
      await jobs.stop()
    })
  })

  test("what a change enqueues is not there when the change is not kept", async () => {
    const change = database.transact(async (it) => {
      await enqueueJob(it, { kind: "never", payload: null, due: new Date(clock) })
      throw new Error("not kept")
    })
    await expect(change).rejects.toThrow("not kept")
    expect(await database.db.selectFrom("jobs").select("id").where("kind", "=", "never").execute()).toEqual([])
  })

  test("many enqueue one key at once, and two runners do it once", async () => {
    const done: Array<unknown> = []
    await Promise.all(Array.from({ length: 20 }, () => post("keyed", "the key")))
    const work = { keyed: async () => void done.push("done") }
    const runners = [start(work), start(work)]
    await expect.poll(async () => (await jobOf("keyed")).done_at).not.toBeNull()
    await Promise.all(runners.map((it) => it.stop()))
    expect(done).toEqual(["done"])
  })
})

test("a mail that is sent again is the same mail", async () => {
  const dataDir = preparedDataDir()
  const post = openMailTransport({ smtpUrl: null, mailFrom: "console@example.org", dataDir })
  const mail = { to: "bob@example.org", subject: "Once", text: "Once\n" }
  const id = "01900000-0000-7000-8000-000000000001"
  await post.send(mail, id)
  await post.send(mail, id)
  expect(await mailsIn(dataDir)).toHaveLength(1)
  post.close()
  removeDataDir(dataDir)
})

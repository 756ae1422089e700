// The job queue across shutdowns, long jobs, crashed processes and clock changes: each job is done once.

import { randomUUIDv7 } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import * as Schema from "effect/Schema"
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest"
import { actionJob } from "../../adapters/server/conversations/conversation-progress.ts"
import { type Database, openDatabase } from "../../adapters/server/database/database.ts"
import { fileErasureJob } from "../../adapters/server/jobs/file-erasure.ts"
import { defineJob, type JobHandler, type JobPolicy, type RunnableJob } from "../../adapters/server/jobs/job-definition.ts"
import { claimJob, enqueueJob, leaseMs } from "../../adapters/server/jobs/job-queue.ts"
import { startJobRunner } from "../../adapters/server/jobs/job-runner.ts"
import { openMailTransport } from "../../adapters/server/mail/mail-transport.ts"
import { deliveryRetryDelaysMs } from "../../domain/actions/delivery.ts"
import { preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { readMails } from "../fixtures/mails.ts"
import { databases } from "../fixtures/server.ts"

/** Milliseconds between polls of job runners whose polls are counted. */
const pollIntervalMs = 100
/** By how much a timer of Node may be early. */
const timerToleranceMs = 2

type JobContext = { readonly database: Database; readonly now: () => Date }

/** A job with any payload. */
const jobOfKind = (kind: string) => defineJob({ kind, payload: Schema.Unknown })
/** Jobs of the product whose policies are tested, and others. */
const policies: ReadonlyArray<JobPolicy> = [actionJob, fileErasureJob, { kind: "fair", lanes: 4 }, { kind: "of its own", lanes: 4 }]
const toJobs = (handlers: Readonly<Record<string, JobHandler<unknown, JobContext>>>): ReadonlyArray<RunnableJob<JobContext>> =>
  Object.entries(handlers).map(([kind, run]) => ({ ...policies.find((it) => it.kind === kind), kind, run }))

describe.each(databases)("on $name", ({ settings }) => {
  const dataDir = preparedDataDir()
  let database: Database
  let clock = Date.parse("2026-03-01T12:00:00Z")
  const reportedProblems: Array<string> = []
  beforeAll(async () => {
    database = await openDatabase({ databaseUrl: (await settings())["DATABASE_URL"] ?? null, dataDir }, (problem) =>
      reportedProblems.push(problem),
    )
  })
  afterAll(async () => {
    await database.close()
    removeDataDir(dataDir)
  })

  const start = (handlers: Readonly<Record<string, JobHandler<unknown, JobContext>>>, grace = 200) =>
    startJobRunner({ database, now: () => new Date(clock) }, { jobs: toJobs(handlers), grace }, (problem) => reportedProblems.push(problem))
  const enqueue = (kind: string, key?: string) =>
    enqueueJob(database.db, jobOfKind(kind), { payload: { of: kind }, due: new Date(clock), ...(key !== undefined && { key }) })
  const jobOf = (kind: string) => database.db.selectFrom("jobs").selectAll().where("kind", "=", kind).executeTakeFirstOrThrow()

  test("waits at a shutdown for a job that finishes soon", async () => {
    const begun = Promise.withResolvers<void>()
    await enqueue("short")
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
    "releases an unfinished job at a shutdown, so that another runner does it immediately: one that %s",
    async (behavior) => {
      const begun = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      await enqueue(behavior)
      const first = start({
        [behavior]: async (_context, _payload, { signal }) => {
          begun.resolve()
          if (behavior === "does not listen") return released.promise
          await pause(60_000, undefined, { signal })
        },
      })
      await begun.promise
      await first.stop()
      expect(await jobOf(behavior)).toMatchObject({ attempt: 0, done_at: null, problem: null, leased_until: null })
      const done: Array<unknown> = []
      const second = start({ [behavior]: async (_context, payload, { attempt }) => void done.push(payload, attempt) })
      await expect.poll(() => done).toEqual([{ of: behavior }, 1])
      await second.stop()
      released.resolve()
      expect((await jobOf(behavior)).done_at).not.toBeNull()
    },
  )

  test("ignores the failure of a job that another runner has taken over", async () => {
    const [started, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await enqueue("taken over")
    const stalled = start({
      "taken over": async () => {
        started.resolve()
        await released.promise
        throw new Error("too late")
      },
    })
    await started.promise
    // As if the process had been blocked for longer than its lease.
    clock += leaseMs + 1
    const done: Array<number> = []
    const other = start({ "taken over": async (_context, _payload, { attempt }) => void done.push(attempt) })
    await expect.poll(() => done).toEqual([2])
    await expect.poll(async () => (await jobOf("taken over")).done_at).not.toBeNull()
    released.resolve()
    await expect.poll(() => reportedProblems.join()).toContain("too late")
    await Promise.all([stalled.stop(), other.stop()])
    expect(await jobOf("taken over")).toMatchObject({ attempt: 2, problem: null, failed_at: null })
  })

  test("runs jobs that were delayed or claimed while the clock was a year ahead once it is right again", async () => {
    const correctTime = clock
    clock += 366 * 86_400_000
    await enqueue("put off")
    const failing = start({
      "put off": async () => {
        throw new Error("not now")
      },
    })
    await expect.poll(async () => (await jobOf("put off")).problem).toContain("not now")
    await failing.stop()
    await enqueue("died with")
    // Claimed by a process that then dies.
    expect(await claimJob({ database, now: () => new Date(clock) }, [{ kind: "died with" }])).toMatchObject({ attempt: 1 })
    clock = correctTime
    const done: Array<string> = []
    const jobs = start({ "put off": async () => void done.push("put off"), "died with": async () => void done.push("died with") })
    await expect.poll(() => done.toSorted()).toEqual(["died with", "put off"])
    await jobs.stop()
  })

  test("retries a job that erases files until it succeeds", async () => {
    await enqueue("erase-files")
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

  test("frees a respondent's step 30 seconds after its process died and keeps its lease while the process lives", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    onTestFinished(() => void vi.useRealTimers())
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await enqueue("act")
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
    // The first lease is as short, for a process that dies before it renews.
    expect((await jobOf("act")).leased_until).toEqual(new Date(clock + 30_000))
    const claim = () => claimJob({ database, now: () => new Date(clock) }, [actionJob])
    for (let seconds = 10; seconds <= 60; seconds += 10) {
      clock += 10_000
      vi.advanceTimersByTime(10_000)
      await expect.poll(async () => (await jobOf("act")).leased_until).toEqual(new Date(clock + 30_000))
      expect(await claim()).toBeUndefined()
    }
    vi.useRealTimers()
    // The lease is no longer renewed.
    clock += 29_999
    expect(await claim()).toBeUndefined()
    clock += 2
    expect(await claim()).toMatchObject({ policy: { kind: "act" }, attempt: 2 })
    released.resolve()
    await jobs.stop()
    await database.db.deleteFrom("jobs").where("kind", "=", "act").execute()
  })

  test("renews the lease of a job that takes longer than its lease", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    onTestFinished(() => void vi.useRealTimers())
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await enqueue("long-winded")
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
    expect(await claimJob({ database, now: () => new Date(clock) }, [{ kind: "long-winded" }])).toBeUndefined()
    released.resolve()
    await jobs.stop()
    expect(await jobOf("long-winded")).toMatchObject({ attempt: 1, problem: null })
  })

  test("retries a respondent's step three times within 30 seconds", async () => {
    await enqueue("act")
    const begun = clock
    const act: JobHandler<unknown, JobContext> = async (_context, _payload, { attempt }) => {
      if (attempt < 4) throw new Error("nobody foresaw this")
    }
    const acting = start({ act })
    for (let tries = 1; tries < 4; tries++) {
      await expect.poll(async () => (await jobOf("act")).due_at.getTime()).toBeGreaterThan(clock)
      clock = (await jobOf("act")).due_at.getTime()
    }
    await expect.poll(async () => (await jobOf("act")).done_at).not.toBeNull()
    await acting.stop()
    expect(clock - begun).toBeLessThanOrEqual(30_000)
  })

  test("does not claim a job of a process whose clock is minutes ahead", async () => {
    await enqueue("its own")
    await claimJob({ database, now: () => new Date(clock + leaseMs / 2) }, [{ kind: "its own" }])
    expect(await claimJob({ database, now: () => new Date(clock) }, [{ kind: "its own" }])).toBeUndefined()
  })

  test("runs other jobs while a long one is running", async () => {
    const released = Promise.withResolvers<void>()
    const done: Array<string> = []
    await enqueue("long")
    clock += 1
    await enqueue("quick")
    const jobs = start({ long: () => released.promise, quick: async () => void done.push("quick") }, 5000)
    await expect.poll(() => done).toEqual(["quick"])
    released.resolve()
    await jobs.stop()
  })

  test("reports once that the database is away and once that it is back, and then runs due jobs", async () => {
    const pollTimes: Array<number> = []
    let isAway = false
    const unreliableDatabase = {
      ...database,
      get db() {
        pollTimes.push(performance.now())
        if (isAway) throw new Error("nobody there")
        return database.db
      },
    }
    const reports: Array<string> = []
    const done: Array<string> = []
    const outlasting = toJobs({ "after the outage": async () => void done.push("done") })
    const jobs = startJobRunner(
      { database: unreliableDatabase, now: () => new Date(clock) },
      { jobs: outlasting, grace: 200, pollIntervalMs },
      (problem) => reports.push(problem),
    )
    await expect.poll(() => pollTimes.length).toBeGreaterThan(0)
    isAway = true
    await expect.poll(() => reports).toEqual(["jobs: Error: nobody there"])
    pollTimes.splice(0, pollTimes.length - 1)
    await expect.poll(() => pollTimes.length).toBe(6)
    expect(reports).toHaveLength(1)
    // The interval doubles with each poll, up to eight times its length. Timers may be late, but not early.
    for (const [i, factor] of [2, 4, 8, 8, 8].entries())
      expect((pollTimes[i + 1] ?? 0) - (pollTimes[i] ?? 0)).toBeGreaterThanOrEqual(pollIntervalMs * factor - timerToleranceMs)
    isAway = false
    await enqueue("after the outage")
    await expect.poll(() => done).toEqual(["done"])
    await jobs.stop()
    expect(reports).toEqual(["jobs: Error: nobody there", "jobs: the database is back"])
  })

  test("polls the database once an interval without transactions while nothing is due, for any number of lanes", async () => {
    const readTimes: Array<number> = []
    let changes = 0
    const counting: Database = {
      ...database,
      get db() {
        readTimes.push(performance.now())
        return database.db
      },
      transact: (work) => {
        changes++
        return database.transact(work)
      },
    }
    const idle = {
      jobs: toJobs({ nothing: async () => undefined, "of its own": async () => undefined }),
      pollIntervalMs,
    }
    const jobs = startJobRunner({ database: counting, now: () => new Date(clock) }, idle, (problem) => reportedProblems.push(problem))
    await expect.poll(() => readTimes.length).toBeGreaterThanOrEqual(5)
    await jobs.stop()
    expect(changes).toBe(0)
    for (const [i, at] of readTimes.slice(1).entries())
      expect(at - (readTimes[i] ?? 0)).toBeGreaterThanOrEqual(pollIntervalMs - timerToleranceMs)
  })

  describe("for two communities", () => {
    const scriptOf = async (slug: string): Promise<string> => {
      const [community, script] = [randomUUIDv7(), randomUUIDv7()]
      const at = new Date(clock)
      await database.db.insertInto("communities").values({ id: community, name: slug, slug, made_at: at }).execute()
      const named = { name: slug, public_name: slug, language: "nl", status: 2, revision: 1, transport: null }
      const row = { ...named, id: script, community_id: community, is_deletion_approved: false, removal_procedure: true, updated_at: at }
      await database.db.insertInto("scripts").values(row).execute()
      return script
    }

    test("runs the deliveries of one while the receivers of the other do not respond", async () => {
      const [slowScript, otherScript] = [await scriptOf("slow"), await scriptOf("other")]
      const add = (script: string, community: string) =>
        enqueueJob(database.db, jobOfKind("fair"), { payload: community, script, due: new Date(clock) })
      for (let i = 0; i < 20; i++) await add(slowScript, "slow")
      const released = Promise.withResolvers<void>()
      const begun: Array<unknown> = []
      const jobs = startJobRunner(
        { database, now: () => new Date(clock) },
        {
          jobs: toJobs({
            fair: async (_context, payload) => {
              begun.push(payload)
              if (payload === "slow") await released.promise
            },
          }),
          grace: 5000,
        },
        (problem) => reportedProblems.push(problem),
      )
      await expect.poll(() => begun.length).toBeGreaterThanOrEqual(2)
      clock += 1
      for (let i = 0; i < 3; i++) await add(otherScript, "other")
      jobs.wake()
      await expect.poll(() => begun.filter((of) => of === "other").length).toBe(3)
      released.resolve()
      // Once the lanes are free, all jobs are done.
      await expect.poll(() => begun.length).toBe(23)
      await jobs.stop()
    })
  })

  test("does not enqueue a job when its transaction is rolled back", async () => {
    const change = database.transact(async (transaction) => {
      await enqueueJob(transaction, jobOfKind("never"), { payload: null, due: new Date(clock) })
      throw new Error("not kept")
    })
    await expect(change).rejects.toThrow("not kept")
    expect(await database.db.selectFrom("jobs").select("id").where("kind", "=", "never").execute()).toEqual([])
  })

  test("runs a job once that is enqueued 20 times with the same key, with two runners", async () => {
    const done: Array<unknown> = []
    await Promise.all(Array.from({ length: 20 }, () => enqueue("keyed", "the key")))
    const work = { keyed: async () => void done.push("done") }
    const runners = [start(work), start(work)]
    await expect.poll(async () => (await jobOf("keyed")).done_at).not.toBeNull()
    await Promise.all(runners.map((runner) => runner.stop()))
    expect(done).toEqual(["done"])
  })
})

test("stores a mail once that is sent again with the same id", async () => {
  const dataDir = preparedDataDir()
  const transport = openMailTransport({ smtpUrl: null, mailFrom: "console@example.org", dataDir })
  const mail = { to: "bob@example.org", subject: "Once", text: "Once\n" }
  const id = "01900000-0000-7000-8000-000000000001"
  await transport.send(mail, id)
  await transport.send(mail, id)
  expect(await readMails(dataDir)).toHaveLength(1)
  transport.close()
  removeDataDir(dataDir)
})

// The /metrics endpoint: what it counts, and that it reveals no ids, slugs or paths.
import { get } from "node:http"
import { networkInterfaces } from "node:os"
import * as Schema from "effect/Schema"
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { enqueueJob } from "../../adapters/server/jobs/job-queue.ts"
import { startTestServer, type TestServer, usualDatabase } from "../fixtures/server.ts"

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(await usualDatabase.settings())
})
afterAll(() => server.stop())

const fetchMetrics = async (): Promise<string> => (await server.visitor().send("GET", "/metrics")).text
const valueOf = (text: string, line: string): number =>
  Number(
    text
      .split("\n")
      .find((row) => row.startsWith(`${line} `))
      ?.slice(line.length + 1),
  )

test("counts requests by route and status without ids, slugs or unknown paths", async () => {
  await server.addCommunity("secretive")
  const admin = await server.signedIn("admin")
  for (const slug of ["secretive", "nothing-like-it"]) await admin.send("GET", `/api/${slug}/chat-scripts`)
  await admin.send("GET", "/no/such/page")
  const answer = await server.visitor().send("GET", "/metrics")
  expect(answer.headers.get("content-type")).toContain("text/plain")
  const counterFor = (status: number) => `http_requests_total{method="GET",route="/api/:community/chat-scripts",status="${status}"}`
  expect([valueOf(answer.text, counterFor(200)), valueOf(answer.text, counterFor(404))]).toEqual([1, 1])
  expect(valueOf(answer.text, 'http_request_duration_seconds_count{method="GET",route="/api/:community/chat-scripts"}')).toBe(2)
  expect(answer.text).toContain("process_resident_memory_bytes")
  for (const name of ["secretive", "nothing-like-it", "/no/such"]) expect(answer.text).not.toContain(name)
})

test("counts jobs by state", async () => {
  const { db } = server.database
  const job = { kind: "nothing does this", payload: Schema.Null }
  const later = new Date(Date.now() + 3_600_000)
  await enqueueJob(db, job, { payload: null, due: later })
  await enqueueJob(db, job, { payload: null, due: new Date(0) })
  await enqueueJob(db, job, { payload: null, key: "failed", due: later })
  await db.updateTable("jobs").set({ failed_at: new Date() }).where("key", "is not", null).where("due_at", "=", later).execute()
  const text = await fetchMetrics()
  expect(["due", "later", "failed"].map((state) => valueOf(text, `jobs{state="${state}"}`))).toEqual([1, 1, 1])
})

test("counts the transactions that were run again", async () => {
  const readRetries = async () => valueOf(await fetchMetrics(), "database_transactions_retried_total")
  const before = await readRetries()
  let isFirst = true
  await server.database.transact(async (trx) => {
    if (!isFirst) return
    isFirst = false
    await sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(trx)
  })
  expect([before, await readRetries()]).toEqual([before, before + 1])
})

describe("access to the metrics", () => {
  const token = "a-token-for-the-metrics"
  let guarded: TestServer
  beforeAll(async () => {
    guarded = await startTestServer({ ...(await usualDatabase.settings()), METRICS_TOKEN: token })
  })
  afterAll(() => guarded.stop())

  test("is refused to requests that a proxy has forwarded, unless a token is set", async () => {
    for (const headers of [
      { "x-forwarded-for": "198.51.100.1" },
      { "x-forwarded-proto": "https" },
      { forwarded: "for=198.51.100.1" },
      { "x-real-ip": "198.51.100.1" },
      { via: "1.1 proxy" },
    ])
      expect((await server.visitor().send("GET", "/metrics", undefined, headers)).status).toBe(404)
  })

  test("is refused to requests that name another host, as a proxy on this machine forwards them", async () => {
    const statusFor = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get(`${server.address}/metrics`, { headers: { host } }, (response) => resolve(response.resume().statusCode)).on("error", reject)
      })
    expect(await Promise.all(["surveys.example.org", "127.0.0.1.example.org", "localhost:9"].map(statusFor))).toEqual([404, 404, 200])
  })

  /** An address of this machine that other machines can reach. */
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address

  test.runIf(outside !== undefined)("is refused to requests from other addresses than this machine's own loopback", async () => {
    const open = await startTestServer({ ...(await usualDatabase.settings()), HOST: "0.0.0.0" })
    const { port } = new URL(open.address)
    const statusFrom = (hostname: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get({ hostname, port, path: "/metrics", headers: { host: `localhost:${port}` } }, (response) =>
          resolve(response.resume().statusCode),
        ).on("error", reject)
      })
    expect([await statusFrom("127.0.0.1"), await statusFrom(outside ?? "")]).toEqual([200, 404])
    await open.stop()
  })

  test("requires the token if one is set, from wherever it comes", async () => {
    const statusOf = async (headers: Readonly<Record<string, string>>) =>
      (await guarded.visitor().send("GET", "/metrics", undefined, headers)).status
    expect([await statusOf({}), await statusOf({ authorization: "Bearer wrong" })]).toEqual([404, 404])
    expect(await statusOf({ authorization: `Bearer ${token}`, "x-forwarded-for": "198.51.100.1" })).toBe(200)
  })
})

// How much respondents may ask for (adapters/server/security/rate-limit.ts): counted by all processes together, and forgotten after a minute.

import { randomUUID } from "node:crypto"
import { connect } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createRateLimits } from "../../adapters/server/security/rate-limit.ts"
import { rateLimitPerMinute } from "../../domain/conversations/conversation-limits.ts"
import { shortCodeAlphabet, shortCodeLength } from "../../domain/links/access-key.ts"
import { instructionsOf, makeLive } from "../fixtures/live-script.ts"
import { newPass, png, sendFile, tell } from "../fixtures/respondent.ts"
import { type Answer, databases, startTestServer, type TestServer, visitor } from "../fixtures/server.ts"

describe.each(databases)("on $name", ({ name, settings }) => {
  let clock = Date.parse("2026-03-01T12:00:00Z")
  /** Two processes of one database; the embedded one has one alone. */
  const servers: Array<TestServer> = []
  let script = ""
  const question = { uuid: randomUUID(), type: "file" } as const
  const instructions = instructionsOf({ type: "question", says: "Een foto?", question })
  const [asked] = instructions.map(({ uuid }) => uuid)
  beforeAll(async () => {
    const where = await settings()
    for (let n = name === "embedded" ? 1 : 2; n > 0; n--)
      servers.push(await startTestServer({ ...where, PROXIES: "1", at: () => new Date(clock) }))
    await servers[0]?.addCommunity("acme")
    const admin = await servers[0]?.signedIn("admin")
    if (admin !== undefined) script = await makeLive(admin, "acme", instructions)
  })
  afterAll(async () => {
    for (const server of servers) await server.stop()
  })
  beforeEach(() => {
    clock += 61_000
  })

  /** Any of the processes, in turn. */
  const address = (turn: number): string => servers[turn % servers.length]?.address ?? ""
  const open = (turn: number, pass: string, anonymous: object | null = { community: "acme", script }): Promise<Answer> =>
    tell(address(turn), "open", { pass, ...(anonymous !== null && { anonymous }) })
  const upload = async (turn: number, pass: string): Promise<number> =>
    (await sendFile(address(turn), { pass, uuid: asked ?? "", content: png, name: "a.png" })).status

  test("files of one conversation, whichever process they are sent to; those of another, and of the next minute, are taken", async () => {
    const [pass, other] = [newPass(), newPass()]
    for (const it of [pass, other]) expect((await open(0, it)).status).toBe(200)
    const statuses: Array<number> = []
    for (let i = 0; i <= rateLimitPerMinute.file; i++) statuses.push(await upload(i, pass))
    expect(statuses).toEqual([...Array.from({ length: rateLimitPerMinute.file }, () => 200), 429])
    expect([await upload(1, pass), await upload(1, other)]).toEqual([429, 200])
    clock += 60_000
    expect(await upload(1, pass)).toBe(200)
  }, 60_000)

  test("files of one address, whichever conversations they are sent for", async () => {
    const [pass, other] = [newPass(), newPass()]
    for (const it of [pass, other]) expect((await open(0, it)).status).toBe(200)
    expect(await upload(0, pass)).toBe(200)
    // As if others there had sent theirs.
    await servers[0]?.database.db
      .updateTable("crowd")
      .set({ count: rateLimitPerMinute.upload })
      .where("minute", ">=", new Date(clock - 60_000))
      .execute()
    expect([await upload(0, other), await upload(1, other)]).toEqual([429, 429])
    clock += 60_000
    expect(await upload(1, other)).toBe(200)
  })

  test("guesses of one address, also those that are made at once", async () => {
    const guesses = await Promise.all(
      Array.from({ length: rateLimitPerMinute.guess + 10 }, async (_, i) => (await open(i, newPass(), null)).status),
    )
    expect(guesses.filter((status) => status === 404)).toHaveLength(rateLimitPerMinute.guess)
    const late = await open(1, newPass(), null)
    expect([late.status, Number(late.headers.get("retry-after")) <= 60]).toEqual([429, true])
  })

  test("guesses of one network, from whichever of its addresses", async () => {
    const guess = async (from: string) =>
      (await visitor(address(0)).send("POST", "/chat/api/open", { pass: newPass() }, { "x-forwarded-for": from })).status
    const statuses: Array<number> = []
    for (let i = 0; i <= rateLimitPerMinute.guess; i++) statuses.push(await guess(`2001:db8::${1 + (i % 2)}`))
    expect(statuses).toEqual([...Array.from({ length: rateLimitPerMinute.guess }, () => 404), 429])
    expect(await guess("2001:db8:0:1::1")).toBe(404)
  }, 60_000)

  test.runIf(name === "embedded")(
    "looks of one network at live statistics; those of another, and of the next minute, are answered",
    async () => {
      const { hostname, port } = new URL(address(0))
      /** The statuses of so many looks at what is not there, in turn, on one line. */
      const look = async (many: number, net = "2001:db8"): Promise<ReadonlyArray<string>> => {
        const line = connect(Number(port), hostname).setEncoding("latin1")
        const asked = (i: number) =>
          `HEAD /stats/api/x/x HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${net}::${1 + (i % 2)}\r\nconnection: ${i + 1 < many ? "keep-alive" : "close"}`
        line.write(Array.from({ length: many }, (_, i) => `${asked(i)}\r\n\r\n`).join(""))
        let said = ""
        for await (const text of line) said += text
        return [...said.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status = ""]) => status)
      }
      const statuses = await look(rateLimitPerMinute.look + 2)
      expect([statuses.length, statuses.indexOf("429"), statuses.at(-1)]).toEqual([
        rateLimitPerMinute.look + 2,
        rateLimitPerMinute.look,
        "429",
      ])
      expect(await look(1, "2001:db8:0:1")).toEqual(["404"])
      clock += 60_000
      expect(await look(1)).toEqual(["404"])
    },
    60_000,
  )

  test("conversations that one address begins", async () => {
    expect((await open(0, newPass())).status).toBe(200)
    // As if the others of the school had begun theirs.
    await servers[0]?.database.db
      .updateTable("crowd")
      .set({ count: rateLimitPerMinute.begin })
      .where("minute", ">=", new Date(clock - 60_000))
      .execute()
    expect([(await open(0, newPass())).status, (await open(1, newPass())).status]).toEqual([429, 429])
    clock += 60_000
    expect((await open(1, newPass())).status).toBe(200)
  })

  test("what an address is counted under holds for a day, and does not tell it from another of the next", async () => {
    const keys = async (): Promise<ReadonlyArray<string>> =>
      ((await servers[0]?.database.db.selectFrom("crowd").select("key").execute()) ?? []).map(({ key }) => key)
    const day = 86_400_000
    // At noon, so that all that is done until the next day's noon is done on two days.
    clock = Math.ceil(clock / day) * day + day / 2
    const before = await keys()
    await open(0, newPass())
    const first = (await keys()).filter((key) => !before.includes(key))
    expect(first).toHaveLength(1)
    await open(1, newPass())
    expect((await keys()).filter((key) => !before.includes(key))).toEqual(first)
    clock += day
    await open(0, newPass())
    const second = (await keys()).filter((key) => ![...before, ...first].includes(key))
    expect(second).toHaveLength(1)
    expect([...first, ...second].join()).not.toContain("127.0.0.1")
  })

  test("a clock that is put back, by however much, keeps nobody waiting for longer than a minute", async () => {
    const pass = newPass()
    await open(0, pass)
    for (let i = 0; i < rateLimitPerMinute.file; i++) await upload(i, pass)
    expect(await upload(0, pass)).toBe(429)
    clock -= 2 * 3_600_000
    expect(await upload(0, pass)).toBe(200)
    clock += 2 * 3_600_000
    const code = shortCodeAlphabet.slice(0, shortCodeLength)
    for (let i = 0; i < rateLimitPerMinute.guess; i++) await open(i, code, null)
    expect((await open(0, code, null)).status).toBe(429)
    clock -= 2 * 3_600_000
    expect((await open(0, code, null)).status).toBe(404)
    clock += 2 * 3_600_000
    const database = servers[0]?.database
    if (database === undefined) throw new Error("there is no server")
    const { countAnswer } = createRateLimits(database, { sign: (_, text) => text })
    for (let i = 0; i < rateLimitPerMinute.answer; i++) countAnswer(pass, new Date(clock))
    expect(() => countAnswer(pass, new Date(clock))).toThrow("Too many")
    expect(() => countAnswer(pass, new Date(clock - 2 * 3_600_000))).not.toThrow()
  }, 60_000)
})

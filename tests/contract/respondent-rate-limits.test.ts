// Rate limits of respondents (adapters/server/security/respondent-rate-limit.ts): all processes count together, for a minute.

import { randomUUID } from "node:crypto"
import { connect } from "node:net"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createConversationsApi } from "../../adapters/api/conversations-api.ts"
import { findConversationByAccessKey, guardAccessKey, UnknownAccessKey } from "../../adapters/server/conversations/conversation-progress.ts"
import { createRespondentRateLimits } from "../../adapters/server/security/respondent-rate-limit.ts"
import { addressShare, chatLimitPerDay, maxWaitingRequests, rateLimitPerMinute } from "../../domain/conversations/conversation-limits.ts"
import { shortCodeAlphabet, shortCodeLength } from "../../domain/links/respondent-urls.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { createInstructions, createLiveScript } from "../fixtures/live-script.ts"
import { callChatApi, createAccessToken, smallestPng, uploadAnswerFile } from "../fixtures/respondent.ts"
import { type ReceivedResponse, startTestServer, type TestServer, usualDatabases, visitor } from "../fixtures/server.ts"

describe.each(usualDatabases)("a rate limit on $name", ({ name, settings }) => {
  let clock = Date.parse("2026-03-01T12:00:00Z")
  /** Two processes on one PostgreSQL database; the embedded database has only one. */
  const servers: Array<TestServer> = []
  let script: ScriptId
  const question = { uuid: randomUUID(), type: "file" } as const
  const instructions = createInstructions({ type: "question", says: "Een foto?", question })
  const [questionUuid] = instructions.map(({ uuid }) => uuid)
  beforeAll(async () => {
    const serverSettings = await settings()
    for (let n = name === "embedded" ? 1 : 2; n > 0; n--)
      servers.push(await startTestServer({ ...serverSettings, PROXIES: "1", at: () => new Date(clock) }))
    await servers[0]?.addCommunity("acme")
    const admin = await servers[0]?.signedIn("admin")
    if (admin !== undefined) script = await createLiveScript(admin, "acme", instructions)
  })
  afterAll(async () => {
    for (const server of servers) await server.stop()
  })
  beforeEach(() => {
    clock += 61_000
  })

  /** The address of a process, in turn. */
  const address = (turn: number): string => servers[turn % servers.length]?.address ?? ""
  const open = (turn: number, pass: string, anonymous: object | null = { community: "acme", script }): Promise<ReceivedResponse> =>
    callChatApi(address(turn), "open", { pass, ...(anonymous !== null && { anonymous }) })
  /** Opens an anonymous conversation and stores it. */
  const begin = async (turn: number, pass: string): Promise<number> => {
    await open(turn, pass)
    return (await callChatApi(address(turn), "watch", { pass, after: 1 })).status
  }
  const upload = async (turn: number, pass: string): Promise<number> =>
    (await uploadAnswerFile(address(turn), { pass, uuid: questionUuid ?? "", content: smallestPng, name: "a.png" })).status

  test("restricts the files of one conversation per minute across processes, but not those of another one", async () => {
    const [pass, otherPass] = [createAccessToken(), createAccessToken()]
    for (const accessToken of [pass, otherPass]) expect((await open(0, accessToken)).status).toBe(200)
    const statuses: Array<number> = []
    for (let i = 0; i <= rateLimitPerMinute.file; i++) statuses.push(await upload(i, pass))
    expect(statuses).toEqual([...Array.from({ length: rateLimitPerMinute.file }, () => 200), 429])
    expect([await upload(1, pass), await upload(1, otherPass)]).toEqual([429, 200])
    clock += 60_000
    expect(await upload(1, pass)).toBe(200)
  })

  test("restricts the files of one client address across conversations", async () => {
    const [pass, otherPass] = [createAccessToken(), createAccessToken()]
    for (const accessToken of [pass, otherPass]) expect(await begin(0, accessToken)).toBe(200)
    expect(await upload(0, pass)).toBe(200)
    // As if other respondents at this address had sent files.
    await servers[0]?.database.db
      .updateTable("crowd")
      .set({ count: rateLimitPerMinute.upload })
      .where("minute", ">=", new Date(clock - 60_000))
      .execute()
    expect([await upload(0, otherPass), await upload(1, otherPass)]).toEqual([429, 429])
    clock += 60_000
    expect(await upload(1, otherPass)).toBe(200)
  })

  test("restricts guesses of one client address, also at the same time", async () => {
    const guesses = await Promise.all(
      Array.from({ length: rateLimitPerMinute.guess + 10 }, async (_, i) => (await open(i, createAccessToken(), null)).status),
    )
    expect(guesses.filter((status) => status === 404)).toHaveLength(rateLimitPerMinute.guess)
    const late = await open(1, createAccessToken(), null)
    expect([late.status, Number(late.headers.get("retry-after")) <= 60]).toEqual([429, true])
  })

  test("counts a guessed code as a guess, whatever chat the call names", async () => {
    const guess = async (turn: number) => {
      const code = Array.from({ length: shortCodeLength }, () => shortCodeAlphabet[Math.floor(Math.random() * shortCodeAlphabet.length)])
      return (await open(turn, code.join(""))).status
    }
    const statuses: Array<number> = []
    for (let i = 0; i <= rateLimitPerMinute.guess; i++) statuses.push(await guess(i))
    expect(statuses).toEqual([...Array.from({ length: rateLimitPerMinute.guess }, () => 404), 429])
    expect((await open(0, createAccessToken())).status).toBe(200)
  })

  test("counts the code of another chat as a guess, which the response does not tell from an unknown one", async () => {
    const admin = await servers[0]?.signedIn("admin")
    if (admin === undefined) throw new Error("there is no server")
    const other = await createLiveScript(admin, "acme", instructions)
    const [link] = await createConversationsApi(admin.api()).makeLinks({ community: "acme", uuid: other, amount: 1, short: true })
    const statuses: Array<number> = []
    for (let i = 0; i <= rateLimitPerMinute.guess; i++) statuses.push((await open(i, link?.code ?? "")).status)
    expect(statuses).toEqual([...Array.from({ length: rateLimitPerMinute.guess }, () => 404), 429])
  })

  test("lets guesses that arrive together learn nothing about more codes than one after the other", async () => {
    const [server] = servers
    const admin = await server?.signedIn("admin")
    const links =
      admin && (await createConversationsApi(admin.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: true }))
    const code = links?.[0]?.code ?? ""
    if (server === undefined) throw new Error("there is no server")
    const { database } = server
    const context = { database, rateLimits: createRespondentRateLimits(database, { sign: (_, text) => text }), now: () => new Date(clock) }
    /** Whether each of the codes opens a conversation. */
    const openAll = (codes: ReadonlyArray<string>) => {
      const openOne = (accessKey: string) =>
        guardAccessKey(context, { accessKey, ip: "192.0.2.1" }, async () => {
          if ((await findConversationByAccessKey(database.db, accessKey)) === undefined) throw new UnknownAccessKey()
          return true
        })
      return Promise.all(codes.map((it) => openOne(it).catch(() => false)))
    }
    const wrongCodes = Array.from({ length: rateLimitPerMinute.guess }, () => "2a3bcdefgh")
    expect(await openAll([...wrongCodes, code])).toEqual([...wrongCodes.map(() => false), false])
    clock += 60_000
    // Those who know their codes are not limited.
    expect(await openAll([...wrongCodes, ...wrongCodes].map(() => code))).not.toContain(false)
  })

  test("restricts guesses of one IPv6 network from any of its addresses", async () => {
    const guessFrom = async (from: string) =>
      (await visitor(address(0)).send("POST", "/chat/api/open", { pass: createAccessToken() }, { "x-forwarded-for": from })).status
    const statuses: Array<number> = []
    for (let i = 0; i <= rateLimitPerMinute.guess; i++) statuses.push(await guessFrom(`2001:db8::${1 + (i % 2)}`))
    expect(statuses).toEqual([...Array.from({ length: rateLimitPerMinute.guess }, () => 404), 429])
    expect(await guessFrom("2001:db8:0:1::1")).toBe(404)
  })

  test.runIf(name === "embedded")(
    "restricts requests of one network for live statistics per minute, but not those of another one",
    async () => {
      const { hostname, port } = new URL(address(0))
      /** The statuses of that many requests for unknown statistics on one connection, as many at a time as may wait there. */
      const sendLooks = async (many: number, net = "2001:db8"): Promise<ReadonlyArray<string>> => {
        const socket = connect(Number(port), hostname).setEncoding("latin1")
        const requestOf = (i: number) =>
          `HEAD /stats/api/x/x HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${net}::${1 + (i % 2)}\r\nconnection: ${i + 1 < many ? "keep-alive" : "close"}\r\n\r\n`
        let sent = 0
        const sendNext = () => {
          const from = sent
          sent = Math.min(many, from + maxWaitingRequests)
          socket.write(Array.from({ length: sent - from }, (_, i) => requestOf(from + i)).join(""))
        }
        sendNext()
        const statuses: Array<string> = []
        let unread = ""
        for await (const text of socket) {
          const heads = `${unread}${text}`.split("\r\n\r\n")
          unread = heads.pop() ?? ""
          statuses.push(...heads.map((head) => /^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? head))
          if (statuses.length === sent && sent < many) sendNext()
        }
        return statuses
      }
      const statuses = await sendLooks(rateLimitPerMinute.look + 2)
      expect([statuses.length, statuses.indexOf("429"), statuses.at(-1)]).toEqual([
        rateLimitPerMinute.look + 2,
        rateLimitPerMinute.look,
        "429",
      ])
      expect(await sendLooks(1, "2001:db8:0:1")).toEqual(["404"])
      clock += 60_000
      expect(await sendLooks(1)).toEqual(["404"])
    },
    60_000,
  )

  test("restricts the conversations that one client address begins", async () => {
    expect(await begin(0, createAccessToken())).toBe(200)
    // As if other respondents at this address had begun theirs.
    await servers[0]?.database.db
      .updateTable("crowd")
      .set({ count: rateLimitPerMinute.begin })
      .where("minute", ">=", new Date(clock - 60_000))
      .execute()
    expect([await begin(0, createAccessToken()), await begin(1, createAccessToken())]).toEqual([429, 429])
    clock += 60_000
    expect(await begin(1, createAccessToken())).toBe(200)
  })

  test("restricts the anonymous chats that one client address opens, but not those of another one", async () => {
    // Opening a chat that does not exist counts too, and takes less time.
    const body = { pass: createAccessToken(), anonymous: { community: "acme", script: randomUUID() } }
    const openFrom = async (ip: string) =>
      (await visitor(address(0)).send("POST", "/chat/api/open", body, { "x-forwarded-for": ip })).status
    const batchSize = 50
    for (let opened = 0; opened < rateLimitPerMinute.open; opened += batchSize) {
      const statuses = await Promise.all(Array.from({ length: batchSize }, () => openFrom("192.0.2.3")))
      expect([...new Set(statuses)]).toEqual([404])
    }
    expect([await openFrom("192.0.2.3"), await openFrom("192.0.2.4")]).toEqual([429, 404])
    clock += 60_000
    expect(await openFrom("192.0.2.3")).toBe(404)
  })

  describe("for a chat and a day", () => {
    const day = 86_400_000
    let midnight = 0
    beforeEach(() => {
      midnight = Math.ceil((clock + 1) / day) * day
      clock = midnight + day / 2
    })
    const from = (ip: string) => ({ "x-forwarded-for": ip })
    const beginFrom = (ip: string, pass = createAccessToken()) =>
      visitor(address(1)).send("POST", "/chat/api/watch", { pass, after: 1, anonymous: { community: "acme", script } }, from(ip))
    const uploadFrom = (ip: string, pass: string) =>
      uploadAnswerFile(address(1), { pass, uuid: questionUuid ?? "", content: smallestPng, name: "a.png", headers: from(ip) })
    /** As if the addresses so far had taken so much of what they, and the chat, may take on this day. */
    const setTaken = (count: number) =>
      servers[0]?.database.db.updateTable("crowd").set({ count }).where("minute", "=", new Date(midnight)).execute()

    test("restricts the anonymous conversations from any address, until the next day", async () => {
      expect((await beginFrom("192.0.2.1")).status).toBe(200)
      await setTaken(chatLimitPerDay.starts)
      const refused = await beginFrom("192.0.2.2")
      expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, day / 2 / 1000])
      clock = midnight + day
      expect((await beginFrom("192.0.2.2")).status).toBe(200)
    })

    test("restricts the anonymous conversations of one address to its share, which leaves the rest to others", async () => {
      for (const ip of ["192.0.2.1", "2001:db8:1:1::1"]) expect((await beginFrom(ip)).status).toBe(200)
      await setTaken(chatLimitPerDay.starts * addressShare)
      // Refused ones do not count for the chat.
      for (let n = 0; n < 3; n++) expect((await beginFrom("192.0.2.1")).status).toBe(429)
      expect((await beginFrom("2001:db8:1:2::1")).status).toBe(429)
      for (const ip of ["192.0.2.2", "2001:db8:2:1::1"]) expect((await beginFrom(ip)).status).toBe(200)
      const [chat] =
        (await servers[0]?.database.db
          .selectFrom("crowd")
          .select("count")
          .where("minute", "=", new Date(midnight))
          .orderBy("count", "desc")
          .execute()) ?? []
      expect(chat?.count).toBe(chatLimitPerDay.starts * addressShare + 3)
    })

    test("restricts the files of anonymous respondents of a chat, and of one address, without those with personal links", async () => {
      const admin = await servers[0]?.signedIn("admin")
      const links =
        admin && (await createConversationsApi(admin.api()).makeLinks({ community: "acme", uuid: script, amount: 1, short: false }))
      const personal = links?.[0]?.conversation ?? ""
      expect((await callChatApi(address(0), "watch", { pass: personal, after: 0 })).status).toBe(200)
      const [pass, another] = [createAccessToken(), createAccessToken()]
      for (const it of [pass, another]) await beginFrom("192.0.2.9", it)
      expect((await uploadFrom("192.0.2.1", pass)).status).toBe(200)
      await setTaken(chatLimitPerDay.anonymousFileKilobytes * addressShare)
      expect([(await uploadFrom("192.0.2.1", another)).status, (await uploadFrom("192.0.2.2", another)).status]).toEqual([429, 200])
      await setTaken(chatLimitPerDay.anonymousFileKilobytes)
      expect((await uploadFrom("192.0.2.3", another)).status).toBe(429)
      expect((await uploadFrom("192.0.2.1", personal)).status).toBe(200)
      clock = midnight + day
      expect((await uploadFrom("192.0.2.1", pass)).status).toBe(200)
    })

    test("counts nothing for chats that do not exist", async () => {
      const anonymous = { community: "acme", script: randomUUID() }
      const body = { pass: createAccessToken(), after: 1, anonymous }
      expect((await visitor(address(0)).send("POST", "/chat/api/watch", body, from("192.0.2.1"))).status).toBe(404)
      const after = await servers[0]?.database.db.selectFrom("crowd").select("key").where("minute", "=", new Date(midnight)).execute()
      expect(after).toEqual([])
    })
  })

  test("counts a client address under a key that changes daily and does not contain the address", async () => {
    const keys = async (): Promise<ReadonlyArray<string>> =>
      ((await servers[0]?.database.db.selectFrom("crowd").select("key").execute()) ?? []).map(({ key }) => key)
    const day = 86_400_000
    // At noon, so that the calls until the next noon fall on two days.
    clock = Math.ceil(clock / day) * day + day / 2
    const before = await keys()
    await begin(0, createAccessToken())
    const firstKeys = (await keys()).filter((key) => !before.includes(key))
    // Two of the address, and one of the chat.
    expect(firstKeys).toHaveLength(3)
    await begin(1, createAccessToken())
    expect((await keys()).filter((key) => !before.includes(key)).toSorted()).toEqual(firstKeys.toSorted())
    clock += day
    await begin(0, createAccessToken())
    const secondKeys = (await keys()).filter((key) => ![...before, ...firstKeys].includes(key))
    expect(secondKeys).toHaveLength(3)
    expect([...firstKeys, ...secondKeys].join()).not.toContain("127.0.0.1")
  })

  test("lasts no longer than a minute when the clock is set back", async () => {
    const pass = createAccessToken()
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
    const { countAnswer } = createRespondentRateLimits(database, { sign: (_, text) => text })
    for (let i = 0; i < rateLimitPerMinute.answer; i++) countAnswer(pass, new Date(clock))
    expect(() => countAnswer(pass, new Date(clock))).toThrow("Too many")
    expect(() => countAnswer(pass, new Date(clock - 2 * 3_600_000))).not.toThrow()
  })
})

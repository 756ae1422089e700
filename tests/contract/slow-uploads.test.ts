// Respondents' uploads that arrive slowly: they are written to disk as they arrive, few at a time, and not for too long.
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { Agent, request as httpRequest, type IncomingMessage } from "node:http"
import { PassThrough } from "node:stream"
import { buffer } from "node:stream/consumers"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { answerFileKey } from "../../adapters/server/answer-files/answer-file-repository.ts"
import { HttpError } from "../../adapters/server/http/http-error.ts"
import { readSettings } from "../../adapters/server/settings.ts"
import { openStorage } from "../../adapters/server/storage/storage.ts"
import { createUploadLimits } from "../../adapters/server/uploads/upload-limits.ts"
import { maxConcurrentUploads, minUploadRate } from "../../domain/conversations/upload-limits.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { createInstructions, createLiveScript } from "../fixtures/live-script.ts"
import { callChatApi, createAccessToken, smallestPng, uploadAnswerFile } from "../fixtures/respondent.ts"
import { type Bucket, startBucket } from "../fixtures/s3-server.ts"
import { startTestServer, type TestServer, usualDatabases } from "../fixtures/server.ts"
import { beginSlowUpload, formField, formFile, listArrivingFiles, mostOf, type SlowUpload } from "../fixtures/slow-upload.ts"

/** Bytes that are enough for one period of the minimum rate. */
const enoughBytes = (minUploadRate.bytesPerSecond * minUploadRate.periodMs) / 1000

let bucket: Bucket
beforeAll(async () => {
  bucket = await startBucket()
})
afterAll(() => bucket.stop())

describe.each([
  ...usualDatabases.map(({ name, settings }) => ({ name: `a folder, on ${name}`, settings })),
  { name: "a bucket", settings: async () => ({ STORAGE_URL: bucket.address }) },
])("to $name", ({ settings }) => {
  let clock = Date.parse("2026-03-01T12:00:00Z")
  let uptime = 0
  let server: TestServer
  let storageSettings: Readonly<Record<string, string>>
  let acme = ""
  let script: ScriptId
  let instructions: ReadonlyArray<Instruction> = []
  const uploads: Array<SlowUpload> = []
  beforeAll(async () => {
    storageSettings = await settings()
    server = await startTestServer({ ...storageSettings, at: () => new Date(clock), uptime: () => uptime })
    acme = await server.addCommunity("acme")
    await server.addUser("ada", { [acme]: "ROLE_USER" })
    const question = { uuid: randomUUID(), type: "file", skipable: true } as const
    instructions = createInstructions({ type: "question", label: "foto", says: "Een foto?", question })
    script = await createLiveScript(await server.signedIn("ada"), "acme", instructions)
  })
  afterAll(() => server.stop())
  beforeEach(() => {
    clock += 61_000
  })
  afterEach(async () => {
    for (const { abort } of uploads.splice(0)) abort()
    await vi.waitFor(
      () => {
        if (listArriving().length > 0) throw new Error("a file was left over")
      },
      { timeout: 120_000 }, // ends a test that hangs
    )
  })

  const uuid = () => instructions[0]?.uuid ?? ""
  const listArriving = () => listArrivingFiles(server.dataDir)
  const openChat = async (): Promise<string> => {
    const pass = createAccessToken()
    const opened = await callChatApi(server.address, "open", { pass, anonymous: { community: "acme", script } })
    expect(opened.status).toBe(200)
    // As the page does before its first upload: the conversation is stored.
    const { start } = Object(opened.json())
    expect((await callChatApi(server.address, "watch", { pass, anonymous: { community: "acme", script, start }, after: 0 })).status).toBe(
      200,
    )
    return pass
  }
  const upload = (pass: string) => uploadAnswerFile(server.address, { pass, uuid: uuid(), content: smallestPng, name: "a.png" })
  /** Begins an upload with the first bytes of an image; `finish` sends the rest. */
  const beginUpload = (pass: string, bytes: number): SlowUpload => {
    const start = `${formField("pass", pass)}${formField("uuid", uuid())}${formFile("file")}`
    const image = Buffer.concat([smallestPng, Buffer.alloc(bytes - smallestPng.length, 7)])
    const upload = beginSlowUpload(`${server.address}/chat/api/files`, Buffer.concat([Buffer.from(start), image]))
    uploads.push(upload)
    return upload
  }

  test("are on disk as far as they have arrived, and are stored once they are complete", async () => {
    const bytes = 3_000_000
    const slow = beginUpload(await openChat(), bytes)
    await expect.poll(() => listArriving()[0]).toBeGreaterThan(mostOf(bytes))
    // No row yet, and no file under a name.
    expect(await server.database.db.selectFrom("answer_files").selectAll().execute()).toEqual([])
    slow.send(Buffer.alloc(500, 7))
    slow.finish()
    const { status, body } = await slow.response
    expect(status).toBe(200)
    const [id = ""] = String(JSON.parse(body).name).split("/")
    expect(await server.database.db.selectFrom("answer_files").select(["id", "bytes"]).execute()).toEqual([{ id, bytes: bytes + 500 }])
    const storage = await openStorage(readSettings({ DATA_DIR: server.dataDir, ...storageSettings }))
    const stored = await storage.get(answerFileKey({ community: acme, script }, id))
    expect(
      stored && (await buffer(stored.stream)).equals(Buffer.concat([smallestPng, Buffer.alloc(bytes + 500 - smallestPng.length, 7)])),
    ).toBe(true)
    storage.close()
    expect(listArriving()).toEqual([])
  })

  test("leave nothing when they break off, are refused, or are too large", async () => {
    const pass = await openChat()
    const cut = beginUpload(pass, 100_000)
    await expect.poll(() => listArriving()[0]).toBeGreaterThan(mostOf(100_000))
    cut.abort()
    await expect(cut.response).rejects.toThrow("socket hang up")
    await expect.poll(listArriving).toEqual([])
    const large = beginUpload(pass, 16 * 1024 * 1024)
    // Refused although it never ends.
    expect((await large.response).status).toBe(413)
    const text = await uploadAnswerFile(server.address, { pass, uuid: uuid(), content: Buffer.from("text"), name: "a.png" })
    expect(text.status).toBe(422)
    expect(listArriving()).toEqual([])
  })

  test("do not block the connection when they are refused before they have arrived", async ({ onTestFinished }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const pass = await openChat()
    const long = Buffer.alloc(20 * 1024 * 1024, smallestPng)
    const bodies = [
      [413, `${formField("pass", pass)}${formField("uuid", uuid())}${formFile("file")}`],
      [404, `${formField("pass", createAccessToken())}${formField("uuid", uuid())}${formFile("file")}`],
      [400, formField("a", "1").repeat(5)],
    ] as const
    for (const [status, start] of bodies) {
      const headers = { "content-type": "multipart/form-data; boundary=b" }
      const request = httpRequest(`${server.address}/chat/api/files`, { method: "POST", headers, agent })
      request.write(start)
      request.end(Buffer.concat([long, Buffer.from("\r\n--b--\r\n")]))
      const [response]: ReadonlyArray<IncomingMessage> = await once(request, "response")
      response?.resume()
      const next = httpRequest(`${server.address}/healthz`, { agent }).end()
      const [healthy]: ReadonlyArray<IncomingMessage> = await once(next, "response")
      healthy?.resume()
      expect([response?.statusCode, healthy?.statusCode]).toEqual([status, 200])
    }
  })

  test("are two of a conversation at a time, without limiting others", async () => {
    const [pass, otherPass] = [await openChat(), await openChat()]
    const [first] = [beginUpload(pass, 1000), beginUpload(pass, 1000)]
    await expect.poll(() => listArriving().length).toBe(2)
    const refused = await beginUpload(pass, 1000).response
    expect([refused.status, refused.headers?.["retry-after"]]).toEqual([429, "5"])
    expect((await upload(otherPass)).status).toBe(200)
    first?.finish()
    expect((await first?.response)?.status).toBe(200)
    expect((await upload(pass)).status).toBe(200)
  })

  test("are aborted below the minimum rate, whatever arrived before", async () => {
    for (const bytes of [1000, enoughBytes + 1000]) {
      const slow = beginUpload(await openChat(), bytes)
      await expect.poll(() => Math.max(0, ...listArriving())).toBeGreaterThan(mostOf(bytes))
      let isOver = false
      const response = slow.response.finally(() => {
        isOver = true
      })
      // Time counts only while the server waits for the sender, so that one step is not enough while a part is being stored.
      await expect
        .poll(() => {
          uptime += minUploadRate.periodMs
          return isOver
        })
        .toBe(true)
      const { status, headers } = await response
      expect([status, headers?.["connection"]]).toEqual([408, "close"])
      await expect.poll(listArriving).toEqual([])
    }
    expect((await upload(await openChat())).status).toBe(200)
  })
})

describe("the limits of one process", () => {
  test.each([
    ["respondents", "staff"],
    ["staff", "respondents"],
  ] as const)("admit no more uploads of %s than the maximum, until one has ended, and those of %s all the same", (sender, other) => {
    const limits = createUploadLimits()
    const uploads = Array.from({ length: maxConcurrentUploads.perProcess[sender] }, (_, i) =>
      limits.admit(sender, { id: `sender ${i}`, network: `network ${i}` }),
    )
    const admit = () => limits.admit(sender, { id: "another one", network: "another network" })
    limits.admit(other, { id: "sender 0", network: "network 0" }).end()
    expect(admit).toThrow(expect.objectContaining({ status: 503, headers: { "retry-after": "5" } }))
    uploads[0]?.end()
    expect(admit).not.toThrow()
    expect(admit).toThrow(HttpError)
    limits.close()
  })

  test("admit no more than a share from one network, until one has ended", () => {
    const limits = createUploadLimits()
    const admit = (id: string, network = "a network") => limits.admit("respondents", { id, network })
    const uploads = Array.from({ length: maxConcurrentUploads.perNetwork }, (_, i) => admit(`conversation ${i}`))
    expect(() => admit("another one")).toThrow(expect.objectContaining({ status: 429, headers: { "retry-after": "5" } }))
    expect(() => admit("another one", "another network")).not.toThrow()
    // An office may share a network.
    for (let i = 0; i < maxConcurrentUploads.perProcess.staff; i++) limits.admit("staff", { id: `user ${i}`, network: null })
    uploads[0]?.end()
    expect(() => admit("another one")).not.toThrow()
    limits.close()
  })

  /** Limits with a clock of their own; `pass` moves it and lets the limits check the uploads. */
  const createTimedLimits = () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
    onTestFinished(() => void vi.useRealTimers())
    let uptime = 0
    const limits = createUploadLimits({ uptime: () => uptime })
    const pass = (milliseconds: number) => {
      uptime += milliseconds
      vi.advanceTimersByTime(1000)
    }
    return { limits, pass }
  }

  test("begin a new period when enough bytes have arrived, and abort an upload at the end of a period with fewer", async () => {
    const { limits, pass } = createTimedLimits()
    const content = new PassThrough({ highWaterMark: 2 * enoughBytes })
    const parts = limits.admit("respondents", { id: "conversation", network: "network" }).read(content)
    content.write(Buffer.alloc(enoughBytes))
    await parts.next()
    const next = parts.next()
    pass(minUploadRate.periodMs)
    pass(minUploadRate.periodMs - 1)
    expect(content.destroyed).toBe(false)
    pass(1)
    await expect(next).rejects.toMatchObject({ status: 408 })
    limits.close()
  })

  test("do not count the time that the server takes to store a part", async () => {
    const { limits, pass } = createTimedLimits()
    const content = new PassThrough()
    const parts = limits.admit("respondents", { id: "conversation", network: "network" }).read(content)
    content.write("a")
    await parts.next()
    pass(10 * minUploadRate.periodMs)
    content.write("b")
    await parts.next()
    expect(content.destroyed).toBe(false)
    const next = parts.next()
    pass(minUploadRate.periodMs - 1)
    expect(content.destroyed).toBe(false)
    pass(1)
    await expect(next).rejects.toMatchObject({ status: 408 })
    limits.close()
  })

  test("abort an upload whose sender sends nothing between two files", { tags: ["long"] }, async () => {
    const { limits, pass } = createTimedLimits()
    const next = limits.admit("staff", { id: "user", network: null }).waitFor(new Promise(() => undefined))
    pass(minUploadRate.periodMs)
    await expect(next).rejects.toMatchObject({ status: 408 })
    limits.close()
  })

  test("do not count the time that the server takes between two files", { tags: ["long"] }, async () => {
    const { limits, pass } = createTimedLimits()
    const upload = limits.admit("staff", { id: "user", network: null })
    expect(await upload.waitFor(Promise.resolve("the next file"))).toBe("the next file")
    pass(10 * minUploadRate.periodMs)
    const content = new PassThrough()
    const part = upload.read(content).next()
    pass(minUploadRate.periodMs - 1)
    expect(content.destroyed).toBe(false)
    content.write("a")
    expect((await part).value).toEqual(Buffer.from("a"))
    limits.close()
  })
})

// Uploads of staff that arrive slowly: like those of respondents, they are written to disk as they arrive, few at a time, and not for too long.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { largeBodyLimits, maxOrdinaryBytes } from "../../domain/conversations/conversation-limits.ts"
import { maxConcurrentUploads, minUploadRate } from "../../domain/conversations/upload-limits.ts"
import { maxBatchBytes } from "../../domain/files/asset-transfer.ts"
import { smallestPng } from "../fixtures/respondent.ts"
import { type Bucket, startBucket } from "../fixtures/s3-server.ts"
import { readStringField, startTestServer, type TestServer, usualDatabases, type Visitor } from "../fixtures/server.ts"
import { beginSlowUpload, formEnd, formFile, listArrivingFiles, mostOf, type SlowUpload } from "../fixtures/slow-upload.ts"

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
  let uptime = 0
  let server: TestServer
  let acme = ""
  let ada: Visitor
  let bob: Visitor
  const uploads: Array<SlowUpload> = []
  beforeAll(async () => {
    server = await startTestServer({ ...(await settings()), uptime: () => uptime })
    acme = await server.addCommunity("acme")
    for (const name of ["ada", "bob"]) await server.addUser(name, { [acme]: "ROLE_USER" })
    ada = await server.signedIn("ada")
    bob = await server.signedIn("bob")
  })
  afterAll(() => server.stop())
  afterEach(async () => {
    for (const { abort } of uploads.splice(0)) abort()
    await vi.waitFor(() => {
      if (listArriving().length > 0) throw new Error("a file was left over")
    })
  })

  const listArriving = () => listArrivingFiles(server.dataDir)
  const image = (bytes: number) => Buffer.concat([smallestPng, Buffer.alloc(bytes - smallestPng.length, 7)])
  const filePart = (name: string, bytes: number) => Buffer.concat([Buffer.from(formFile(name)), image(bytes)])
  const begin = (start: Buffer, who = ada, headers: Readonly<Record<string, string>> = {}): SlowUpload => {
    const upload = beginSlowUpload(`${server.address}/api/communities/${acme}/uploads`, start, {
      cookie: `session=${who.cookies.get("session")}`,
      ...headers,
    })
    uploads.push(upload)
    return upload
  }
  /** Begins an upload that states its length: others of its user do not wait for one that is not large. */
  const beginSmall = (start: Buffer, who: Visitor): SlowUpload =>
    begin(start, who, { "content-length": String(start.length + formEnd.length) })
  const readAddress = (body: string, key: string) => fetch(`${server.address}${readStringField(JSON.parse(body), key)}`)

  test("are on disk as far as they have arrived, and are stored once all files are complete", async () => {
    const slow = begin(filePart("header_background-image", 3_000_000))
    await expect.poll(() => listArriving()[0]).toBeGreaterThan(mostOf(3_000_000))
    slow.send(Buffer.concat([Buffer.alloc(500, 7), Buffer.from("\r\n"), filePart("second", 1000)]))
    await expect.poll(() => listArriving().length).toBe(2)
    slow.finish()
    const { status, body } = await slow.response
    expect(status).toBe(200)
    const [first, second] = [await readAddress(body, "header_background-image"), await readAddress(body, "second")]
    expect(Buffer.from(await first.arrayBuffer()).equals(image(3_000_500))).toBe(true)
    expect(Buffer.from(await second.arrayBuffer()).equals(image(1000))).toBe(true)
    expect(listArriving()).toEqual([])
  })

  test("leave nothing when they break off, are refused, or are too large", async () => {
    const cut = begin(Buffer.concat([filePart("first", 1000), Buffer.from("\r\n"), filePart("second", 100_000)]))
    await expect.poll(() => Math.max(0, ...listArriving())).toBeGreaterThan(mostOf(100_000))
    cut.abort()
    await expect(cut.response).rejects.toThrow("socket hang up")
    await expect.poll(listArriving).toEqual([])
    // Refused although it never ends; together, the two files are too large.
    const large = begin(Buffer.concat([filePart("first", 1000), Buffer.from("\r\n"), filePart("header_background-image", maxBatchBytes)]))
    expect((await large.response).status).toBe(413)
    const unknown = begin(Buffer.concat([filePart("first", 1000), Buffer.from(`\r\n${formFile("second")}text`)]))
    unknown.finish()
    expect((await unknown.response).status).toBe(422)
    expect(listArriving()).toEqual([])
  })

  test("are aborted below the minimum rate, in a file and between files", async () => {
    const inFile = begin(filePart("first", 1000))
    const fast = begin(filePart("first", enoughBytes + 1000), bob)
    await expect.poll(() => Math.max(0, ...listArriving())).toBeGreaterThan(enoughBytes)
    uptime += minUploadRate.periodMs
    const aborted = await inFile.response
    expect([aborted.status, aborted.headers?.["connection"]]).toEqual([408, "close"])
    fast.send("\r\n--b\r\ncontent-disposition: form-data; na")
    // The first file is complete, and the next one does not begin.
    await expect.poll(() => Math.max(0, ...listArriving())).toBe(enoughBytes + 1000)
    let status: number | undefined
    void fast.response.then((response) => {
      status = response.status
    })
    // The server begins to wait at some time after it has written the file.
    const passTime = () => {
      uptime += minUploadRate.periodMs
      return status
    }
    await expect.poll(passTime).toBe(408)
    await expect.poll(listArriving).toEqual([])
  })

  test("are two of a user at a time, without limiting others", async () => {
    const begin = (who = ada) => beginSmall(filePart("a", 1000), who)
    const [first] = [begin(), begin()]
    await expect.poll(() => listArriving().length).toBe(maxConcurrentUploads.perSender)
    const refused = await begin().response
    expect([refused.status, refused.headers?.["retry-after"]]).toEqual([429, "5"])
    const ofBob = begin(bob)
    ofBob.finish()
    expect((await ofBob.response).status).toBe(200)
    first?.finish()
    expect((await first?.response)?.status).toBe(200)
  })

  test("do not keep other users from saving large scripts", { tags: ["long"] }, async () => {
    const script = readStringField((await ada.send("PUT", "/api/acme/chat-scripts", { name: "Intake" })).json(), "uuid")
    const names = Array.from({ length: Math.ceil(largeBodyLimits.receivedBytes / maxBatchBytes) }, (_, i) => `sender-${i}`)
    for (const name of names) await server.addUser(name, { [acme]: "ROLE_USER" })
    for (const name of names) begin(filePart("a", 1000), await server.signedIn(name), { "content-length": String(maxBatchBytes) })
    await expect.poll(() => listArriving().length).toBe(names.length)
    const large = JSON.stringify({ script: "x".repeat(maxOrdinaryBytes) })
    expect((await ada.send("PATCH", `/api/acme/chat-scripts/${script}`, large)).status).toBe(422)
  })
})

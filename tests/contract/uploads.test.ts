// Uploaded images and fonts: recognized by their content, and served so that they cannot run code.
import { createHash, randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createUploadsApi } from "../../adapters/api/files-api.ts"
import { createScriptsApi } from "../../adapters/api/scripts-api.ts"
import { readSettings } from "../../adapters/server/settings.ts"
import { type FileStorage, openStorage, type StagedFile } from "../../adapters/server/storage/storage.ts"
import { type CheckedUpload, eraseUnusedImages, storeUploads } from "../../adapters/server/uploads/upload-repository.ts"
import { isUploadAddress } from "../../domain/assets/asset-address.ts"
import { pendingFileGraceMs } from "../../domain/conversations/conversation-limits.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { smallestPng } from "../fixtures/respondent.ts"
import { type Bucket, startBucket } from "../fixtures/s3-server.ts"
import { startTestServer, type TestServer, usualDatabase, usualDatabases, type Visitor } from "../fixtures/server.ts"

const padTo = (bytes: number, first: Buffer = smallestPng): Buffer => Buffer.concat([first, Buffer.alloc(bytes - first.length, 7)])
const svg = (inside: string): Buffer => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)
const blob = (content: Buffer, type = "image/png"): Blob => new Blob([new Uint8Array(content)], { type })

const shownImage = (order: number, address: string) => ({
  uuid: randomUUID(),
  order,
  type: "image" as const,
  label: `image_${order}`,
  typing_delay: 0,
  messages: [{ uuid: randomUUID(), locale: "nl", content: `<img src="${address}" alt="">` }],
  question: null,
  action: null,
})

let bucket: Bucket
beforeAll(async () => {
  bucket = await startBucket()
})
afterAll(() => bucket.stop())

describe.each([
  ...usualDatabases.map(({ name, settings }) => ({ name: `a folder, on ${name}`, settings })),
  { name: "a bucket", settings: async () => ({ STORAGE_URL: bucket.address }) },
])("stored in $name", ({ settings }) => {
  let server: TestServer
  let acme = ""
  let ada: Visitor
  let adaId = ""
  let storage: FileStorage
  let clock = Date.parse("2026-03-01T12:00:00Z")
  const now = () => new Date(clock)
  beforeAll(async () => {
    const set: Readonly<Record<string, string>> = await settings()
    server = await startTestServer({ ...set, at: now })
    storage = await openStorage(readSettings({ DATA_DIR: server.dataDir, ...set }))
    acme = await server.addCommunity("acme")
    adaId = await server.addUser("ada", { [acme]: "ROLE_USER" })
    ada = await server.signedIn("ada")
  })
  afterAll(async () => {
    storage.close()
    await server.stop()
  })

  const add = (files: Readonly<Record<string, Blob>>) => createUploadsApi(ada.api()).upload({ community: acme, files })
  const get = (path: string) => fetch(`${server.address}${path}`)
  const isServed = async (name = "") => (await get(`/uploads/${name}`)).status === 200

  /** Stages an image as an upload does. Its test does not discard it: the folder of the server is removed. */
  const stageImage = async (content: Buffer, wrap: (file: StagedFile) => StagedFile): Promise<CheckedUpload> => {
    const sha256 = createHash("sha256").update(content).digest()
    return { kind: "image", ending: "png", staged: wrap(await storage.stage([content])), sha256 }
  }

  test("returns an address for each file, which serves it publicly and immutably", async () => {
    const addresses = await add({ one: blob(smallestPng), "header-logo_content": blob(svg("<rect/>")) })
    expect(Object.keys(addresses)).toEqual(["one", "header-logo_content"])
    expect(Object.values(addresses).every(isUploadAddress)).toBe(true)
    const answer = await get(addresses["one"] ?? "")
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(smallestPng)).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "cross-origin",
    })
    expect((await add({ again: blob(smallestPng) }))["again"]).toBe(addresses["one"])
  })

  test("repeats the response to a repeated idempotency key, and rejects other files under that key", async () => {
    const send = async (key: string, files: Readonly<Record<string, Buffer>>) => {
      const form = new FormData()
      for (const [name, content] of Object.entries(files)) form.set(name, blob(content))
      const request = { method: "POST", body: form, headers: { "idempotency-key": key, cookie: `session=${ada.cookies.get("session")}` } }
      const response = await fetch(`${server.address}/api/communities/${acme}/uploads`, request)
      return { status: response.status, text: await response.text() }
    }
    const notes = () => server.database.db.selectFrom("audit").select("id").where("action", "=", "upload.add").execute()
    const before = (await notes()).length
    const first = await send("one key", { a: padTo(300) })
    expect([first.status, JSON.parse(first.text)]).toEqual([400, expect.anything()])
    const [one, two] = [await send("one-key", { a: padTo(300) }), await send("one-key", { a: padTo(300) })]
    expect([one.status, two]).toEqual([200, one])
    expect(await notes()).toHaveLength(before + 1)
    for (const other of [{ a: padTo(301) }, { b: padTo(300) }, { a: padTo(300), b: padTo(301) }])
      expect((await send("one-key", other)).status).toBe(422)
    const hash = createHash("sha256").update(padTo(301)).digest("hex")
    expect((await get(`/uploads/${acme}/${hash}.png`)).status).toBe(404)
    expect(await notes()).toHaveLength(before + 1)
  })

  test("names a file by the hash of its content", async () => {
    const { a = "" } = await add({ a: blob(smallestPng) })
    expect(a).toBe(`/uploads/${acme}/${createHash("sha256").update(smallestPng).digest("hex")}.png`)
  })

  test("detects the type of a file from its content, not from the declared type", async () => {
    const { a = "", b = "" } = await add({
      a: blob(svg("<rect/>"), "image/png"),
      b: blob(Buffer.concat([Buffer.from("wOF2"), Buffer.alloc(50)]), "text/html"),
    })
    expect([a, b].map((address) => address.split(".").at(-1))).toEqual(["svg", "woff2"])
    expect((await get(a)).headers.get("content-type")).toBe("image/svg+xml")
    expect((await get(b)).headers.get("content-type")).toBe("font/woff2")
  })

  test("removes scripts and event handlers from an SVG", async () => {
    const { a = "" } = await add({ a: blob(svg('<script>alert(1)</script><rect onclick="alert(1)" width="1"/>')) })
    expect(await (await get(a)).text()).toBe(String(svg('<rect width="1"/>')))
  })

  test.each([
    ["nothing", Buffer.alloc(0), "ERROR.UPLOAD_EMPTY"],
    ["a page", Buffer.from("<!doctype html><script>alert(1)</script>"), "ERROR.UPLOAD_KIND"],
    ["text", Buffer.from("GIF89"), "ERROR.UPLOAD_KIND"],
    ["a program", Buffer.from("\x7fELF\x02\x01\x01"), "ERROR.UPLOAD_KIND"],
    ["a drawing in letters that are none", Buffer.concat([Buffer.from("<svg>"), Buffer.from([0xff, 0xfe])]), "ERROR.UPLOAD_KIND"],
  ])("rejects %s, and with it the whole batch", async (_, content, message) => {
    await expect(add({ good: blob(padTo(500)), bad: blob(content) })).rejects.toMatchObject({
      _tag: "ValidationFailed",
      violations: [{ field: "bad", message }],
    })
    const hash = createHash("sha256").update(padTo(500)).digest("hex")
    expect((await get(`/uploads/${acme}/${hash}.png`)).status).toBe(404)
  })

  test("[F12] rejects an SVG with too many elements or attributes", async () => {
    const pieces = [svg("<g/>".repeat(2_400_000)), Buffer.from(`<svg ${"a='' ".repeat(1_900_000)}/>`)]
    for (const content of pieces) {
      const refused = add({ "header-logo_content": blob(content, "image/svg+xml") })
      await expect(refused).rejects.toMatchObject({ violations: [{ field: "header-logo_content", message: "ERROR.UPLOAD_KIND" }] })
    }
  })

  test("accepts message images up to 2 MB, style images up to 10 MB, and batches up to about 10 MB", async () => {
    await add({ a: blob(padTo(2_097_152)) })
    await expect(add({ a: blob(padTo(2_097_153)) })).rejects.toMatchObject({ _tag: "TooLarge" })
    await add({ "header_background-image": blob(padTo(10_485_760)) })
    await expect(add({ "header_background-image": blob(padTo(10_485_761)) })).rejects.toMatchObject({ _tag: "TooLarge" })
    const many = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`i${i}`, blob(padTo(2_000_000))]))
    await expect(add(many)).rejects.toMatchObject({ _tag: "TooLarge" })
  })

  test("rejects a body that is not a list of files with a JSON error", async () => {
    const path = `/api/communities/${acme}/uploads`
    const form = { "content-type": "multipart/form-data; boundary=x" }
    const part = (headers: string, content = "") => `--x\r\n${headers}\r\n\r\n${content}\r\n`
    const cases: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, number]> = [
      ["{}", { "content-type": "application/json" }, 415],
      ["a", { "content-type": "text/plain" }, 415],
      ["a", { "content-type": "multipart/form-data" }, 400],
      ["nonsense", form, 400],
      [part('content-disposition: form-data; name="a"; filename="a"'), form, 400],
      ["--x--\r\n", form, 422],
      [`${part('content-disposition: form-data; name="a"', "text")}--x--\r\n`, form, 413],
      [`${part('content-disposition: form-data; name="__proto__"; filename="a"', "x")}--x--\r\n`, form, 400],
    ]
    for (const [body, headers, status] of cases) {
      const answer = await ada.send("POST", path, body, headers)
      expect([body, answer.status]).toEqual([body, status])
      expect(answer.json()).toMatchObject({ message: expect.any(String) })
    }
  })

  test("sends a text as it is stored, because each connection that reads nothing would hold a compressor", async () => {
    const { drawing = "" } = await add({ drawing: blob(svg("<rect/>".repeat(1000))) })
    const answer = await fetch(`${server.address}${drawing}`, { headers: { "accept-encoding": "br, gzip" } })
    expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, null])
    expect(Number(answer.headers.get("content-length"))).toBe((await answer.arrayBuffer()).byteLength)
  })

  test("rejects a multipart body at another endpoint", async () => {
    const form = { "content-type": "multipart/form-data; boundary=x" }
    expect((await ada.send("PUT", "/api/acme/chat-scripts", "--x--\r\n", form)).status).toBe(415)
  })

  test("returns 404 for every other path into the storage", async () => {
    const { a = "" } = await add({ a: blob(smallestPng) })
    const hash = a.slice(a.lastIndexOf("/") + 1)
    for (const path of [
      `/uploads/${acme}/${hash.toUpperCase()}`,
      `/uploads/${acme}/../secret-key`,
      `/uploads/..%2fsecret-key/${hash}`,
      `/uploads/${acme}/%2e%2e%2f${acme}%2f${hash}`,
      `/uploads/${acme}/`,
      `/uploads/${hash}`,
      `/uploads/${acme}/answers/${hash}`,
      "/uploads/.new/x",
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404])
  })

  test("deletes the files of a community with it", async () => {
    const doomed = await server.addCommunity("doomed")
    const admin = await server.signedIn("admin")
    const { a = "" } = await createUploadsApi(admin.api()).upload({ community: doomed, files: { a: blob(smallestPng) } })
    expect((await get(a)).status).toBe(200)
    const path = `/api/communities/${doomed}/delete`
    const { deleteToken: csrf } = Object((await admin.send("GET", path)).json())
    expect((await admin.send("POST", path, { csrf })).status).toBe(200)
    await expect.poll(async () => (await get(a)).status).toBe(404)
  })

  test("does not keep files that are uploaded while their community is deleted", async () => {
    const doomed = await server.addCommunity("doomed-meanwhile")
    const admin = await server.signedIn("admin")
    const { uuid } = Object((await admin.send("GET", "/api/current/user")).json())
    const erase = async () => {
      const path = `/api/communities/${doomed}/delete`
      const { deleteToken: csrf } = Object((await admin.send("GET", path)).json())
      expect((await admin.send("POST", path, { csrf })).status).toBe(200)
    }
    const put: Array<string> = []
    const interrupt = (file: StagedFile): StagedFile => ({
      ...file,
      keep: async (name) => {
        if (put.length === 0) {
          const before = `${doomed}/${"0".repeat(64)}.png`
          await storage.put(before, smallestPng)
          await erase()
          // By now the erasure of the community's files is over.
          await expect.poll(() => isServed(before)).toBe(false)
        }
        put.push(name)
        await file.keep(name)
      },
    })
    const files = new Map([
      ["a", await stageImage(smallestPng, interrupt)],
      ["b", await stageImage(padTo(500), interrupt)],
    ])
    const context = { database: server.database, storage, now }
    expect(await storeUploads(context, { community: doomed, user: { uuid, username: "admin" }, files })).toBeNull()
    expect(put).toHaveLength(2)
    for (const name of put) expect(await isServed(name)).toBe(false)
    // A process that was killed in between leaves the file to the later cleanup.
    await storage.put(put[0] ?? "", smallestPng)
    expect(await isServed(put[0])).toBe(true)
    clock += 2 * pendingFileGraceMs
    await expect.poll(() => isServed(put[0])).toBe(false)
  })

  test("deletes the images of all revisions of an erased script that nothing else in its community uses", async () => {
    ada = await server.signedIn("ada")
    const admin = await server.signedIn("admin")
    let bytes = 1000
    const image = async (): Promise<string> => (await add({ it: blob(padTo(++bytes)) }))["it"] ?? ""
    const [own, earlier, shared, styled, again] = [await image(), await image(), await image(), await image(), await image()]
    const scripts = createScriptsApi(ada.api())
    const save = async (uuid: ScriptId, images: ReadonlyArray<string>) => {
      const { name, public_name, language } = await scripts.read({ community: "acme", uuid })
      const instructions = images.map((address, order) => shownImage(order, address))
      await scripts.save({ community: "acme", uuid, script: { name, public_name, language, instructions }, markedForDelete: [] })
    }
    const { uuid: doomed } = await scripts.add({ community: "acme", name: "Doomed" })
    const { uuid: other } = await scripts.add({ community: "acme", name: "Other" })
    await save(doomed, [earlier])
    await save(doomed, [own, shared, styled, again])
    // Only in an earlier revision, which can be restored.
    await save(other, [shared])
    await save(other, [])
    const style = { web: [{ "header_background-image": styled }], stats: [] }
    expect((await admin.send("POST", `/api/communities/${acme}/style`, style)).status).toBe(200)
    clock += 2 * pendingFileGraceMs
    await add({ it: blob(padTo(bytes)) })
    const at = `/api/acme/chat-scripts/${doomed}/delete`
    for (let attempt = 0; attempt < 2; attempt++) {
      const { deleteToken: csrf } = Object((await ada.send("GET", at)).json())
      expect((await ada.send("POST", at, { csrf })).status).toBe(200)
    }
    const readStatuses = () => Promise.all([own, earlier, shared, styled, again].map(async (address) => (await get(address)).status))
    await expect.poll(readStatuses).toEqual([404, 404, 200, 200, 200])
    // This one was uploaded again shortly before, but is still not used.
    clock += 2 * pendingFileGraceMs
    await expect.poll(readStatuses).toEqual([404, 404, 200, 200, 404])
  })

  test("keeps a file that is uploaded again while it is erased as unused", async () => {
    ada = await server.signedIn("ada")
    const content = padTo(9000)
    const address = (await add({ it: blob(content) }))["it"] ?? ""
    const name = address.replace("/uploads/", "")
    clock += 2 * pendingFileGraceMs
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    const announce = (file: StagedFile): StagedFile => ({
      ...file,
      keep: async (at) => {
        await file.keep(at)
        arrive()
      },
    })
    const files = new Map([["it", await stageImage(content, announce)]])
    const user = { uuid: adaId, username: "ada" }
    let uploading: ReturnType<typeof storeUploads> | undefined
    const removing: FileStorage = {
      ...storage,
      remove: async (names) => {
        uploading = storeUploads({ database: server.database, storage, now }, { community: acme, user, files })
        await arrived
        // An upload that does not wait for this erasure is done by then.
        await Promise.race([uploading, pause(1000)])
        await storage.remove(names)
        expect(await isServed(name)).toBe(false)
      },
    }
    await eraseUnusedImages({ database: server.database, storage: removing, now }, { community: acme, names: [name] })
    expect(await uploading).toEqual({ it: address })
    expect(await isServed(name)).toBe(true)
  })
})

test("returns 503 when the bucket is unreachable, and keeps running", async () => {
  const server = await startTestServer({ ...(await usualDatabase.settings()), STORAGE_URL: "http://k:s@127.0.0.1:1/files" })
  try {
    const acme = await server.addCommunity("acme")
    const admin = await server.signedIn("admin")
    await expect(createUploadsApi(admin.api()).upload({ community: acme, files: { a: blob(smallestPng) } })).rejects.toMatchObject({
      _tag: "Unreachable",
    })
    const answer = await fetch(`${server.address}/uploads/${acme}/${"0".repeat(64)}.png`)
    expect([answer.status, Object(await answer.json())]).toEqual([503, { message: expect.stringContaining("Files") }])
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200)
  } finally {
    await server.stop()
  }
})

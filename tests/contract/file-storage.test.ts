// File storage, in a folder and in an S3 bucket.
import { randomBytes } from "node:crypto"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PassThrough, Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { readSettings } from "../../adapters/server/settings.ts"
import { type FileStorage, openStorage, StorageUnavailable } from "../../adapters/server/storage/storage.ts"
import { type Bucket, startBucket } from "../fixtures/s3-server.ts"

const folder = mkdtempSync(join(tmpdir(), "conversation-admin-files-"))
let bucket: Bucket
beforeAll(async () => {
  bucket = await startBucket()
})
afterAll(async () => {
  await bucket.stop()
  rmSync(folder, { recursive: true, force: true })
})

const drivers = [
  { name: "a folder", open: () => openStorage(readSettings({ DATA_DIR: folder })) },
  { name: "a bucket", open: () => openStorage(readSettings({ STORAGE_URL: bucket.address })) },
]

const read = async (storage: FileStorage, name: string): Promise<Buffer | null> => {
  const found = await storage.get(name)
  if (found === null) return null
  const content = await buffer(found.stream)
  expect(found.bytes).toBe(content.length)
  return content
}

describe.each(drivers)("$name", ({ open }) => {
  let storage: FileStorage
  beforeAll(async () => {
    storage = await open()
  })
  afterAll(() => storage.close())

  test("returns the newest content of a file byte for byte", async () => {
    const [first, second] = [randomBytes(100_000), randomBytes(10)]
    expect(await storage.put("a/images/one.png", first)).toBe(first.length)
    expect(await read(storage, "a/images/one.png")).toEqual(first)
    await storage.put("a/images/one.png", second)
    expect(await read(storage, "a/images/one.png")).toEqual(second)
    expect(await storage.put("a/images/empty.png", Buffer.alloc(0))).toBe(0)
    expect(await read(storage, "a/images/empty.png")).toEqual(Buffer.alloc(0))
  })

  test("stores a stream of unknown length that is longer than one part of an upload", async () => {
    const parts = Array.from({ length: 24 }, () => randomBytes(500_000))
    expect(await storage.put("a/archive.zip", Readable.from(parts, { objectMode: false }))).toBe(12_000_000)
    expect((await read(storage, "a/archive.zip"))?.equals(Buffer.concat(parts))).toBe(true)
  })

  test("stores nothing of a stream that breaks off, and keeps the previous file", async () => {
    async function* breaking() {
      yield randomBytes(1000)
      throw new Error("cut")
    }
    await storage.put("a/old.txt", Buffer.from("old"))
    await expect(storage.put("a/old.txt", Readable.from(breaking(), { objectMode: false }))).rejects.toThrow("cut")
    await expect(storage.put("a/new.txt", Readable.from(breaking(), { objectMode: false }))).rejects.toThrow("cut")
    expect(String(await read(storage, "a/old.txt"))).toBe("old")
    expect(await read(storage, "a/new.txt")).toBeNull()
  })

  test("rejects a stream that has already failed", async () => {
    const failed = new PassThrough()
    failed.destroy(new Error("early"))
    await expect(storage.put("a/new.txt", failed)).rejects.toThrow("early")
    expect(await read(storage, "a/new.txt")).toBeNull()
  })

  test("keeps a staged file under names until it is discarded", async () => {
    const content = randomBytes(300_000)
    const kept = await storage.stage(Readable.from([content.subarray(0, 1000), content.subarray(1000)]))
    expect([kept.bytes, await kept.read(1500), await kept.read()]).toEqual([content.length, content.subarray(0, 1500), content])
    await kept.keep("a/staged.png")
    await storage.remove(["a/staged.png"])
    await kept.keep("a/staged.png")
    await kept.keep("a/second.png")
    await kept.discard()
    for (const name of ["a/staged.png", "a/second.png"]) expect((await read(storage, name))?.equals(content)).toBe(true)
    const empty = await storage.stage(Readable.from([]))
    expect([empty.bytes, await empty.read(10)]).toEqual([0, Buffer.alloc(0)])
    await empty.discard()
    async function* breaking() {
      yield randomBytes(1000)
      throw new Error("cut")
    }
    await expect(storage.stage(breaking())).rejects.toThrow("cut")
  })

  test("removes files by name or below a folder, and no others", async () => {
    const names = ["b/one", "b/two", "b/deep/three", "bb/four", "c/five"]
    for (const name of names) await storage.put(name, Buffer.from(name))
    await storage.remove(["b/one", "b/never-there"])
    expect(await read(storage, "b/one")).toBeNull()
    expect(await read(storage, "b/two")).not.toBeNull()
    await storage.removeFolder("b")
    await storage.removeFolder("never-there")
    const left = await Promise.all(names.map(async (name) => ((await read(storage, name)) === null ? [] : [name])))
    expect(left.flat()).toEqual(["bb/four", "c/five"])
  })

  test("reads a file that is removed meanwhile completely or not at all, without an unhandled error", async () => {
    const names = Array.from({ length: 50 }, (_, i) => `d/file-${i}`)
    for (const name of names) await storage.put(name, Buffer.from(name))
    for (const name of names) {
      const [found] = await Promise.all([storage.get(name), storage.remove([name])])
      if (found !== null) expect(String(await buffer(found.stream))).toBe(name)
    }
    for (const name of names) await storage.put(name, Buffer.from(name))
    for (const name of names) {
      const [found] = await Promise.all([storage.get(name), storage.remove([name])])
      found?.stream.destroy()
    }
  })

  test("returns null for a name without a file", async () => {
    await storage.put("d/file", Buffer.from("x"))
    for (const name of ["d", "d/file/below", "e", "d/fil"]) expect(await storage.get(name)).toBeNull()
  })

  test.each(["../out", "a/../../out", "/etc/passwd", "a//b", "", "a/.hidden", "A", "a\\b", "a\0"])("refuses the name %j", async (name) => {
    await expect(storage.put(name, Buffer.from("x"))).rejects.toThrow("no name")
    await expect(storage.get(name)).rejects.toThrow("no name")
  })
})

test("leaves no temporary files in a folder", () => {
  expect(readdirSync(join(folder, "uploads/.new"))).toEqual([])
})

test("throws StorageUnavailable for an unreachable or missing bucket", async () => {
  const { origin } = new URL(bucket.address)
  const wrong = await openStorage(readSettings({ STORAGE_URL: bucket.address.replace("/files/", "/none/") }))
  await expect(wrong.put("a/b", Buffer.from("x"))).rejects.toThrow(StorageUnavailable)
  wrong.close()
  const gone = await openStorage(readSettings({ STORAGE_URL: `${origin.replace(/:\d+$/, ":1").replace("//", "//k:s@")}/files` }))
  await expect(gone.get("a/b")).rejects.toThrow(StorageUnavailable)
  gone.close()
})

test.each(["nonsense", "ftp://host/bucket", "https://key:hush@host/"])("rejects STORAGE_URL %s without repeating its secret", (address) => {
  expect(() => readSettings({ STORAGE_URL: address })).toThrow(/^STORAGE_URL is not the address of a bucket/)
  expect(() => readSettings({ STORAGE_URL: address })).not.toThrow(/hush/)
})

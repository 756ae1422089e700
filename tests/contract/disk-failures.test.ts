// A disk that is full, over quota or read-only: saves return 503, the server keeps running, recovers, and loses nothing that was acknowledged.
import { randomBytes, randomUUID } from "node:crypto"
import { readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { Readable } from "node:stream"
import { afterAll, expect, test } from "vitest"
import { openFolderStorage } from "../../adapters/server/storage/folder-storage.ts"
import { StorageUnavailable } from "../../adapters/server/storage/storage.ts"
import { emptyDataDir, preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { createInstructions, createLiveScript } from "../fixtures/live-script.ts"
import { type MainProcess, startMain } from "../fixtures/main-process.ts"
import { smallestPng, uploadAnswerFile } from "../fixtures/respondent.ts"
import { password, type ReceivedResponse, readStringField, type Visitor, visitor } from "../fixtures/server.ts"
import { canMountSmallDisk, startOnDisk } from "../fixtures/small-disk.ts"

const folders: Array<string> = []
const removedLater = (folder: string): string => {
  folders.push(folder)
  return folder
}
const newFolder = (): string => removedLater(emptyDataDir())
afterAll(() => folders.forEach(removeDataDir))

/** The failing disk reads the names of open files from the kernel, and small disks need its namespaces. */
const isLinux = process.platform === "linux"
const failingDisk = resolve(import.meta.dirname, "../fixtures/failing-disk.cjs")

type Author = {
  readonly person: Visitor
  readonly path: string
  /** Saves under a new name; a save that returns 200 is expected among the versions. */
  readonly save: () => Promise<ReceivedResponse>
  readonly read: () => Promise<number>
  /** Names of acknowledged saves, in order. */
  readonly acknowledged: ReadonlyArray<string>
  /** Names in the list of versions, oldest first. */
  readonly kept: () => Promise<ReadonlyArray<string>>
}

const authorOn = async ({ address }: MainProcess): Promise<Author> => {
  const person = visitor(address)
  await person.signIn("admin", password)
  await person.send("PUT", "/api/communities", { name: "Acme", slug: "acme" })
  const path = `/api/acme/chat-scripts/${readStringField((await person.send("PUT", "/api/acme/chat-scripts", { name: "new" })).json(), "uuid")}`
  const acknowledged: Array<string> = []
  let saves = 0
  return {
    person,
    path,
    acknowledged,
    save: async () => {
      const name = `save ${++saves}`
      const script = { name, public_name: name, language: "nl", instructions: [], filler: `${saves}`.repeat(30_000) }
      const answer = await person.send("PATCH", path, { script, markedForDelete: [] })
      if (answer.status === 200) acknowledged.push(name)
      return answer
    },
    read: async () => (await person.send("GET", path)).status,
    kept: async () => {
      const { items } = Object((await person.send("GET", `${path}/versions`)).json())
      const revisions: ReadonlyArray<number> = items.map((version: { readonly revision: number }) => version.revision)
      const names = await Promise.all(
        revisions.map(async (revision) =>
          readStringField(Object((await person.send("GET", `${path}/versions/${revision}`)).json()), "name"),
        ),
      )
      return names.toReversed()
    },
  }
}

const problemOf = (answer: ReceivedResponse) => ({
  status: answer.status,
  message: readStringField(answer.json(), "message"),
  after: answer.headers.get("retry-after"),
})
const expectAllStored = async ({ acknowledged, kept }: Author) => {
  const names = await kept()
  for (const name of acknowledged) expect(names.filter((storedName) => storedName === name)).toEqual([name])
}

test.runIf(isLinux && canMountSmallDisk(newFolder()))(
  "returns 503 for saves on a full disk, still reads, and saves once there is room",
  async () => {
    const main = await startOnDisk(removedLater(preparedDataDir()), 256 * 1024 * 1024, { ADMIN_PASSWORD: password, LOG_LEVEL: "warn" })
    const author = await authorOn(main)
    expect((await author.save()).status).toBe(200)
    main.fill(0)
    const full = { status: 503, message: "The disk is full: nothing can be saved until there is room.", after: "5" }
    for (let i = 0; i < 3; i++) expect(problemOf(await author.save())).toEqual(full)
    expect([await author.read(), (await author.person.send("GET", "/api/current/user")).status]).toEqual([200, 200])
    main.free()
    expect((await author.save()).status).toBe(200)
    await expectAllStored(author)
    const { code, complaints } = await main.end("SIGTERM")
    expect(code).toBe(0)
    // The log has the reason without a stack trace, to save space.
    const logEntries = complaints
      .trim()
      .split("\n")
      .map((line): { readonly err: object } => JSON.parse(line))
    expect(logEntries.map(({ err }) => err)).toEqual(Array(3).fill({ type: "Object", message: full.message, stack: "" }))
  },
)

test.runIf(isLinux && canMountSmallDisk(newFolder()))(
  "refuses anonymous conversations and files while there is room for saves only, and goes on with answers",
  async () => {
    const main = await startOnDisk(removedLater(preparedDataDir()), 256 * 1024 * 1024, { ADMIN_PASSWORD: password })
    const author = await authorOn(main)
    const ask = (type: "open" | "file") => ({ type: "question" as const, question: { uuid: randomUUID(), type, skipable: true } })
    const script = await createLiveScript(author.person, "acme", createInstructions(ask("open"), ask("file")))
    const open = async () => {
      const link = { pass: randomBytes(24).toString("base64url"), anonymous: { community: "acme", script } }
      const opened = await author.person.send("POST", "/chat/api/open", link)
      const { start, waiting } = Object(opened.json())
      return { pass: link.pass, anonymous: { ...link.anonymous, start }, uuid: waiting.uuid, given: "yes", after: 0 }
    }
    const answer = (body: unknown) => author.person.send("POST", "/chat/api/answer", body)
    const begun = await open()
    const first = await answer(begun)
    expect(first.status).toBe(200)
    main.fill(100 * 1024 * 1024)
    expect((await answer(await open())).status).toBe(503)
    const { uuid } = Object(first.json()).waiting
    const upload = () => uploadAnswerFile(main.address, { pass: begun.pass, uuid, content: smallestPng, name: "a.png" })
    expect((await upload()).status).toBe(503)
    main.free()
    expect((await upload()).status).toBe(200)
    main.fill(100 * 1024 * 1024)
    expect((await answer({ ...begun, uuid, given: null, after: 1 })).status).toBe(200)
    expect((await author.save()).status).toBe(200)
    main.free()
    expect((await answer(await open())).status).toBe(200)
    await main.end("SIGTERM")
  },
)

test.runIf(isLinux && canMountSmallDisk(newFolder()))(
  "stops an archive that fills the disk, deletes it and leaves room for the database",
  { tags: ["long"] },
  async () => {
    const main = await startOnDisk(removedLater(preparedDataDir()), 256 * 1024 * 1024, { ADMIN_PASSWORD: password })
    const author = await authorOn(main)
    const storage = await openFolderStorage(join(main.seen, "uploads"))
    let minFreeBytes = Number.POSITIVE_INFINITY
    async function* endless() {
      for (;;) {
        const { bavail, bsize } = statfsSync(main.seen)
        minFreeBytes = Math.min(minFreeBytes, bavail * bsize)
        yield Buffer.alloc(1024 * 1024)
      }
    }
    await expect(storage.put("a/archives/b/c/1.zip", Readable.from(endless()))).rejects.toThrow(StorageUnavailable)
    expect(minFreeBytes).toBeGreaterThan(48 * 1024 * 1024)
    expect([readdirSync(join(main.seen, "uploads/.new")), await storage.get("a/archives/b/c/1.zip")]).toEqual([[], null])
    expect((await author.save()).status).toBe(200)
    expect((await main.end("SIGTERM")).code).toBe(0)
  },
)

const startOnFailingDisk = async () => {
  const folder = removedLater(preparedDataDir())
  const aside = newFolder()
  const fault = join(aside, "fault")
  const layered = { DISK_FOLDER: folder, DISK_FAULT: fault, NODE_OPTIONS: `--require ${failingDisk}` }
  const main = await startMain({ DATA_DIR: folder, ADMIN_PASSWORD: password, ...layered })
  return { main, fail: (code: string) => writeFileSync(fault, code), repair: () => rmSync(fault) }
}

test.runIf(isLinux)("returns 503 for saves on a read-only disk, still reads, and saves afterwards", { tags: ["long"] }, async () => {
  const { main, fail, repair } = await startOnFailingDisk()
  const author = await authorOn(main)
  expect((await author.save()).status).toBe(200)
  expect(await author.read()).toBe(200)
  fail("EROFS")
  const readOnly = { status: 503, message: "The disk cannot be written to: nothing can be saved until it can.", after: "5" }
  for (let i = 0; i < 3; i++) expect(problemOf(await author.save())).toEqual(readOnly)
  // A GET that creates a token or an audit event writes, too.
  expect(problemOf(await author.person.send("GET", `${author.path}/delete`))).toEqual(readOnly)
  expect([await author.read(), (await author.person.send("GET", "/api/current/user")).status]).toEqual([200, 200])
  repair()
  expect((await author.save()).status).toBe(200)
  await expectAllStored(author)
  const { code, complaints } = await main.end("SIGTERM")
  expect([code, complaints]).toEqual([0, ""])
})

for (const error of ["ENOSPC", "EIO"])
  test.runIf(isLinux)(`returns 503 while the disk refuses writes with ${error} and recovers afterwards`, { tags: ["long"] }, async () => {
    const { main, fail, repair } = await startOnFailingDisk()
    const author = await authorOn(main)
    expect((await author.save()).status).toBe(200)
    fail(error)
    // The engine ends; requests do not wait for it, and the server keeps running.
    for (let i = 0; i < 5; i++) expect((await author.save()).status).toBe(503)
    expect((await author.person.send("GET", "/healthz")).status).toBe(200)
    repair()
    await expect.poll(async () => (await author.save()).status, { interval: 200 }).toBe(200)
    await expectAllStored(author)
    const { code, complaints } = await main.end("SIGTERM")
    expect([code, complaints]).toEqual([0, ""])
  })

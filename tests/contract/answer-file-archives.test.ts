// The archive of files that respondents uploaded as answers (adapters/contract/file-contract.ts).
import { randomUUID, randomUUIDv7 } from "node:crypto"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createFilesApi } from "../../adapters/api/files-api.ts"
import { createScriptsApi } from "../../adapters/api/scripts-api.ts"
import { buildArchive } from "../../adapters/server/answer-files/answer-file-archive.ts"
import { answerFileKey, archivePartKey, storeAnswerFile } from "../../adapters/server/answer-files/answer-file-repository.ts"
import { readSettings } from "../../adapters/server/settings.ts"
import { type FileStorage, openStorage } from "../../adapters/server/storage/storage.ts"
import { formatFileAnswer } from "../../domain/conversations/answer-file.ts"
import { pendingFileGraceMs } from "../../domain/conversations/conversation-limits.ts"
import type { ScriptId } from "../../domain/script/script.ts"
import { readZip } from "../fixtures/read-zip.ts"
import { type Bucket, startBucket } from "../fixtures/s3-server.ts"
import { readStringField, startTestServer, type TestServer, usualDatabases, type Visitor } from "../fixtures/server.ts"

let bucket: Bucket
beforeAll(async () => {
  bucket = await startBucket()
})
afterAll(() => bucket.stop())

describe.each(
  usualDatabases.flatMap(({ name, settings }) => [
    { name: `${name}, a folder`, settings },
    { name: `${name}, a bucket`, settings: async () => ({ ...(await settings()), STORAGE_URL: bucket.address }) },
  ]),
)("on $name", ({ settings }) => {
  let clock = Date.parse("2026-03-01T12:00:00Z")
  const now = () => new Date(clock)
  let server: TestServer
  let storage: FileStorage
  let acme = ""
  let ada: Visitor
  let uuid: ScriptId
  beforeAll(async () => {
    const serverSettings = await settings()
    server = await startTestServer({ ...serverSettings, at: now })
    storage = await openStorage(readSettings({ DATA_DIR: server.dataDir, ...serverSettings }))
    acme = await server.addCommunity("acme")
    await server.addUser("ada", { [acme]: "ROLE_USER" })
  })
  afterAll(async () => {
    storage.close()
    await server.stop()
  })
  beforeEach(async () => {
    ada = await server.signedIn("ada")
    uuid = (await createScriptsApi(ada.api()).add({ community: "acme", name: "Sollicitatie: één/twee" })).uuid
  })

  const which = () => ({ community: "acme", uuid })
  const store = () => ({ database: server.database, storage, now })
  const addFile = async (name: string, conversation: string = randomUUID(), script: string = uuid): Promise<string> => {
    const answer = { community: acme, script, conversation, instruction: randomUUID(), name, content: Buffer.from(`content of ${name}`) }
    const id = await storeAnswerFile(store(), answer)
    if (id === null) throw new Error("the file was not kept")
    return id
  }
  const request = (silent: boolean) => createFilesApi(ada.api()).requestArchive({ ...which(), silent })
  const waitForArchive = () => expect.poll(() => request(true)).toMatchObject({ result: true })
  const download = async (part = 1) => {
    const answer = await ada.raw(createFilesApi(ada.api()).archiveUrl(which(), part))
    return { answer, entries: answer.ok ? await readZip(Buffer.from(await answer.arrayBuffer())) : {} }
  }

  test("goes from not requested to no files, building and ready, and downloads all files under safe, unique names", async () => {
    expect(await request(true)).toEqual({ result: "notFound" })
    expect(await request(false)).toEqual({ result: "filesNotFound" })
    expect((await download()).answer.status).toBe(404)
    const conversation = randomUUID()
    const first = await addFile("cv.png", conversation)
    const second = await addFile("CV.png", conversation)
    const third = await addFile("../../etc/passwd", conversation)
    const otherConversation = "00000000-0000-4000-8000-000000000000"
    const other = await addFile("cv.png", otherConversation)
    expect(await request(false)).toEqual({ result: false })
    await waitForArchive()
    const { answer, entries } = await download()
    expect(entries).toEqual({
      [`${conversation}/${first}_cv.png`]: "content of cv.png",
      [`${conversation}/${second}_CV.png`]: "content of CV.png",
      [`${conversation}/${third}_etc_passwd`]: "content of ../../etc/passwd",
      [`${otherConversation}/${other}_cv.png`]: "content of cv.png",
    })
    // The export of the answers names the same paths [X15].
    expect(Object.keys(entries)).toContain(formatFileAnswer(conversation, `${first}/cv.png`))
    expect(answer.headers.get("content-type")).toBe("application/zip")
    expect(decodeURIComponent(answer.headers.get("content-disposition")?.split("''")[1] ?? "")).toMatch(/^Sollicitatie.+één.+twee\.zip$/)
  })

  test("reuses an archive until files are added", async () => {
    await addFile("a.png")
    await request(false)
    await waitForArchive()
    expect(await request(false)).toEqual({ result: true, parts: 1 })
    const second = randomUUID()
    const file = await addFile("b.png", second)
    expect(await request(false)).toEqual({ result: false })
    await waitForArchive()
    expect(Object.keys((await download()).entries)).toContain(`${second}/${file}_b.png`)
  })

  test("splits many files over several zip files", async () => {
    const names = ["a", "b", "c", "d", "e"].map((letter) => `${letter}.png`)
    for (const name of names) await addFile(name)
    const archive = randomUUIDv7()
    const { db } = server.database
    const newest = "ffffffff-ffff-7fff-bfff-ffffffffffff"
    await db
      .insertInto("archives")
      .values({ script_id: uuid, id: archive, community_id: acme, newest, parts: 0, asked_at: now() })
      .execute()
    await buildArchive(store(), { community: acme, script: uuid, archive }, { signal: new AbortController().signal }, 2)
    expect(await request(true)).toEqual({ result: true, parts: 3 })
    const parts = [(await download(1)).entries, (await download(2)).entries, (await download(3)).entries]
    expect(parts.map((entries) => Object.keys(entries).length)).toEqual([2, 2, 1])
    expect(new Set(Object.values(Object.assign({}, ...parts)))).toEqual(new Set(names.map((name) => `content of ${name}`)))
    expect((await download(4)).answer.status).toBe(404)
  })

  test("leaves nothing of an archive that a shutdown interrupts and builds it at the next attempt", async () => {
    await addFile("a.png")
    const archive = randomUUIDv7()
    const { db } = server.database
    const newest = "ffffffff-ffff-7fff-bfff-ffffffffffff"
    await db
      .insertInto("archives")
      .values({ script_id: uuid, id: archive, community_id: acme, newest, parts: 0, asked_at: now() })
      .execute()
    const payload = { community: acme, script: uuid, archive }
    await expect(buildArchive(store(), payload, { signal: AbortSignal.abort() })).rejects.toThrow("the server stops")
    expect(await storage.get(archivePartKey({ community: acme, script: uuid }, archive, 1))).toBeNull()
    expect(await request(true)).toEqual({ result: false })
    await buildArchive(store(), payload, { signal: new AbortController().signal })
    expect(await request(true)).toEqual({ result: true, parts: 1 })
  })

  const isStored = async (place: string): Promise<boolean> => {
    const found = await storage.get(place)
    found?.stream.destroy()
    return found !== null
  }
  const erase = async (path: string, times = 1) => {
    const admin = await server.signedIn("admin")
    for (let step = 0; step < times; step++) {
      const csrf = readStringField((await admin.send("GET", path)).json(), "deleteToken")
      expect((await admin.send("POST", path, { csrf })).status).toBe(200)
    }
  }

  test("erases the parts of an archive that a killed process left when the data is cleared", async () => {
    const scriptIds = { community: acme, script: uuid }
    await addFile("a.png")
    const archive = randomUUIDv7()
    await server.database.db
      .insertInto("archives")
      .values({ script_id: uuid, id: archive, community_id: acme, newest: archive, parts: 0, asked_at: now() })
      .execute()
    // Two parts were stored before the kill.
    const places = [1, 2].map((part) => archivePartKey(scriptIds, archive, part))
    for (const place of places) await storage.put(place, Buffer.from("a part"))
    const path = `/api/acme/chat-scripts/${uuid}/clear-data`
    const csrf = readStringField((await ada.send("GET", path)).json(), "clearToken")
    expect((await ada.send("POST", path, { csrf })).status).toBe(200)
    await expect.poll(() => Promise.all(places.map(isStored))).toEqual([false, false])
  })

  test("archives only the files that existed at the request, and stores no archive when the data is cleared meanwhile", async () => {
    const scriptIds = { community: acme, script: uuid }
    const newest = await addFile("a.png")
    const archive = randomUUIDv7()
    const { db } = server.database
    await db
      .insertInto("archives")
      .values({ script_id: uuid, id: archive, community_id: acme, newest, parts: 0, asked_at: now() })
      .execute()
    await addFile("later.png")
    const making = { community: acme, script: uuid, archive }
    await buildArchive(store(), making, { signal: new AbortController().signal })
    expect(Object.values((await download()).entries)).toEqual(["content of a.png"])
    await db.updateTable("archives").set({ ready_at: null }).where("script_id", "=", uuid).execute()
    const cleared: FileStorage = {
      ...storage,
      put: async (name, content) => {
        const bytes = await storage.put(name, content)
        await db.deleteFrom("archives").where("script_id", "=", uuid).execute()
        return bytes
      },
    }
    await buildArchive({ ...store(), storage: cleared }, making, { signal: new AbortController().signal })
    expect(await isStored(archivePartKey(scriptIds, archive, 1))).toBe(false)
  })

  test("erases files and archives of a deleted chat even without a row", async () => {
    const scriptIds = { community: acme, script: uuid }
    const places = [answerFileKey(scriptIds, randomUUIDv7()), archivePartKey(scriptIds, randomUUIDv7(), 1)]
    for (const place of places) await storage.put(place, Buffer.from("forgotten"))
    await erase(`/api/acme/chat-scripts/${uuid}/delete`, 2)
    await expect.poll(() => Promise.all(places.map(isStored))).toEqual([false, false])
  })

  test("erases the files of a deleted community and of no other", async () => {
    const doomed = await server.addCommunity(`doomed-${uuid.slice(-8)}`)
    const at = (community: string) => `${community}/${"0".repeat(64)}.png`
    for (const community of [doomed, acme]) await storage.put(at(community), Buffer.from("a picture"))
    await erase(`/api/communities/${doomed}/delete`)
    await expect.poll(() => isStored(at(doomed))).toBe(false)
    expect(await isStored(at(acme))).toBe(true)
  })

  test("erases files and archive when the data is cleared, and stores no file that is being uploaded meanwhile", async () => {
    const scriptIds = { community: acme, script: uuid }
    const file = await addFile("a.png")
    await request(false)
    await waitForArchive()
    const { id: archive } = await server.database.db
      .selectFrom("archives")
      .select("id")
      .where("script_id", "=", uuid)
      .executeTakeFirstOrThrow()
    const places = [answerFileKey(scriptIds, file), archivePartKey(scriptIds, archive, 1)]
    expect(await Promise.all(places.map(isStored))).toEqual([true, true])
    const path = `/api/acme/chat-scripts/${uuid}/clear-data`
    const csrf = readStringField((await ada.send("GET", path)).json(), "clearToken")
    expect((await ada.send("POST", path, { csrf })).status).toBe(200)
    await expect.poll(() => Promise.all(places.map(isStored))).toEqual([false, false])
    expect(await request(true)).toEqual({ result: "notFound" })
    expect((await download()).answer.status).toBe(404)

    const late: FileStorage = {
      ...storage,
      put: async (name, content) => {
        await server.database.db.deleteFrom("answer_files").where("script_id", "=", uuid).execute()
        return storage.put(name, content)
      },
    }
    const stored = storeAnswerFile(
      { ...store(), storage: late },
      { ...scriptIds, conversation: randomUUID(), instruction: "q", name: "b.png", content: Buffer.from("b") },
    )
    expect(await stored).toBeNull()
  })

  test("erases a file that is stored only after the data was cleared and whose process was killed", async () => {
    const [first, coming] = [await addFile("a.png"), await addFile("b.png")]
    await server.database.db.updateTable("answer_files").set({ kept_at: null }).where("id", "=", coming).execute()
    const [whole, late] = [first, coming].map((id) => answerFileKey({ community: acme, script: uuid }, id))
    const path = `/api/acme/chat-scripts/${uuid}/clear-data`
    const csrf = readStringField((await ada.send("GET", path)).json(), "clearToken")
    expect((await ada.send("POST", path, { csrf })).status).toBe(200)
    const stored = () => Promise.all([whole ?? "", late ?? ""].map(isStored))
    const erasing = () =>
      server.database.db
        .selectFrom("jobs")
        .select("payload")
        .where("kind", "=", "erase-files")
        .where("done_at", "is", null)
        .where("due_at", "<=", now())
        .execute()
    // Wait for the job, not only for the files: a busy bucket may be called a second time.
    await expect.poll(erasing).toEqual([])
    expect(await stored()).toEqual([false, false])
    await storage.put(late ?? "", Buffer.from("came after all"))
    expect(await stored()).toEqual([false, true])
    clock += 2 * pendingFileGraceMs
    await expect.poll(stored).toEqual([false, false])
  })

  test("deletes archives and incomplete uploads after a day and keeps complete files", async () => {
    const completeFile = await addFile("a.png")
    await request(false)
    await waitForArchive()
    const { db } = server.database
    const [broken, arriving] = [await addFile("broken.png"), await addFile("arriving.png")]
    await db.updateTable("answer_files").set({ kept_at: null, is_given: false }).where("id", "in", [broken, arriving]).execute()
    clock += 26 * 3_600_000
    await db
      .updateTable("answer_files")
      .set({ made_at: new Date(clock - 22 * 3_600_000) })
      .where("id", "=", arriving)
      .execute()
    ada = await server.signedIn("ada")
    await expect.poll(() => request(true)).toEqual({ result: "notFound" })
    const rows = db.selectFrom("answer_files").select("id").where("script_id", "=", uuid).orderBy("id")
    const listFileIds = async () => (await rows.execute()).map(({ id }) => id)
    await expect.poll(listFileIds).toEqual([completeFile, arriving])
    await expect.poll(() => isStored(answerFileKey({ community: acme, script: uuid }, broken))).toBe(false)
  })

  test("returns 404 for the files of another community's chat", async () => {
    await addFile("a.png")
    await request(false)
    await waitForArchive()
    const slug = `elsewhere-${uuid.slice(-8)}`
    const elsewhere = await server.addCommunity(slug)
    await server.addUser(slug, { [elsewhere]: "ROLE_ADMIN" })
    const eve = await server.signedIn(slug)
    for (const community of ["acme", slug])
      for (const [method, body] of [
        ["GET", undefined],
        ["POST", { silent: true }],
      ] as const) {
        const answer = await eve.send(method, `/api/${community}/chat-scripts/${uuid}/files`, body)
        expect([answer.status, answer.text]).toEqual([404, '{"message":"Not found."}'])
      }
  })

  test("returns 422 for malformed parameters", async () => {
    for (const part of ["0", "-1", "x", "1.5", ""])
      expect((await ada.send("GET", `/api/acme/chat-scripts/${uuid}/files?part=${part}`)).status).toBe(422)
    expect((await ada.send("POST", `/api/acme/chat-scripts/${uuid}/files`, { silent: "yes" })).status).toBe(422)
  })
})

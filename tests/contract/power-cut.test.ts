// The power goes while people save: a disk that loses all that was not synced loses nothing that was acknowledged, and the database starts
// from what is left (reliability.md "Never lost").
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { afterAll, expect, test } from "vitest"
import { openDatabase } from "../../adapters/server/database/database.ts"
import { startMain } from "../fixtures/main-process.ts"
import { newDataDir, removeDataDir } from "../fixtures/program.ts"
import { field, password, visitor } from "../fixtures/server.ts"

const folders: Array<string> = []
afterAll(() => folders.forEach(removeDataDir))
const newFolder = (): string => {
  const folder = newDataDir()
  folders.push(folder)
  mkdirSync(folder, { recursive: true })
  return folder
}

const layer = resolve(import.meta.dirname, "../fixtures/power-cut.cjs")
const onDisk = (folder: string, image: string) => ({ DISK_FOLDER: folder, DISK_IMAGE: image, NODE_OPTIONS: `--require ${layer}` })
/** The layer asks the kernel for the names of open files. */
const isLinux = process.platform === "linux"

test.runIf(isLinux)("the disk of this test loses what was not synced, and keeps what was", () => {
  const [folder, image] = [newFolder(), newFolder()]
  const script = `
    const fs = require("node:fs")
    const write = (name, text, isSynced) => {
      const file = fs.openSync(${JSON.stringify(folder)} + "/" + name, "w")
      fs.writeSync(file, text)
      if (isSynced) fs.fsyncSync(file)
      fs.closeSync(file)
    }
    write("lost", "x", false)
    write("kept", "first", true)
    write("renamed", "y", true)
    fs.renameSync(${JSON.stringify(`${folder}/renamed`)}, ${JSON.stringify(`${folder}/elsewhere`)})
    const file = fs.openSync(${JSON.stringify(`${folder}/kept`)}, "a")
    fs.writeSync(file, " second")
  `
  const { status, stderr } = spawnSync(process.execPath, ["-e", script], {
    env: { ...process.env, ...onDisk(folder, image) },
    encoding: "utf8",
  })
  expect([status, stderr]).toEqual([0, ""])
  expect(readFileSync(join(folder, "kept"), "utf8")).toBe("first second")
  expect(readFileSync(join(image, "kept"), "utf8")).toBe("first")
  expect(existsSync(join(image, "lost"))).toBe(false)
  expect([existsSync(join(image, "renamed")), existsSync(join(image, "elsewhere"))]).toEqual([true, false])
})

/** KILLS=50 makes a longer run of it. */
const cuts = Math.ceil(Number(process.env["KILLS"] ?? 6) / 3)

test.runIf(isLinux)(
  `of the saves before each of ${cuts} power cuts, every acknowledged one is there, and so is the sign-in`,
  async () => {
    let folder = newFolder()
    const acknowledged = new Map<number, string>()
    const cookies = new Map<string, string>()
    let path = ""
    let saves = 0
    for (let round = 0; round < cuts; round++) {
      const image = newFolder()
      cpSync(folder, image, { recursive: true })
      const main = await startMain({ DATA_DIR: folder, ADMIN_PASSWORD: password, ...onDisk(folder, image) })
      const person = visitor(main.address)
      for (const [name, value] of cookies) person.cookies.set(name, value)
      if (round === 0) {
        await person.signIn("admin", password)
        await person.send("PUT", "/api/communities", { name: "Acme", slug: "acme" })
        path = `/api/acme/chat-scripts/${field((await person.send("PUT", "/api/acme/chat-scripts", { name: "new" })).json(), "uuid")}`
        for (const [name, value] of person.cookies) cookies.set(name, value)
      }
      let isOff = false
      const goal = 12 + round * 9
      let done = 0
      const reached = Promise.withResolvers<void>()
      const saving = Array.from({ length: 3 }, async () => {
        while (!isOff) {
          const name = `save ${++saves}`
          const script = { name, public_name: name, language: "nl", instructions: [] }
          try {
            const answer = await person.send("PATCH", path, { script, markedForDelete: [] })
            expect(answer.status).toBe(200)
            acknowledged.set(Number(Object(answer.json()).revision), name)
            if (++done === goal) reached.resolve()
          } catch (error) {
            if (!isOff) throw error
          }
        }
      })
      await Promise.race([reached.promise, ...saving])
      isOff = true
      await main.end("SIGKILL")
      await Promise.all(saving)
      // What opens all that is sealed: without it the database would be there in vain.
      expect(readFileSync(join(image, "secret-key"), "utf8")).toBe(readFileSync(join(folder, "secret-key"), "utf8"))
      // From here on the disk holds what the cut has left.
      folder = image
    }
    const last = await startMain({ DATA_DIR: folder })
    const person = visitor(last.address)
    for (const [name, value] of cookies) person.cookies.set(name, value)
    expect((await person.send("GET", path)).status).toBe(200)
    expect((await last.end("SIGTERM")).code).toBe(0)
    const database = await openDatabase({ databaseUrl: null, dataDir: folder }, () => undefined)
    const versions = await database.db.selectFrom("script_versions").select(["revision", "authored"]).execute()
    await database.close()
    const kept = new Map(versions.map((it) => [it.revision, field(JSON.parse(it.authored), "name")]))
    expect(acknowledged.size).toBeGreaterThanOrEqual(cuts * 12)
    for (const [at, name] of acknowledged) expect([at, kept.get(at)]).toEqual([at, name])
  },
  120_000 + cuts * 60_000,
)

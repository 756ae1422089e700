// Power cuts while people save: a disk that loses all unsynced data still has every acknowledged save, and the database starts from it.
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { afterAll, expect, test } from "vitest"
import { emptyDataDir, preparedDataDir, removeDataDir } from "../fixtures/data-dir.ts"
import { readMails } from "../fixtures/mails.ts"
import { startMain } from "../fixtures/main-process.ts"
import { createScriptSaver, readStoredVersions } from "../fixtures/script-saver.ts"
import { password } from "../fixtures/server.ts"
import { runLanesUntilEnd } from "../fixtures/work-until-shutdown.ts"

const folders: Array<string> = []
afterAll(() => folders.forEach(removeDataDir))
const removedLater = (folder: string): string => {
  folders.push(folder)
  return folder
}
const newFolder = (): string => removedLater(emptyDataDir())

const diskLayer = resolve(import.meta.dirname, "../fixtures/power-cut.cjs")
const diskEnvironment = (folder: string, image: string) => ({
  DISK_FOLDER: folder,
  DISK_IMAGE: image,
  NODE_OPTIONS: `--require ${diskLayer}`,
})
/** The disk layer reads the names of open files from /proc. */
const isLinux = process.platform === "linux"

test.runIf(isLinux)("the simulated disk loses unsynced data and keeps synced data", () => {
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
    env: { ...process.env, ...diskEnvironment(folder, image) },
    encoding: "utf8",
  })
  expect([status, stderr]).toEqual([0, ""])
  expect(readFileSync(join(folder, "kept"), "utf8")).toBe("first second")
  expect(readFileSync(join(image, "kept"), "utf8")).toBe("first")
  expect(existsSync(join(image, "lost"))).toBe(false)
  expect([existsSync(join(image, "renamed")), existsSync(join(image, "elsewhere"))]).toEqual([true, false])
})

test.runIf(isLinux)("a sent mail survives a power cut right after sending", async () => {
  const [folder, image] = [newFolder(), newFolder()]
  const mail = { to: "ada@example.org", subject: "Lasting", text: "Words." }
  const script = `
    import { setTimeout } from "node:timers/promises"
    import { openMailTransport } from ${JSON.stringify(resolve(import.meta.dirname, "../../adapters/server/mail/mail-transport.ts"))}
    await setTimeout(100)
    const mailTransport = openMailTransport({ smtpUrl: null, mailFrom: "console@example.org", dataDir: ${JSON.stringify(folder)} })
    for (let i = 0; i < 2; i++) await mailTransport.send(${JSON.stringify(mail)})
    process.kill(process.pid, "SIGKILL")
  `
  const { signal, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...process.env, ...diskEnvironment(folder, image) },
    encoding: "utf8",
  })
  expect([signal, stderr]).toEqual(["SIGKILL", ""])
  const sent = [mail, mail].map((it) => expect.objectContaining({ ...it, text: expect.stringContaining(it.text) }))
  expect([await readMails(folder), await readMails(image)]).toEqual([sent, sent])
})

for (const { cuts, createFolder } of [
  { cuts: 1, createFolder: () => preparedDataDir() },
  { cuts: 4, createFolder: () => emptyDataDir() },
])
  test.runIf(isLinux)(`every acknowledged save and the session survive power cuts (${cuts})`, { tags: ["long"] }, async () => {
    let folder = removedLater(createFolder())
    const saver = createScriptSaver()
    for (let round = 0; round < cuts; round++) {
      const image = newFolder()
      cpSync(folder, image, { recursive: true })
      const main = await startMain({ DATA_DIR: folder, ADMIN_PASSWORD: password, ...diskEnvironment(folder, image) })
      const person = await saver.at(main.address)
      const work = async (acknowledge: () => void) => {
        await saver.save(person)
        acknowledge()
      }
      await runLanesUntilEnd({ lanes: 3, goal: 12 + round * 9, work, end: () => main.end("SIGKILL") })
      // Without the secret key, nobody could read what is encrypted in the database.
      expect(readFileSync(join(image, "secret-key"), "utf8")).toBe(readFileSync(join(folder, "secret-key"), "utf8"))
      // The next round starts from what the power cut has left.
      folder = image
    }
    const last = await startMain({ DATA_DIR: folder })
    expect(await saver.newest(await saver.at(last.address))).toBeGreaterThan(saver.acknowledged.size)
    expect((await last.end("SIGTERM")).code).toBe(0)
    const storedNames = await readStoredVersions(folder)
    expect(saver.acknowledged.size).toBeGreaterThanOrEqual(cuts * 12)
    for (const [at, name] of saver.acknowledged) expect([at, storedNames.get(at)]).toEqual([at, name])
  })

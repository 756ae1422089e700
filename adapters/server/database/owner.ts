// One process owns a data folder. The lock is a kernel file lock that SQLite holds: gone the instant the process dies, on every
// platform, without a native module. The owner's process id stands beside it, for the message to a second one.
import fs from "node:fs"
import path from "node:path"
import { DatabaseSync } from "node:sqlite"

/** Takes the folder (made where it is missing). Throws, naming the owner, when another process has it. */
export const own = (folder: string): { readonly release: () => void } => {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const note = path.join(folder, "pid")
  const lock = new DatabaseSync(path.join(folder, "lock"))
  try {
    lock.exec("pragma busy_timeout=0; pragma journal_mode=memory; pragma locking_mode=exclusive; begin exclusive")
    lock.exec("create table if not exists owner(pid int)")
  } catch (error) {
    lock.close()
    if (!/locked|busy/i.test(String(error))) throw error
    throw new Error(`the data folder ${folder} is in use by process ${ownerOf(note)}`)
  }
  fs.writeFileSync(note, `${process.pid}\n`)
  return {
    release: () => {
      fs.rmSync(note, { force: true })
      lock.close()
    },
  }
}

const ownerOf = (note: string): string => {
  try {
    return fs.readFileSync(note, "utf8").trim()
  } catch {
    return "(it has not said which)" // it took the lock an instant ago
  }
}

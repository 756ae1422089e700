// The embedded database's files on this machine's disk, with the fsync(2) that stock PGlite never calls: Emscripten's NODEFS has no
// fsync operation, and PGlite starts PostgreSQL with it switched off (../../../README.md, "How it is built").
import fs from "node:fs"
import path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { type MessagePort, parentPort, workerData } from "node:worker_threads"
import { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"
import { syncFolder, syncTree } from "../../storage/disk.ts"
import { embeddedDatabasePath } from "./embedded-database.ts"
import { serveWireProtocol } from "./wire-protocol.ts"

type StartOptions = Parameters<NodeFS["init"]>[1]
type OpenFile = { readonly nfd?: number; readonly node: { readonly mode: number } }

/**
 * WebAssembly's fdatasync does nothing, so the log is synced by fsync. Old files of the log are deleted, not kept for later with what was
 * erased since. The rest keeps memory and log small.
 */
export const durableStartParams: Array<string> = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  ...["wal_sync_method=fsync", "wal_recycle=off", "shared_buffers=32MB", "max_wal_size=128MB", "min_wal_size=32MB"].flatMap((it) => [
    "-c",
    it,
  ]),
]

export class DurableFiles extends NodeFS {
  /** How many times a file was synced so far. */
  syncCount = 0

  override async init(pg: PGlite, options: StartOptions): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pg, options)
    const sync = (file: OpenFile, isFolder: boolean): number => {
      if (file.nfd === undefined) return 0
      this.syncCount++
      try {
        fs.fsyncSync(file.nfd)
      } catch (error) {
        // Windows cannot sync a folder.
        if (!(process.platform === "win32" && isFolder)) throw error
      }
      return 0
    }
    emscriptenOpts.preRun?.unshift((module) => {
      const operations = streamOperations(module)
      operations["fsync"] = (file: OpenFile) => sync(file, module.FS.isDir(file.node.mode))
    })
    return { emscriptenOpts }
  }
}

/** Where Emscripten keeps NODEFS's operations moved between patch versions of PGlite. */
const streamOperations = (module: object): Record<string, unknown> => {
  for (const place of [["NODEFS"], ["FS", "filesystems", "NODEFS"]]) {
    const found = [...place, "stream_ops"].reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), module)
    if (isRecord(found)) return found
  }
  throw new Error("this version of PGlite keeps its file operations elsewhere: commits could not be made durable")
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  (typeof value === "object" && value !== null) || typeof value === "function"

// One process owns a data folder. The lock is a kernel file lock that SQLite holds: gone the instant the process dies, on every
// platform, without a native module. The owner's process id stands beside it, for the message to a second one.

/** Takes the folder (made where it is missing). Throws, naming the owner, when another process has it. */
export const lockDataFolder = (folder: string): { readonly release: () => void } => {
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

// The embedded database's thread: PGlite (PostgreSQL 18 in WebAssembly), durable, owned by one process (reliability.md "Never lost").

const parent = parentPort
if (parent === null) throw new Error("the embedded database runs on a thread of its own")
const { folder }: { readonly folder: string } = workerData

const owner = lockDataFolder(folder)
const data = embeddedDatabasePath(folder)

const open = async (at: string) => {
  const files = new DurableFiles(at)
  return { files, pg: await PGlite.create({ fs: files, startParams: durableStartParams }) }
}

if (!fs.existsSync(data)) {
  // Made beside and renamed: a kill meanwhile leaves nothing half-made.
  const fresh = `${data}.init`
  fs.rmSync(fresh, { recursive: true, force: true })
  fs.mkdirSync(fresh, { recursive: true })
  await (await open(fresh)).pg.close()
  syncTree(fresh)
  fs.renameSync(fresh, data)
  syncFolder(folder)
}

const { files, pg } = await open(data)
// A newer PGlite that moves its insides must not switch durability off unseen.
const before = files.syncCount
await pg.query("select pg_logical_emit_message(true, 'durability-probe', 'x')")
if (files.syncCount === before) throw new Error("the embedded database did not sync a commit to the disk: refusing to start")

// What it had not answered is not kept; the process starts the thread anew.
const serve = serveWireProtocol(pg, () => process.exit(1))
parent.on("message", (message: { readonly port: MessagePort; readonly line: number } | "stop") => {
  if (message !== "stop") return serve(message.port, () => parent.postMessage(message.line))
  void pg.close().then(() => {
    owner.release()
    parent.postMessage("stopped")
    setImmediate(() => process.exit(0))
  })
})
parent.postMessage("ready")

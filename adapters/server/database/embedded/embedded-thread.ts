// The embedded database's thread: PGlite (PostgreSQL 18 in WebAssembly) with durable files, owned by one process.
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
 * PostgreSQL's options. The log is synced by fsync, because WebAssembly's fdatasync does nothing, and old log files are
 * deleted instead of recycled, because they hold erased data. The other options limit memory and log size.
 */
export const durableStartParams: Array<string> = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  ...["wal_sync_method=fsync", "wal_recycle=off", "shared_buffers=32MB", "max_wal_size=128MB", "min_wal_size=32MB"].flatMap((it) => [
    "-c",
    it,
  ]),
]

/**
 * PGlite's files with fsync(2), which stock PGlite never calls: Emscripten's NODEFS has no fsync operation, and PGlite
 * starts PostgreSQL with fsync off.
 */
export class DurableFiles extends NodeFS {
  /** How many times files have been synced. */
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
      const operations = findStreamOperations(module)
      operations["fsync"] = (file: OpenFile) => sync(file, module.FS.isDir(file.node.mode))
    })
    return { emscriptenOpts }
  }
}

/** Emscripten's location of the NODEFS operations has moved between patch versions of PGlite. */
const findStreamOperations = (module: object): Record<string, unknown> => {
  for (const keys of [["NODEFS"], ["FS", "filesystems", "NODEFS"]]) {
    const found = [...keys, "stream_ops"].reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), module)
    if (isRecord(found)) return found
  }
  throw new Error("this version of PGlite keeps its file operations elsewhere: commits could not be made durable")
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  (typeof value === "object" && value !== null) || typeof value === "function"

/**
 * Locks the data folder for this process, creating it if needed; throws an error that names the owner if another
 * process holds it. SQLite holds the file lock: the kernel releases it when the process dies, on every platform,
 * without a native module. The owner's process id is stored beside it for the error message.
 */
export const lockDataFolder = (folder: string): { readonly release: () => void } => {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const pidFile = path.join(folder, "pid")
  const lock = new DatabaseSync(path.join(folder, "lock"))
  try {
    lock.exec("pragma busy_timeout=0; pragma journal_mode=memory; pragma locking_mode=exclusive; begin exclusive")
    lock.exec("create table if not exists owner(pid int)")
  } catch (error) {
    lock.close()
    if (!/locked|busy/i.test(String(error))) throw error
    throw new Error(`the data folder ${folder} is in use by process ${readOwner(pidFile)}`)
  }
  fs.writeFileSync(pidFile, `${process.pid}\n`)
  return {
    release: () => {
      fs.rmSync(pidFile, { force: true })
      lock.close()
    },
  }
}

const readOwner = (pidFile: string): string => {
  try {
    return fs.readFileSync(pidFile, "utf8").trim()
  } catch {
    return "(it has not said which)" // the owner took the lock a moment ago and has not written its id yet
  }
}

const parent = parentPort
if (parent === null) throw new Error("the embedded database runs on a thread of its own")
const { folder }: { readonly folder: string } = workerData

const owner = lockDataFolder(folder)
const databaseFolder = embeddedDatabasePath(folder)

const openDatabase = async (target: string) => {
  const files = new DurableFiles(target)
  return { files, pg: await PGlite.create({ fs: files, startParams: durableStartParams }) }
}

if (!fs.existsSync(databaseFolder)) {
  // Created aside and renamed, so that a kill in between leaves no half-created database.
  const initFolder = `${databaseFolder}.init`
  fs.rmSync(initFolder, { recursive: true, force: true })
  fs.mkdirSync(initFolder, { recursive: true })
  await (await openDatabase(initFolder)).pg.close()
  syncTree(initFolder)
  fs.renameSync(initFolder, databaseFolder)
  syncFolder(folder)
}

const { files, pg } = await openDatabase(databaseFolder)
// A newer PGlite with other internals must not silently switch durability off.
const syncsBefore = files.syncCount
await pg.query("select pg_logical_emit_message(true, 'durability-probe', 'x')")
if (files.syncCount === syncsBefore) throw new Error("the embedded database did not sync a commit to the disk: refusing to start")

// On a panic, unanswered queries are lost; the main thread starts this thread again.
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

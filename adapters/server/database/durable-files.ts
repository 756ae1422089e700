// The embedded database's files on this machine's disk, with the fsync(2) that stock PGlite never calls: Emscripten's NODEFS has no
// fsync operation, and PGlite starts PostgreSQL with it switched off (../../../README.md, "How it is built").
import fs from "node:fs"
import { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"

type StartOptions = Parameters<NodeFS["init"]>[1]
type OpenFile = { readonly nfd?: number; readonly node: { readonly mode: number } }

/**
 * WebAssembly's fdatasync does nothing, so the log is synced by fsync. Old files of the log are deleted, not kept for later with what was
 * erased since. The rest keeps memory and log small.
 */
export const startParams: Array<string> = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  ...["wal_sync_method=fsync", "wal_recycle=off", "shared_buffers=32MB", "max_wal_size=128MB", "min_wal_size=32MB"].flatMap((it) => [
    "-c",
    it,
  ]),
]

export class DurableFiles extends NodeFS {
  /** How many times a file was synced so far. */
  syncs = 0

  override async init(pg: PGlite, options: StartOptions): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pg, options)
    const sync = (file: OpenFile, isFolder: boolean): number => {
      if (file.nfd === undefined) return 0
      this.syncs++
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

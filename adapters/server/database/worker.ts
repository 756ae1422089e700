// The embedded database's thread: PGlite (PostgreSQL 18 in WebAssembly), durable, owned by one process (reliability.md "Never lost").
import fs from "node:fs"
import { type MessagePort, parentPort, workerData } from "node:worker_threads"
import { PGlite } from "@electric-sql/pglite"
import { DurableFiles, startParams } from "./durable-files.ts"
import { own } from "./owner.ts"
import { embeddedPlace } from "./place.ts"
import { syncFolder, syncTree } from "./sync.ts"
import { wire } from "./wire.ts"

const parent = parentPort
if (parent === null) throw new Error("the embedded database runs on a thread of its own")
const { folder }: { readonly folder: string } = workerData

const owner = own(folder)
const data = embeddedPlace(folder)

const open = async (at: string) => {
  const files = new DurableFiles(at)
  return { files, pg: await PGlite.create({ fs: files, startParams }) }
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
const before = files.syncs
await pg.query("select pg_logical_emit_message(true, 'durability-probe', 'x')")
if (files.syncs === before) throw new Error("the embedded database did not sync a commit to the disk: refusing to start")

// What it had not answered is not kept; the process starts the thread anew.
const serve = wire(pg, () => process.exit(1))
parent.on("message", (message: { readonly port: MessagePort; readonly line: number } | "stop") => {
  if (message !== "stop") return serve(message.port, () => parent.postMessage(message.line))
  void pg.close().then(() => {
    owner.release()
    parent.postMessage("stopped")
    setImmediate(() => process.exit(0))
  })
})
parent.postMessage("ready")

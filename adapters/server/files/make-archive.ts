// The job that makes the zip of a script's files: read one after the other and written while they are read, so that memory does not grow
// with them. A zip of very many files does not open everywhere, so there are several then.
import { PassThrough, Readable } from "node:stream"
import * as Schema from "effect/Schema"
import yazl from "yazl"
import { safeName } from "../../../domain/script/script-file.ts"
import type { House } from "../house.ts"
import { answerPlace, archivePlace } from "./places.ts"

/** Files of one zip at most. */
export const mostInZip = 20_000

export const Making = Schema.Struct({ community: Schema.String, script: Schema.String, archive: Schema.String })

type Row = { readonly id: string; readonly conversation_id: string; readonly name: string; readonly bytes: number; readonly made_at: Date }

type Store = Pick<House, "database" | "storage" | "now">

export const makeArchive = async (
  house: Store,
  payload: unknown,
  { signal }: { readonly signal: AbortSignal },
  most: number = mostInZip,
): Promise<void> => {
  const { database, storage, now } = house
  const { community, script, archive } = Schema.decodeUnknownSync(Making)(payload)
  const of = { community, script }
  const asked = await database.db
    .selectFrom("archives")
    .select("newest")
    .where("script_id", "=", script)
    .where("id", "=", archive)
    .executeTakeFirst()
  // Erased, or asked for anew.
  if (asked === undefined) return
  const names: Array<string> = []
  for (let after: string | null = null; ; ) {
    const rows = await filesAfter(house, script, { after, newest: asked.newest, limit: most })
    const last = rows.at(-1)
    if (last === undefined) break
    const name = archivePlace(of, archive, names.length + 1)
    names.push(name)
    await storage.put(name, zipOf(house, of, rows, signal))
    after = last.id
    if (rows.length < most) break
  }
  const { numUpdatedRows } = await database.db
    .updateTable("archives")
    .set({ parts: names.length, ready_at: now() })
    .where("script_id", "=", script)
    .where("id", "=", archive)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) await storage.remove(names)
}

type Range = { readonly after: string | null; readonly newest: string; readonly limit: number }

const filesAfter = ({ database: { db } }: Store, script: string, { after, newest, limit }: Range): Promise<ReadonlyArray<Row>> => {
  const all = db
    .selectFrom("answer_files")
    .select(["id", "conversation_id", "name", "bytes", "made_at"])
    .where("script_id", "=", script)
    .where("kept_at", "is not", null)
    .where("id", "<=", newest)
  return (after === null ? all : all.where("id", ">", after)).orderBy("id").limit(limit).execute()
}

/** A folder for each conversation, named as exports name it. */
const zipOf = ({ storage }: Store, of: { community: string; script: string }, rows: ReadonlyArray<Row>, signal: AbortSignal): Readable => {
  const zip = new yazl.ZipFile()
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  zip.on("error", (error: Error) => output.destroy(error))
  let reading: Readable | null = null
  // Whoever takes the zip may give up in the middle of a file.
  output.on("close", () => reading?.destroy())
  const taken = new Set<string>()
  for (const { id, conversation_id, name, bytes, made_at } of rows) {
    const entry = freeName(`${conversation_id}/`, safeName(name), taken)
    // Images are compressed already.
    zip.addReadStreamLazy(entry, { size: bytes, mtime: made_at, compress: false }, (give) => {
      if (signal.aborted) return give(new Error("the server stops"), Readable.from([]))
      storage.get(answerPlace(of, id)).then(
        (found) => {
          if (found === null) return give(new Error(`the file ${id} is gone`), Readable.from([]))
          reading = found.stream
          give(null, found.stream)
        },
        (error: unknown) => give(error, Readable.from([])),
      )
    })
  }
  zip.end()
  return output
}

const freeName = (folder: string, name: string, taken: Set<string>): string => {
  const dot = name.lastIndexOf(".")
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""]
  for (let number = 1; ; number++) {
    const free = `${folder}${number === 1 ? name : `${stem} (${number})${ending}`}`
    const key = free.toLowerCase()
    if (taken.has(key)) continue
    taken.add(key)
    return free
  }
}

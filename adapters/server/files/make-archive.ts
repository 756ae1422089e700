// The job that makes the zip of a script's files: read one after the other and written while they are read, so that memory does not grow
// with them. A zip of very many files does not open everywhere, so there are several then.
import * as Schema from "effect/Schema"
import { safeName } from "../../../domain/script/script-file.ts"
import type { House } from "../house.ts"
import { answerPlace, archiveFolder, archivePlace } from "./places.ts"
import { type Entry, freePath, zipOf } from "./zip.ts"

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
  let parts = 0
  for (let after: string | null = null; ; ) {
    const rows = await filesAfter(house, script, { after, newest: asked.newest, limit: most })
    const last = rows.at(-1)
    if (last === undefined) break
    parts++
    await storage.put(archivePlace(of, archive, parts), zipOf(entriesOf(house, of, rows), signal))
    after = last.id
    if (rows.length < most) break
  }
  const { numUpdatedRows } = await database.db
    .updateTable("archives")
    .set({ parts, ready_at: now() })
    .where("script_id", "=", script)
    .where("id", "=", archive)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) await storage.removeBelow(archiveFolder(of, archive))
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
const entriesOf = ({ storage }: Store, of: { community: string; script: string }, rows: ReadonlyArray<Row>): ReadonlyArray<Entry> => {
  const taken = new Set<string>()
  return rows.map(({ id, conversation_id, name, bytes, made_at: at }) => ({
    path: freePath(`${conversation_id}/`, safeName(name), taken),
    bytes,
    at,
    read: async () => {
      const found = await storage.get(answerPlace(of, id))
      if (found === null) throw new Error(`the file ${id} is gone`)
      return found.stream
    },
  }))
}

// Erasing the images of a script that was erased: those that nothing else of its community shows. The same image is kept once (keep.ts), and
// every version of a script can be restored.
import * as Schema from "effect/Schema"
import { type RawBuilder, sql } from "kysely"
import { stillComes } from "../../../domain/conversations/limits.ts"
import type { Db } from "../database/database.ts"
import type { House } from "../house.ts"
import { enqueue } from "../jobs/jobs.ts"
import type { Which } from "../scripts/listed.ts"

const Erasing = Schema.Struct({ community: Schema.String, names: Schema.Array(Schema.String) })

/** The names of a community's uploads that some texts hold, each once. The database looks: a script has many versions, and they are long. */
const namesIn = async (db: Db, community: string, texts: RawBuilder<unknown>): Promise<ReadonlyArray<string>> => {
  const pattern = `/uploads/(${community}/[0-9a-f]{64}[.][a-z0-9]+)`
  const { rows } = await sql<{ name: string }>`
    select distinct named[1] as name from ${texts} its (text), regexp_matches(its.text, ${pattern}, 'g') named`.execute(db)
  return rows.map(({ name }) => name)
}

/** The uploads that a script shows in any of its versions. */
export const imagesOf = (db: Db, { community, id }: Which): Promise<ReadonlyArray<string>> =>
  namesIn(db, community, sql`(select authored from script_versions where script_id = ${id})`)

export const eraseImages = async (
  { database: { db, transact }, storage, now }: Pick<House, "database" | "storage" | "now">,
  payload: unknown,
): Promise<void> => {
  const { community, names } = Schema.decodeUnknownSync(Erasing)(payload)
  const unused = new Set(names)
  const keep = (used: ReadonlyArray<string>): void => {
    for (const name of used) unused.delete(name)
  }
  keep(await namesIn(db, community, sql`(select content from styles where community_id = ${community})`))
  const scripts = await db.selectFrom("scripts").select("id").where("community_id", "=", community).execute()
  // One after the other: others' queries come in between.
  for (const { id } of scripts) if (unused.size > 0) keep(await imagesOf(db, { community, id }))
  await transact(async (change) => {
    // Whoever uploads one of them meanwhile waits for this change, and finds it gone; nobody else waits.
    await change.selectFrom("communities").select("id").where("id", "=", community).forNoKeyUpdate().execute()
    // What was uploaded just now is about to be saved somewhere.
    const fresh = await uploadedSince(change, community, new Date(now().getTime() - stillComes))
    const waiting = [...unused].filter((name) => fresh.has(name))
    await storage.remove([...unused].filter((name) => !fresh.has(name)))
    const due = new Date(now().getTime() + stillComes)
    if (waiting.length > 0) await enqueue(change, { kind: "erase-images", payload: { community, names: waiting }, due })
  })
}

const uploadedSince = async (db: Db, community: string, at: Date): Promise<ReadonlySet<string>> => {
  const lines = await db
    .selectFrom("audit")
    .select("thing")
    .where("community_id", "=", community)
    .where("deed", "=", "upload.add")
    .where("at", ">", at)
    .execute()
  return new Set(lines.flatMap(({ thing }) => thing.split(" ").map((address) => address.replace(/^\/uploads\//, ""))))
}

// Saving scripts as numbered revisions, which are all stored; the cache of revisions compiled for conversations; and the published revision.
import { randomUUIDv7 } from "node:crypto"
import { setImmediate } from "node:timers/promises"
import * as Schema from "effect/Schema"
import type { Insertable, Transaction } from "kysely"
import {
  assembleCompiledScript,
  type CompiledInstruction,
  type CompiledScript,
  compileInstructions,
} from "../../../domain/chat/compiled-script.ts"
import { matchesSchema } from "../../../domain/schema/schema-matcher.ts"
import { type AuthoredScript, AuthoredScriptSchema, type Script } from "../../../domain/script/script.ts"
import { lastLiveAfterSave, publishedRevision } from "../../../domain/script/status.ts"
import type { Database, Db } from "../database/database.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { decodeStatus, encodeStatus, getRevision, scriptFromRow } from "./script-repository.ts"

type Author = { readonly user: string | null; readonly at: Date }

const encodeAuthored = (authored: AuthoredScript): string =>
  JSON.stringify(matchesSchema(AuthoredScriptSchema, authored) ? authored : Schema.encodeSync(AuthoredScriptSchema)(authored))

/** Creates a script in preparation. */
export const createScript = async (
  trx: Transaction<Tables>,
  community: string,
  authored: AuthoredScript,
  author: Author,
): Promise<Script> => {
  const row: ScriptRow = {
    id: randomUUIDv7(),
    community_id: community,
    name: authored.name,
    public_name: authored.public_name,
    language: authored.language,
    status: encodeStatus("preparation"),
    revision: 1,
    live_revision: null,
    is_deletion_approved: false,
    // [R5]
    removal_procedure: true,
    live_date: null,
    closed_date: null,
    deleted_warning_date: null,
    deleted_date: null,
    removal_warning_date: null,
    chosen_warning_date: null,
    chosen_deleted_date: null,
    transport: null,
    warned_at: null,
    updated_at: author.at,
  }
  await trx.insertInto("scripts").values(row).execute()
  await trx
    .insertInto("script_versions")
    .values(buildRevisionRow(row, authored, author))
    .execute()
  return scriptFromRow(row, authored)
}

/** Saves the next revision of a script whose row the transaction has locked. */
export const saveScriptRevision = async (
  trx: Transaction<Tables>,
  row: ScriptRow,
  authored: AuthoredScript,
  author: Author,
): Promise<Script> => {
  const { name, public_name, language } = authored
  const revision = row.revision + 1
  const live_revision = lastLiveAfterSave(
    { status: decodeStatus(row.status), revision: row.revision, lastLive: row.live_revision },
    revision,
  )
  const columns = { name, public_name, language, revision, live_revision, updated_at: author.at }
  const nextRow = { ...row, ...columns }
  // One statement for both, because others wait for the locked row.
  await trx
    .with("saved", (qc) => qc.updateTable("scripts").set(columns).where("community_id", "=", row.community_id).where("id", "=", row.id))
    .insertInto("script_versions")
    .values(buildRevisionRow(nextRow, authored, author))
    .execute()
  return scriptFromRow(nextRow, authored)
}

const buildRevisionRow = (
  { id, revision }: ScriptRow,
  authored: AuthoredScript,
  { user, at }: Author,
): Insertable<Tables["script_versions"]> => ({
  script_id: id,
  revision,
  authored: encodeAuthored(authored),
  saved_by: user,
  saved_at: at,
})

export type PreparedScript = { readonly authored: AuthoredScript; readonly chat: CompiledScript }
export type LoadPreparedScript = (db: Db, key: { readonly id: string; readonly revision: number }) => Promise<PreparedScript>

/** Maximum number of cached revisions; the least recently used one is evicted. */
const maxCached = 64

/**
 * Creates a cache of compiled revisions. A revision never changes, so it is compiled once for many respondents. Those who open it at the same
 * time each read it, because a transaction must not wait for a read outside of it; the first whose read ends compiles it.
 */
export const createPreparedScriptCache = (): LoadPreparedScript => {
  const cache = new Map<string, Promise<PreparedScript>>()
  return async (db, revision) => {
    const key = `${revision.id} ${revision.revision}`
    let prepared = cache.get(key)
    if (prepared === undefined) {
      const authored = await getRevision(db, revision)
      prepared = cache.get(key) ?? prepareScript(authored)
    }
    cache.delete(key)
    cache.set(key, prepared)
    const [oldest] = cache.keys()
    if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest)
    return prepared
  }
}

/** How many instructions one turn of the event loop compiles: all 10,000 of the longest script would hold it for about 0.1 s. */
export const compiledPerTurn = 500

/** Compiles a revision for conversations, in several turns of the event loop. */
export const prepareScript = async (authored: AuthoredScript): Promise<PreparedScript> => {
  const { language, instructions } = authored
  const list: Array<CompiledInstruction> = []
  for (let from = 0; from < instructions.length; from += compiledPerTurn) {
    await setImmediate()
    list.push(...compileInstructions(language, instructions.slice(from, from + compiledPerTurn)))
  }
  await setImmediate()
  return { authored, chat: assembleCompiledScript(language, list) }
}

/** The columns of a script that say which revision is published. */
export type PublishedScriptRow = Pick<ScriptRow, "id" | "status" | "revision" | "live_revision">

/** [G5] Returns the revision of a script that the live statistics and the titles of public pages show; null if none is published. */
export const loadPublishedScript = async (
  { database: { db }, loadPreparedScript }: { readonly database: Pick<Database, "db">; readonly loadPreparedScript: LoadPreparedScript },
  found: PublishedScriptRow,
): Promise<PreparedScript["authored"] | null> => {
  const revision = publishedRevision({ status: decodeStatus(found.status), revision: found.revision, lastLive: found.live_revision })
  return revision === null ? null : (await loadPreparedScript(db, { id: found.id, revision })).authored
}

// The job that makes the zip of a script's files: read one after the other and written while they are read, so that memory does not grow
// with them. A zip of very many files does not open everywhere, so there are several then.

import { randomUUIDv7 } from "node:crypto"
import * as Schema from "effect/Schema"
import type { Transaction } from "kysely"
import { toSafeFileName } from "../../../domain/files/script-file.ts"
import * as contract from "../../contract/file-contract.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import type { Tables } from "../database/tables.ts"
import { communityEndpoint, type EndpointHandler, RawResponse } from "../http/endpoint-handler.ts"
import { notFound } from "../http/http-error.ts"
import { enqueueJob } from "../jobs/job-queue.ts"
import { findScriptRow, lockScriptRow, type ScriptKey } from "../scripts/script-repository.ts"
import type { ServerContext } from "../server-context.ts"
import { createZipStream, uniquePath, type ZipEntry } from "../storage/zip-stream.ts"
import { answerFileKey, archiveFolderKey, archivePartKey, eraseArchive, findNewestFileId } from "./answer-file-repository.ts"

/** Files of one zip at most. */
export const maxFilesPerZip = 20_000

export const ArchiveJobPayload = Schema.Struct({ community: Schema.String, script: Schema.String, archive: Schema.String })

type Row = { readonly id: string; readonly conversation_id: string; readonly name: string; readonly bytes: number; readonly made_at: Date }

type Store = Pick<ServerContext, "database" | "storage" | "now">

export const buildArchive = async (
  context: Store,
  payload: unknown,
  { signal }: { readonly signal: AbortSignal },
  most: number = maxFilesPerZip,
): Promise<void> => {
  const { database, storage, now } = context
  const { community, script, archive } = Schema.decodeUnknownSync(ArchiveJobPayload)(payload)
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
    const rows = await listFilesAfter(context, script, { after, newest: asked.newest, limit: most })
    const last = rows.at(-1)
    if (last === undefined) break
    parts++
    await storage.put(archivePartKey(of, archive, parts), createZipStream(buildEntries(context, of, rows), signal))
    after = last.id
    if (rows.length < most) break
  }
  const { numUpdatedRows } = await database.db
    .updateTable("archives")
    .set({ parts, ready_at: now() })
    .where("script_id", "=", script)
    .where("id", "=", archive)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) await storage.removeFolder(archiveFolderKey(of, archive))
}

type Range = { readonly after: string | null; readonly newest: string; readonly limit: number }

const listFilesAfter = ({ database: { db } }: Store, script: string, { after, newest, limit }: Range): Promise<ReadonlyArray<Row>> => {
  const all = db
    .selectFrom("answer_files")
    .select(["id", "conversation_id", "name", "bytes", "made_at"])
    .where("script_id", "=", script)
    .where("kept_at", "is not", null)
    .where("id", "<=", newest)
  return (after === null ? all : all.where("id", ">", after)).orderBy("id").limit(limit).execute()
}

/** A folder for each conversation, named as exports name it. */
const buildEntries = ({ storage }: Store, of: { community: string; script: string }, rows: ReadonlyArray<Row>): ReadonlyArray<ZipEntry> => {
  const taken = new Set<string>()
  return rows.map(({ id, conversation_id, name, bytes, made_at: at }) => ({
    path: uniquePath(`${conversation_id}/`, toSafeFileName(name), taken),
    bytes,
    at,
    read: async () => {
      const found = await storage.get(answerFileKey(of, id))
      if (found === null) throw new Error(`the file ${id} is gone`)
      return found.stream
    },
  }))
}

// The archive of files that respondents answered with (adapters/contract/file-contract.ts).

const archiveOf = (change: Transaction<Tables>, script: string) =>
  change.selectFrom("archives").select(["id", "newest", "parts", "ready_at"]).where("script_id", "=", script).executeTakeFirst()

const request = communityEndpoint(
  contract.requestFileArchive,
  "files.read",
  ({ database, now }, { user, community, params: { id }, payload: { silent = false } }) =>
    database.transact(async (change) => {
      const script = await lockScriptRow(change, { community: community.uuid, id })
      if (script === undefined) throw notFound()
      const archive = await archiveOf(change, script.id)
      if (silent) return archive === undefined ? { result: "notFound" as const } : stateOf(archive)
      if (archive !== undefined && archive.ready_at === null) return stateOf(archive)
      const newest = await findNewestFileId(change, script.id)
      if (newest === null) return { result: "filesNotFound" as const }
      if (archive?.newest === newest) return stateOf(archive)
      await begin(change, { community: community.uuid, id: script.id }, newest, now())
      await recordAuditEvent(change, { community: community.uuid, user, action: "files.request", thing: `script ${script.id}` }, now())
      return { result: false }
    }),
)

const stateOf = ({ parts, ready_at }: { readonly parts: number; readonly ready_at: Date | null }) =>
  ready_at === null ? { result: false } : { result: true, parts }

/** Has an archive made, in place of an older one. */
const begin = async (change: Transaction<Tables>, { community, id: script }: ScriptKey, newest: string, at: Date): Promise<void> => {
  await eraseArchive(change, script, at)
  const archive = randomUUIDv7()
  await change
    .insertInto("archives")
    .values({ script_id: script, id: archive, community_id: community, newest, parts: 0, asked_at: at })
    .execute()
  await enqueueJob(change, { kind: "archive", payload: { community, script, archive }, script, due: at })
}

const download = communityEndpoint(
  contract.downloadFileArchive,
  "files.read",
  async ({ database: { db }, storage, now }, { user, community, params: { id }, payload: { part = 1 } }) => {
    const script = await findScriptRow(db, { community: community.uuid, id })
    if (script === undefined) throw notFound()
    const archive = await db
      .selectFrom("archives")
      .select(["id", "parts"])
      .where("script_id", "=", script.id)
      .where("community_id", "=", community.uuid)
      .where("ready_at", "is not", null)
      .executeTakeFirst()
    if (archive === undefined || part > archive.parts) throw notFound()
    const found = await storage.get(archivePartKey({ community: community.uuid, script: script.id }, archive.id, part))
    if (found === null) throw notFound()
    await recordAuditEvent(db, { community: community.uuid, user, action: "files.download", thing: `script ${script.id}` }, now())
    const name = `${toSafeFileName(script.name)}${archive.parts === 1 ? "" : `-${part}`}.zip`
    return new RawResponse("application/zip", found.stream, {
      "content-length": String(found.bytes),
      "content-disposition": `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    })
  },
)

export const archiveEndpoints: ReadonlyArray<EndpointHandler> = [request, download]

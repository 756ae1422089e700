// The archive of a script's answer files: the job that builds it, and the endpoints that request and download it. Files are
// streamed into the zip one after another, so that memory does not grow with them.
import { randomUUIDv7 } from "node:crypto"
import * as Schema from "effect/Schema"
import type { Transaction } from "kysely"
import { getArchivePath } from "../../../domain/conversations/answer-file.ts"
import { toSafeFileName } from "../../../domain/text/text-input.ts"
import * as contract from "../../contract/file-contract.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import type { Tables } from "../database/tables.ts"
import { communityEndpoint, type EndpointHandler, RawResponse } from "../http/endpoint-handler.ts"
import { notFound } from "../http/http-error.ts"
import { defineJob } from "../jobs/job-definition.ts"
import { enqueueJob } from "../jobs/job-queue.ts"
import { findScriptRow, lockScriptRow, type ScriptKey } from "../scripts/script-repository.ts"
import type { ServerContext } from "../server-context.ts"
import { createZipStream, type ZipEntry } from "../storage/zip-stream.ts"
import { answerFileKey, archiveFolderKey, archivePartKey, eraseArchive, findNewestFileId } from "./answer-file-repository.ts"

/** Maximum number of files per zip, since some programs cannot open larger ones. Larger archives have several parts. */
export const maxFilesPerZip = 20_000

/** The job that builds a requested archive. */
export const archiveJob = defineJob({
  kind: "archive",
  payload: Schema.Struct({ community: Schema.String, script: Schema.String, archive: Schema.String }),
  lanes: 2,
})

type FileRow = {
  readonly id: string
  readonly conversation_id: string
  readonly name: string
  readonly bytes: number
  readonly made_at: Date
}

type ArchiveContext = Pick<ServerContext, "database" | "storage" | "now">

/** Runs the job: builds all parts of a requested archive and marks it as ready. */
export const buildArchive = async (
  context: ArchiveContext,
  { community, script, archive }: typeof archiveJob.payload.Type,
  { signal }: { readonly signal: AbortSignal },
  maxFiles: number = maxFilesPerZip,
): Promise<void> => {
  const { database, storage, now } = context
  const scope = { community, script }
  const requested = await database.db
    .selectFrom("archives")
    .select("newest")
    .where("script_id", "=", script)
    .where("id", "=", archive)
    .executeTakeFirst()
  // The archive was erased, or replaced by a new request.
  if (requested === undefined) return
  let parts = 0
  for (let after: string | null = null; ; ) {
    const rows = await listFilesAfter(context, script, { after, newest: requested.newest, limit: maxFiles })
    const last = rows.at(-1)
    if (last === undefined) break
    parts++
    await storage.put(archivePartKey(scope, archive, parts), createZipStream(buildEntries(context, scope, rows), signal))
    after = last.id
    if (rows.length < maxFiles) break
  }
  const { numUpdatedRows } = await database.db
    .updateTable("archives")
    .set({ parts, ready_at: now() })
    .where("script_id", "=", script)
    .where("id", "=", archive)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) await storage.removeFolder(archiveFolderKey(scope, archive))
}

type FileRange = { readonly after: string | null; readonly newest: string; readonly limit: number }

const listFilesAfter = (
  { database: { db } }: ArchiveContext,
  script: string,
  { after, newest, limit }: FileRange,
): Promise<ReadonlyArray<FileRow>> => {
  const all = db
    .selectFrom("answer_files")
    .select(["id", "conversation_id", "name", "bytes", "made_at"])
    .where("script_id", "=", script)
    .where("kept_at", "is not", null)
    .where("id", "<=", newest)
  return (after === null ? all : all.where("id", ">", after)).orderBy("id").limit(limit).execute()
}

/** [X15] Puts the files of each conversation into a folder of its own, at the paths that exports name. */
const buildEntries = (
  { storage }: ArchiveContext,
  scope: { community: string; script: string },
  rows: ReadonlyArray<FileRow>,
): ReadonlyArray<ZipEntry> =>
  rows.map(({ id, conversation_id, name, bytes, made_at: at }) => ({
    path: getArchivePath(conversation_id, { id, name }),
    bytes,
    at,
    read: async () => {
      const found = await storage.get(answerFileKey(scope, id))
      if (found === null) throw new Error(`the file ${id} is gone`)
      return found.stream
    },
  }))

const findArchive = (change: Transaction<Tables>, script: string) =>
  change.selectFrom("archives").select(["id", "newest", "parts", "ready_at"]).where("script_id", "=", script).executeTakeFirst()

const request = communityEndpoint(
  contract.requestFileArchive,
  "files.read",
  ({ database, now }, { user, community, params: { id }, payload: { silent = false } }) =>
    database.transact(async (change) => {
      const script = await lockScriptRow(change, { community: community.uuid, id })
      if (script === undefined) throw notFound()
      const archive = await findArchive(change, script.id)
      if (silent) return archive === undefined ? { result: "notFound" as const } : toArchiveState(archive)
      if (archive !== undefined && archive.ready_at === null) return toArchiveState(archive)
      const newest = await findNewestFileId(change, script.id)
      if (newest === null) return { result: "filesNotFound" as const }
      if (archive?.newest === newest) return toArchiveState(archive)
      await enqueueArchive(change, { community: community.uuid, id: script.id }, newest, now())
      await recordAuditEvent(change, { community: community.uuid, user, action: "files.request", target: `script ${script.id}` }, now())
      return { result: false }
    }),
)

const toArchiveState = ({ parts, ready_at }: { readonly parts: number; readonly ready_at: Date | null }) =>
  ready_at === null ? { result: false } : { result: true, parts }

/** Enqueues the job that builds an archive, which replaces an older one. */
const enqueueArchive = async (
  change: Transaction<Tables>,
  { community, id: script }: ScriptKey,
  newest: string,
  at: Date,
): Promise<void> => {
  await eraseArchive(change, script, at)
  const archive = randomUUIDv7()
  await change
    .insertInto("archives")
    .values({ script_id: script, id: archive, community_id: community, newest, parts: 0, asked_at: at })
    .execute()
  await enqueueJob(change, archiveJob, { payload: { community, script, archive }, script, due: at })
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
    await recordAuditEvent(db, { community: community.uuid, user, action: "files.download", target: `script ${script.id}` }, now())
    const name = `${toSafeFileName(script.name)}${archive.parts === 1 ? "" : `-${part}`}.zip`
    return new RawResponse("application/zip", found.stream, {
      "content-length": String(found.bytes),
      "content-disposition": `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    })
  },
)

export const archiveEndpoints: ReadonlyArray<EndpointHandler> = [request, download]

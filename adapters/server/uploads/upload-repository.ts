// Storing uploads: the kind is detected from the content, and the name is its hash, so identical files are stored once.

import { createHash } from "node:crypto"
import * as Schema from "effect/Schema"
import { type RawBuilder, sql } from "kysely"
import type { User } from "../../../domain/accounts/user.ts"
import { detectFileKind, type FileKind, fileKindBytes } from "../../../domain/assets/upload-validation.ts"
import { pendingFileGraceMs } from "../../../domain/conversations/conversation-limits.ts"
import { maxUploadBytes } from "../../../domain/style/style-uploads.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import type { Db } from "../database/database.ts"
import { defineJob } from "../jobs/job-definition.ts"
import { enqueueJob } from "../jobs/job-queue.ts"
import type { ScriptKey } from "../scripts/script-repository.ts"
import type { ServerContext } from "../server-context.ts"
import type { FileStorage, StagedFile } from "../storage/storage.ts"
import type { UploadLimits } from "./upload-limits.ts"

/** What checking a file needs. */
export type FileChecking = Pick<ServerContext, "sanitizeSvg"> & {
  readonly uploadLimits: Pick<UploadLimits, "workInMemory">
  readonly stage: FileStorage["stage"]
}

/** [F12] Stages an SVG rewritten with an allowlist; null if it is not a valid SVG. One at a time is read into memory. */
export const sanitizeStagedSvg = (
  { sanitizeSvg, uploadLimits, stage }: FileChecking,
  { staged }: Pick<ReceivedFile, "staged">,
): Promise<ReceivedFile | null> =>
  uploadLimits.workInMemory(async () => {
    const content = await sanitizeSvg(await staged.read())
    return content === null ? null : { staged: await stage([content]), sha256: createHash("sha256").update(content).digest() }
  })

/** A completely received file, and the hash of its content. */
export type ReceivedFile = { readonly staged: StagedFile; readonly sha256: Buffer }

/** A file's kind, and the content to store. */
export type CheckedUpload = FileKind & ReceivedFile
type Problem = "ERROR.UPLOAD_EMPTY" | "ERROR.UPLOAD_KIND" | "ERROR.UPLOAD_TOO_LARGE"

/**
 * Checks a file by kind and size (the limit depends on the key); returns the upload to store, with SVG sanitized, or
 * the problem.
 */
export const checkUpload = async (checking: FileChecking, key: string, file: ReceivedFile): Promise<CheckedUpload | Problem> => {
  const { staged } = file
  if (staged.bytes === 0) return "ERROR.UPLOAD_EMPTY"
  const found = detectFileKind(await staged.read(fileKindBytes))
  if (found === null) return "ERROR.UPLOAD_KIND"
  if (staged.bytes > maxUploadBytes(key, found.kind)) return "ERROR.UPLOAD_TOO_LARGE"
  if (found.ending !== "svg") return { ...found, ...file }
  const sanitized = await sanitizeStagedSvg(checking, file)
  return sanitized === null ? "ERROR.UPLOAD_KIND" : { ...found, ...sanitized }
}

type UploadBatch = {
  readonly community: string
  readonly user: Pick<User, "uuid" | "username">
  readonly files: ReadonlyMap<string, CheckedUpload>
}

/**
 * Stores files and returns their addresses by key; null if the community was erased meanwhile, in which case nothing
 * stays stored.
 */
export const storeUploads = async (
  { database, storage, now }: Pick<ServerContext, "database" | "storage" | "now">,
  { community, user, files }: UploadBatch,
): Promise<Readonly<Record<string, string>> | null> => {
  const namedFiles = [...files].map(([key, { staged, sha256, ending }]) => {
    const name = `${community}/${sha256.toString("hex")}.${ending}`
    return { key, name, staged }
  })
  for (const { name, staged } of namedFiles) await staged.keep(name)
  const addresses = Object.fromEntries(namedFiles.map(({ key, name }) => [key, `/uploads/${name}`]))
  const hasCommunity = await database.transact(async (trx) => {
    // Locks the community: erasing it, or its unused images, waits for this transaction or has finished before.
    const communityRow = await trx.selectFrom("communities").select("id").where("id", "=", community).forShare().executeTakeFirst()
    if (communityRow === undefined) return false
    // An identical image may just have been erased together with a script.
    for (const { name, staged } of namedFiles) if (!(await isStored(storage, name))) await staged.keep(name)
    await recordAuditEvent(trx, { community, user, action: "upload.add", target: Object.values(addresses).join(" ") }, now())
    return true
  })
  if (hasCommunity) return addresses
  await storage.remove(namedFiles.map(({ name }) => name))
  return null
}

const isStored = async (storage: FileStorage, name: string): Promise<boolean> => {
  const found = await storage.get(name)
  found?.stream.destroy()
  return found !== null
}

/** Retried until done: erased images stay readable as long as their files exist. */
export const imageErasureJob = defineJob({
  kind: "erase-images",
  payload: Schema.Struct({ community: Schema.String, names: Schema.Array(Schema.String) }),
  isRetriedUntilDone: true,
})

/**
 * Returns the distinct names of a community's uploads in some texts. The database searches, because a script has many
 * long revisions.
 */
const findUploadNames = async (db: Db, community: string, texts: RawBuilder<unknown>): Promise<ReadonlyArray<string>> => {
  const pattern = `/uploads/(${community}/[0-9a-f]{64}[.][a-z0-9]+)`
  const { rows } = await sql<{ name: string }>`
    select distinct named[1] as name from ${texts} its (text), regexp_matches(its.text, ${pattern}, 'g') named`.execute(db)
  return rows.map(({ name }) => name)
}

/** Returns the names of the uploads in any revision of a script. */
export const listScriptImages = (db: Db, { community, id }: ScriptKey): Promise<ReadonlyArray<string>> =>
  findUploadNames(db, community, sql`(select authored from script_versions where script_id = ${id})`)

/**
 * The job that erases the images of an erased script that nothing else in its community uses. Identical images are
 * stored once, and every revision of another script can be restored.
 */
export const eraseUnusedImages = async (
  { database: { db, transact }, storage, now }: Pick<ServerContext, "database" | "storage" | "now">,
  { community, names }: typeof imageErasureJob.payload.Type,
): Promise<void> => {
  const unused = new Set(names)
  const markUsed = (used: ReadonlyArray<string>): void => {
    for (const name of used) unused.delete(name)
  }
  markUsed(await findUploadNames(db, community, sql`(select content from styles where community_id = ${community})`))
  const scripts = await db.selectFrom("scripts").select("id").where("community_id", "=", community).execute()
  // One script at a time, so that other queries run in between.
  for (const { id } of scripts) if (unused.size > 0) markUsed(await listScriptImages(db, { community, id }))
  await transact(async (trx) => {
    // An upload of one of these images waits for this transaction and then stores it again; nothing else waits.
    await trx.selectFrom("communities").select("id").where("id", "=", community).forNoKeyUpdate().execute()
    // A recent upload may be about to be saved in a script or style.
    const recentlyUploaded = await listUploadedSince(trx, community, new Date(now().getTime() - pendingFileGraceMs))
    const waiting = [...unused].filter((name) => recentlyUploaded.has(name))
    await storage.remove([...unused].filter((name) => !recentlyUploaded.has(name)))
    const due = new Date(now().getTime() + pendingFileGraceMs)
    if (waiting.length > 0) await enqueueJob(trx, imageErasureJob, { payload: { community, names: waiting }, due })
  })
}

const listUploadedSince = async (db: Db, community: string, at: Date): Promise<ReadonlySet<string>> => {
  const events = await db
    .selectFrom("audit")
    .select("target")
    .where("community_id", "=", community)
    .where("action", "=", "upload.add")
    .where("at", ">", at)
    .execute()
  return new Set(events.flatMap(({ target }) => target.split(" ").map((address) => address.replace(/^\/uploads\//, ""))))
}

// Storing uploads: the kind is detected from the content, and the name is its hash, so identical files are stored once.

import { createHash } from "node:crypto"
import * as Schema from "effect/Schema"
import { type RawBuilder, sql } from "kysely"
import type { User } from "../../../domain/accounts/user.ts"
import { sanitizeSvg } from "../../../domain/assets/svg-sanitizer.ts"
import { detectFileKind, type FileKind } from "../../../domain/assets/upload-validation.ts"
import { pendingFileGraceMs } from "../../../domain/conversations/conversation-limits.ts"
import { maxUploadBytes } from "../../../domain/style/style-uploads.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import type { Db } from "../database/database.ts"
import { enqueueJob } from "../jobs/job-queue.ts"
import type { ScriptKey } from "../scripts/script-repository.ts"
import type { ServerContext } from "../server-context.ts"
import type { FileStorage } from "../storage/storage.ts"

/** [F12] Returns an SVG rewritten with an allowlist; null if it is not a valid SVG. */
export const sanitizeSvgFile = (content: Buffer): Buffer | null => {
  const text = decodeUtf8(content)
  const sanitized = text === null ? null : sanitizeSvg(text)
  return sanitized === null ? null : Buffer.from(sanitized)
}

const decodeUtf8 = (content: Buffer): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content)
  } catch {
    return null // another encoding, or not text
  }
}

/** A file's kind, and the content to store. */
export type CheckedUpload = FileKind & { readonly content: Buffer }
type Problem = "ERROR.UPLOAD_EMPTY" | "ERROR.UPLOAD_KIND" | "ERROR.UPLOAD_TOO_LARGE"

/**
 * Checks a file by kind and size (the limit depends on the key); returns the upload to store, with SVG sanitized, or
 * the problem.
 */
export const checkUpload = (key: string, content: Buffer): CheckedUpload | Problem => {
  if (content.length === 0) return "ERROR.UPLOAD_EMPTY"
  const found = detectFileKind(content)
  if (found === null) return "ERROR.UPLOAD_KIND"
  if (content.length > maxUploadBytes(key, found.kind)) return "ERROR.UPLOAD_TOO_LARGE"
  if (found.ending !== "svg") return { ...found, content }
  const sanitized = sanitizeSvgFile(content)
  return sanitized === null ? "ERROR.UPLOAD_KIND" : { ...found, content: sanitized }
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
  const namedFiles = [...files].map(([key, { content, ending }]) => {
    const name = `${community}/${createHash("sha256").update(content).digest("hex")}.${ending}`
    return { key, name, content }
  })
  for (const { name, content } of namedFiles) await storage.put(name, content)
  const addresses = Object.fromEntries(namedFiles.map(({ key, name }) => [key, `/uploads/${name}`]))
  const hasCommunity = await database.transact(async (trx) => {
    // Locks the community: erasing it, or its unused images, waits for this transaction or has finished before.
    const communityRow = await trx.selectFrom("communities").select("id").where("id", "=", community).forShare().executeTakeFirst()
    if (communityRow === undefined) return false
    // An identical image may just have been erased together with a script.
    for (const { name, content } of namedFiles) if (!(await isStored(storage, name))) await storage.put(name, content)
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

const ImageErasurePayload = Schema.Struct({ community: Schema.String, names: Schema.Array(Schema.String) })

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
  payload: unknown,
): Promise<void> => {
  const { community, names } = Schema.decodeUnknownSync(ImageErasurePayload)(payload)
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
    if (waiting.length > 0) await enqueueJob(trx, { kind: "erase-images", payload: { community, names: waiting }, due })
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

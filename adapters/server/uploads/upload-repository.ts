// Keeping an upload: what it is, is seen by its content; its name is made of its content, so that the same file is kept once.

import { createHash } from "node:crypto"
import * as Schema from "effect/Schema"
import { type RawBuilder, sql } from "kysely"
import type { User } from "../../../domain/accounts/user.ts"
import { sanitizeSvg } from "../../../domain/assets/svg-sanitizer.ts"
import { type FileKind, fileKindOf, maxUploadBytes } from "../../../domain/assets/upload-validation.ts"
import { pendingFileGraceMs } from "../../../domain/conversations/conversation-limits.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import type { Db } from "../database/database.ts"
import { enqueueJob } from "../jobs/job-queue.ts"
import type { ScriptKey } from "../scripts/script-repository.ts"
import type { ServerContext } from "../server-context.ts"
import type { FileStorage } from "../storage/storage.ts"

// A drawing (SVG) as it is kept: written anew, with nothing in it that could do more than be looked at (reliability).

/** Null for what is no drawing. */
export const sanitizeSvgFile = (content: Buffer): Buffer | null => {
  const text = textOf(content)
  const drawing = text === null ? null : sanitizeSvg(text)
  return drawing === null ? null : Buffer.from(drawing)
}

const textOf = (content: Buffer): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content)
  } catch {
    return null // in another encoding, or no text at all
  }
}

/** What is kept of a file, and the kind that it is. */
export type CheckedUpload = FileKind & { readonly content: Buffer }
type Problem = "ERROR.UPLOAD_EMPTY" | "ERROR.UPLOAD_KIND" | "ERROR.UPLOAD_TOO_LARGE"

/** What of a file under this key is kept, or what keeps it from being. A drawing is kept as it was written anew. */
export const checkUpload = (key: string, content: Buffer): CheckedUpload | Problem => {
  if (content.length === 0) return "ERROR.UPLOAD_EMPTY"
  const found = fileKindOf(content)
  if (found === null) return "ERROR.UPLOAD_KIND"
  if (content.length > maxUploadBytes(key, found.kind)) return "ERROR.UPLOAD_TOO_LARGE"
  if (found.ending !== "svg") return { ...found, content }
  const drawing = sanitizeSvgFile(content)
  return drawing === null ? "ERROR.UPLOAD_KIND" : { ...found, content: drawing }
}

type Uploading = {
  readonly community: string
  readonly user: Pick<User, "uuid" | "username">
  readonly files: ReadonlyMap<string, CheckedUpload>
}

/** Keeps files, and gives their addresses by their keys; null where the community was erased meanwhile: then nothing of them stays. */
export const storeUploads = async (
  { database, storage, now }: Pick<ServerContext, "database" | "storage" | "now">,
  { community, user, files }: Uploading,
): Promise<Readonly<Record<string, string>> | null> => {
  const named = [...files].map(([key, { content, ending }]) => {
    const name = `${community}/${createHash("sha256").update(content).digest("hex")}.${ending}`
    return { key, name, content }
  })
  for (const { name, content } of named) await storage.put(name, content)
  const addresses = Object.fromEntries(named.map(({ key, name }) => [key, `/uploads/${name}`]))
  const isKept = await database.transact(async (change) => {
    // Who erases the community, or images that nothing shows, waits for this change, or came before it.
    const there = await change.selectFrom("communities").select("id").where("id", "=", community).forShare().executeTakeFirst()
    if (there === undefined) return false
    // Erased with a script that showed the same just before.
    for (const { name, content } of named) if (!(await isStored(storage, name))) await storage.put(name, content)
    await recordAuditEvent(change, { community, user, action: "upload.add", thing: Object.values(addresses).join(" ") }, now())
    return true
  })
  if (isKept) return addresses
  await storage.remove(named.map(({ name }) => name))
  return null
}

const isStored = async (storage: FileStorage, name: string): Promise<boolean> => {
  const found = await storage.get(name)
  found?.stream.destroy()
  return found !== null
}

// Erasing the images of a script that was erased: those that nothing else of its community shows. The same image is kept once (upload-repository.ts), and
// every version of a script can be restored.

const Erasing = Schema.Struct({ community: Schema.String, names: Schema.Array(Schema.String) })

/** The names of a community's uploads that some texts hold, each once. The database looks: a script has many versions, and they are long. */
const findUploadNames = async (db: Db, community: string, texts: RawBuilder<unknown>): Promise<ReadonlyArray<string>> => {
  const pattern = `/uploads/(${community}/[0-9a-f]{64}[.][a-z0-9]+)`
  const { rows } = await sql<{ name: string }>`
    select distinct named[1] as name from ${texts} its (text), regexp_matches(its.text, ${pattern}, 'g') named`.execute(db)
  return rows.map(({ name }) => name)
}

/** The uploads that a script shows in any of its versions. */
export const listScriptImages = (db: Db, { community, id }: ScriptKey): Promise<ReadonlyArray<string>> =>
  findUploadNames(db, community, sql`(select authored from script_versions where script_id = ${id})`)

export const eraseUnusedImages = async (
  { database: { db, transact }, storage, now }: Pick<ServerContext, "database" | "storage" | "now">,
  payload: unknown,
): Promise<void> => {
  const { community, names } = Schema.decodeUnknownSync(Erasing)(payload)
  const unused = new Set(names)
  const keep = (used: ReadonlyArray<string>): void => {
    for (const name of used) unused.delete(name)
  }
  keep(await findUploadNames(db, community, sql`(select content from styles where community_id = ${community})`))
  const scripts = await db.selectFrom("scripts").select("id").where("community_id", "=", community).execute()
  // One after the other: others' queries come in between.
  for (const { id } of scripts) if (unused.size > 0) keep(await listScriptImages(db, { community, id }))
  await transact(async (change) => {
    // Whoever uploads one of them meanwhile waits for this change, and finds it gone; nobody else waits.
    await change.selectFrom("communities").select("id").where("id", "=", community).forNoKeyUpdate().execute()
    // What was uploaded just now is about to be saved somewhere.
    const fresh = await uploadedSince(change, community, new Date(now().getTime() - pendingFileGraceMs))
    const waiting = [...unused].filter((name) => fresh.has(name))
    await storage.remove([...unused].filter((name) => !fresh.has(name)))
    const due = new Date(now().getTime() + pendingFileGraceMs)
    if (waiting.length > 0) await enqueueJob(change, { kind: "erase-images", payload: { community, names: waiting }, due })
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

// Keeping an upload: what it is, is seen by its content; its name is made of its content, so that the same file is kept once.
import { createHash } from "node:crypto"
import type { User } from "../../../domain/accounts/user.ts"
import { type FileKind, fileKindOf } from "../../../domain/assets/file-kind.ts"
import { mostUploadBytes } from "../../../domain/assets/upload-limits.ts"
import { note } from "../audit/audit.ts"
import type { House } from "../house.ts"
import type { Storage } from "../storage/storage.ts"
import { cleanDrawing } from "./drawing.ts"

/** What is kept of a file, and the kind that it is. */
export type Kept = FileKind & { readonly content: Buffer }
type Problem = "ERROR.UPLOAD_EMPTY" | "ERROR.UPLOAD_KIND" | "ERROR.UPLOAD_TOO_LARGE"

/** What of a file under this key is kept, or what keeps it from being. A drawing is kept as it was written anew. */
export const checkedUpload = (key: string, content: Buffer): Kept | Problem => {
  if (content.length === 0) return "ERROR.UPLOAD_EMPTY"
  const found = fileKindOf(content)
  if (found === null) return "ERROR.UPLOAD_KIND"
  if (content.length > mostUploadBytes(key, found.kind)) return "ERROR.UPLOAD_TOO_LARGE"
  if (found.ending !== "svg") return { ...found, content }
  const drawing = cleanDrawing(content)
  return drawing === null ? "ERROR.UPLOAD_KIND" : { ...found, content: drawing }
}

type Uploading = {
  readonly community: string
  readonly user: Pick<User, "uuid" | "username">
  readonly files: ReadonlyMap<string, Kept>
}

/** Keeps files, and gives their addresses by their keys; null where the community was erased meanwhile: then nothing of them stays. */
export const keepUploads = async (
  { database, storage, now }: Pick<House, "database" | "storage" | "now">,
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
    for (const { name, content } of named) if (!(await isKeptAs(storage, name))) await storage.put(name, content)
    await note(change, { community, user, deed: "upload.add", thing: Object.values(addresses).join(" ") }, now())
    return true
  })
  if (isKept) return addresses
  await storage.remove(named.map(({ name }) => name))
  return null
}

const isKeptAs = async (storage: Storage, name: string): Promise<boolean> => {
  const found = await storage.get(name)
  found?.stream.destroy()
  return found !== null
}

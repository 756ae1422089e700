// Keeping an upload: what it is, is seen by its content; its name is made of its content, so that the same file is kept once.
import { createHash } from "node:crypto"
import type { User } from "../../../domain/accounts/user.ts"
import { type FileKind, fileKindOf } from "../../../domain/assets/file-kind.ts"
import { mostUploadBytes } from "../../../domain/assets/upload-limits.ts"
import { note } from "../audit/audit.ts"
import type { House } from "../house.ts"
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
  const names = new Map<string, string>()
  for (const [key, { content, ending }] of files) {
    const name = `${community}/${createHash("sha256").update(content).digest("hex")}.${ending}`
    await storage.put(name, content)
    names.set(key, name)
  }
  const addresses = Object.fromEntries([...names].map(([key, name]) => [key, `/uploads/${name}`]))
  const isKept = await database.transact(async (change) => {
    // Who erases the community waits for this change, or came before it.
    const there = await change.selectFrom("communities").select("id").where("id", "=", community).forKeyShare().executeTakeFirst()
    if (there === undefined) return false
    await note(change, { community, user, deed: "upload.add", thing: Object.values(addresses).join(" ") }, now())
    return true
  })
  if (isKept) return addresses
  await storage.remove([...names.values()])
  return null
}

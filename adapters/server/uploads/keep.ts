// Keeping an upload: what it is, is seen by its content; its name is made of its content, so that the same file is kept once.
import { createHash } from "node:crypto"
import { type FileKind, fileKindOf } from "../../../domain/assets/file-kind.ts"
import { mostUploadBytes } from "../../../domain/assets/upload-limits.ts"
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

/** Keeps it, and gives its address. */
export const keepUpload = async (storage: Storage, community: string, { content, ending }: Kept): Promise<string> => {
  const name = `${community}/${createHash("sha256").update(content).digest("hex")}.${ending}`
  await storage.put(name, content)
  return `/uploads/${name}`
}

// Files as answers: what stands for an upload, its name or address (spec/2-editor §3, decisions E1).
import { lengthOf } from "../questions/bounds.ts"
import { extensionsOf, type FileOptions } from "../questions/file.ts"
import { type Read, wrong } from "./answer-read.ts"

const longestName = 1024
const mostFiles = 20

/** Reads the name or address of a file, or a list of them; each ends with one of the allowed extensions. */
export const readFile = (options: FileOptions, given: unknown): Read => {
  const names = Array.isArray(given) ? given : [given]
  const kinds = extensionsOf(options)
  const kept: Array<string> = []
  for (const name of names) {
    if (typeof name !== "string" || name.trim() === "" || lengthOf(name) > longestName) return wrong("answer.file")
    if (kept.length === mostFiles) return wrong("answer.files", { most: mostFiles })
    const extension = /\.([^./?#\\]+)(?:[?#].*)?$/s.exec(name)?.[1]?.toLowerCase()
    if (!kinds.some((kind) => kind.toLowerCase() === extension)) return wrong("answer.file-kind", { kinds: kinds.join(", ") })
    kept.push(name)
  }
  return { ok: true, value: Array.isArray(given) ? kept : (kept[0] ?? null) }
}

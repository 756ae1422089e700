// The files that the arguments of the tool stand for, and their texts.
import { createHash } from "node:crypto"
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Digest } from "../../domain/seal.ts"
import { asCannotRun, CannotRun } from "./cannot-run.ts"

/** Larger files are not read: a script of 10,000 instructions has some 20 MB. */
const largest = 256 * 1024 * 1024

/** Each file, in the order of its path; a folder stands for the `.json` files below it, `-` for standard input. */
export const filesOf = (args: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(args.flatMap(below))].sort()

const below = (path: string): ReadonlyArray<string> => {
  if (path === "-") return [path]
  try {
    if (!statSync(path).isDirectory()) return [path]
    const files = within(path, new Set())
    if (files.length > 0) return files
  } catch (error) {
    throw asCannotRun(error)
  }
  throw new CannotRun(`there is no .json file below ${path}`)
}

/** The `.json` files below a folder, each real folder once, whatever links lead to it; a link that leads nowhere is one that cannot be read. */
const within = (folder: string, seen: Set<string>): ReadonlyArray<string> => {
  const real = realpathSync(folder)
  if (seen.has(real)) return []
  seen.add(real)
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): ReadonlyArray<string> => {
    const path = join(folder, entry.name)
    const is = entry.isSymbolicLink() ? (statSync(path, { throwIfNoEntry: false }) ?? entry) : entry
    if (is.isDirectory()) return within(path, seen)
    return entry.name.endsWith(".json") && (is.isFile() || is.isSymbolicLink()) ? [path] : []
  })
}

/** What there is to a file: its text, or that its bytes are none, or why it cannot be read. */
export type FileText =
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "NoText" }
  | { readonly _tag: "Unread"; readonly reason: string }

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** A byte order mark stays part of the text. */
export const readText = async (path: string): Promise<FileText> => {
  try {
    const bytes = path === "-" ? await (await import("node:stream/consumers")).buffer(process.stdin) : bytesOf(path)
    return { _tag: "Text", text: utf8.decode(bytes) }
  } catch (error) {
    return error instanceof TypeError ? { _tag: "NoText" } : { _tag: "Unread", reason: asCannotRun(error).message }
  }
}

/** The text of a file that is the only one: without it there is nothing to do. */
export const textOf = async (path: string): Promise<string> => {
  const read = await readText(path)
  if (read._tag === "Text") return read.text
  throw new CannotRun(`${path}: ${read._tag === "Unread" ? read.reason : "the file is not UTF-8 text"}`)
}

/** Files are read one after the other: that is faster than many at a time, and takes the memory of one. */
const bytesOf = (path: string): Buffer => {
  if (statSync(path).size > largest) throw new CannotRun(`larger than ${largest / 1024 / 1024} MB`)
  return readFileSync(path)
}

export const sha256: Digest = async (text) => createHash("sha256").update(text).digest()

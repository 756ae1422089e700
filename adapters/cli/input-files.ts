// The files that the arguments of the tool stand for, and their texts.
import { createHash } from "node:crypto"
import { createReadStream, type Dirent, readdirSync, readFileSync, type Stats, statSync } from "node:fs"
import { basename, dirname, join, sep } from "node:path"
import type { Digest } from "../../domain/files/file-envelope.ts"
import { openScriptFile } from "../../domain/files/script-file.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { textReport } from "./check-reports.ts"
import { CommandFailed, toCommandFailed } from "./command-line.ts"

/** Larger files are not read: a script of 10,000 instructions has some 20 MB. */
const maxFileBytes = 256 * 1024 * 1024

/** A file by the name that is shown; `path` is its bytes where the name is not UTF-8, for then no text names it. */
export type InputFile = { readonly name: string; readonly path: string | Uint8Array }

/**
 * Each file, in the order of its path; a folder stands for the `.json` files below it, `-` for standard input. What is not there, or holds
 * nothing, stands for itself: it is found unreadable, and stops no other.
 */
export const listInputFiles = (args: ReadonlyArray<string>): ReadonlyArray<InputFile> =>
  [...new Map(args.flatMap(expandArgument).map((source) => [keyOf(source), source])).entries()].sort(byKey).map(([, source]) => source)

/** One for each path: names that are not UTF-8 can look alike. */
const keyOf = ({ name, path }: InputFile): string => (typeof path === "string" ? name : `${name}\0${Buffer.from(path).toString("latin1")}`)
const byKey = ([one]: readonly [string, InputFile], [other]: readonly [string, InputFile]): number => (one < other ? -1 : 1)

const expandArgument = (path: string): ReadonlyArray<InputFile> => {
  if (path === "-") return [named(path)]
  const is = statOf(path)
  if (is === undefined) return path.includes(unreadable) ? lookalikes(path) : [named(path)]
  const files = is.isDirectory() ? listJsonFiles(named(path), new Set()) : []
  return files.length > 0 ? files : [named(path)]
}

const named = (path: string): InputFile => ({ name: path, path })

/** Undefined for what is not there or cannot be looked at: reading it says why. */
const statOf = (path: InputFile["path"]): Stats | undefined => {
  try {
    return statSync(asPath(path))
  } catch {
    return undefined
  }
}

/** Stands in a text for bytes that are no UTF-8. */
const unreadable = "\ufffd"

/** The files that a name of an argument can mean which has lost bytes that are no UTF-8; the name itself where there are none. */
const lookalikes = (path: string): ReadonlyArray<InputFile> => {
  const found = entriesOf(dirname(path))?.filter(({ name }) => name === basename(path)) ?? []
  return found.length > 0 ? found.map((entry) => ({ name: path, path: joined(dirname(path), entry.bytes) })) : [named(path)]
}

type Entry = { readonly name: string; readonly bytes: string | Uint8Array; readonly is: Dirent | Dirent<Buffer> }

/** What stands in a folder; undefined where it cannot be listed. Its names are asked for as bytes only where one of them is no text. */
const entriesOf = (folder: string | Uint8Array): ReadonlyArray<Entry> | undefined => {
  const place = typeof folder === "string" ? folder : Buffer.from(folder)
  try {
    const entries = readdirSync(place, { withFileTypes: true })
    if (!entries.some(({ name }) => name.includes(unreadable))) return entries.map((is) => ({ name: is.name, bytes: is.name, is }))
    return readdirSync(place, { withFileTypes: true, encoding: "buffer" }).map((is) => ({ name: is.name.toString(), bytes: is.name, is }))
  } catch {
    return undefined // reading the folder itself says why
  }
}

const joined = (folder: string | Uint8Array, name: string | Uint8Array): string | Uint8Array =>
  typeof folder === "string" && typeof name === "string"
    ? join(folder, name)
    : Buffer.concat([Buffer.from(folder), Buffer.from(sep), Buffer.from(name)])

/** The `.json` files below a folder, each real folder once, whatever links lead to it; a link that leads nowhere is one that cannot be read. */
const listJsonFiles = ({ name: folder, path: place }: InputFile, seen: Set<string>): ReadonlyArray<InputFile> => {
  const folderItself = statOf(place)
  const entries = entriesOf(place)
  if (folderItself === undefined || entries === undefined) return [{ name: folder, path: place }]
  const key = `${folderItself.dev} ${folderItself.ino}`
  if (seen.has(key)) return []
  seen.add(key)
  return entries.flatMap((entry): ReadonlyArray<InputFile> => {
    const source: InputFile = { name: join(folder, entry.name), path: joined(place, entry.bytes) }
    const is = entry.is.isSymbolicLink() ? (statOf(source.path) ?? entry.is) : entry.is
    if (is.isDirectory()) return listJsonFiles(source, seen)
    return entry.name.endsWith(".json") && (is.isFile() || is.isSymbolicLink()) ? [source] : []
  })
}

const asPath = (path: string | Uint8Array): string | Buffer => (typeof path === "string" ? path : Buffer.from(path))

/** What there is to a file: its text, or that its bytes are none, or why it cannot be read. */
export type FileText =
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "NoText" }
  | { readonly _tag: "Unread"; readonly reason: string }

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** A byte order mark stays part of the text. */
export const readText = async (path: InputFile["path"]): Promise<FileText> => {
  try {
    const bytes = path === "-" ? await bytesOfStream(process.stdin) : await bytesOf(asPath(path))
    return { _tag: "Text", text: utf8.decode(bytes) }
  } catch (error) {
    return error instanceof TypeError ? { _tag: "NoText" } : { _tag: "Unread", reason: toCommandFailed(error).message }
  }
}

/** The text of a file that is the only one: without it there is nothing to do. */
export const readRequiredText = async (path: string): Promise<string> => {
  if (path !== "-" && statOf(path)?.isDirectory()) throw new CommandFailed(`${path}: is a folder, and here goes one file`)
  const read = await readText(path)
  if (read._tag === "Text") return read.text
  throw new CommandFailed(`${path}: ${read._tag === "Unread" ? read.reason : "the file is not UTF-8 text"}`)
}

/** Files are read one after the other: that is faster than many at a time, and takes the memory of one. */
const bytesOf = async (path: string | Buffer): Promise<Uint8Array> => {
  const is = statSync(path)
  if (is.isDirectory()) {
    readdirSync(path) // says why, where it cannot be listed
    throw new CommandFailed("there is no .json file below this folder")
  }
  if (is.size > maxFileBytes) throw tooLarge()
  return is.isFile() ? readFileSync(path) : bytesOfStream(createReadStream(path))
}

/** A pipe or a device does not say how much there will be: as much is taken as of a file, and no more. */
const bytesOfStream = async (stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const parts: Array<Uint8Array> = []
  let size = 0
  for await (const part of stream) {
    size += part.length
    if (size > maxFileBytes) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const tooLarge = (): CommandFailed => new CommandFailed(`larger than ${maxFileBytes / 1024 / 1024} MB`)

export const sha256: Digest = async (text) => createHash("sha256").update(text).digest()

// The script in a file that a command needs: where the file is damaged, it is said what is wrong with it.

/** Null for a damaged file: then its findings stand on standard error. */
export const loadScript = async (file: string): Promise<AuthoredScript | null> => {
  const opened = await openScriptFile(await readRequiredText(file), sha256)
  if (opened.ok) return opened.authored
  process.stderr.write(textReport({ isColored: process.stderr.isTTY }).file({ file, findings: opened.findings, isRead: true }))
  return null
}

// Input files of the command line tool: lists the files that its arguments name, and reads their texts.
import { createHash } from "node:crypto"
import { createReadStream, type Dirent, readdirSync, readFileSync, type Stats, statSync } from "node:fs"
import { basename, dirname, join, sep } from "node:path"
import { settingsFileName } from "../../domain/files/check-settings.ts"
import { resealFile } from "../../domain/files/file-check.ts"
import type { Digest } from "../../domain/files/file-envelope.ts"
import { openScriptFile } from "../../domain/files/script-file.ts"
import type { AuthoredScript } from "../../domain/script/script.ts"
import { createTextReport } from "./check-reports.ts"
import { CommandFailed, toCommandFailed } from "./terminal-output.ts"

/** Larger files are not read. A script of 10,000 instructions has about 20 MB. */
const maxFileBytes = 256 * 1024 * 1024

/** `name` is shown; `path` has the bytes of the path if it is not UTF-8, because no text can name such a file. */
export type InputFile = { readonly name: string; readonly path: string | Uint8Array }

/**
 * Lists the input files in path order. A folder stands for the `.json` files below it, `-` for standard input. A missing file
 * or empty folder is listed as itself, so that it is reported as unreadable without stopping the others.
 */
export const listInputFiles = (args: ReadonlyArray<string>): ReadonlyArray<InputFile> =>
  [...new Map(args.flatMap(expandArgument).map((source) => [pathKey(source), source])).entries()]
    .sort(compareKeys)
    .map(([, source]) => source)

/** A key that is unique per path: names that are not UTF-8 can look alike. */
const pathKey = ({ name, path }: InputFile): string =>
  typeof path === "string" ? name : `${name}\0${Buffer.from(path).toString("latin1")}`
const compareKeys = ([a]: readonly [string, InputFile], [b]: readonly [string, InputFile]): number => (a < b ? -1 : 1)

const expandArgument = (path: string): ReadonlyArray<InputFile> => {
  if (path === "-") return [toInputFile(path)]
  const stats = tryStat(path)
  if (stats === undefined) return path.includes(replacementCharacter) ? listLookalikes(path) : [toInputFile(path)]
  const files = stats.isDirectory() ? listJsonFiles(toInputFile(path), new Set()) : []
  return files.length > 0 ? files : [toInputFile(path)]
}

const toInputFile = (path: string): InputFile => ({ name: path, path })

/** Undefined if the file is missing or inaccessible; reading it later reports why. */
const tryStat = (path: InputFile["path"]): Stats | undefined => {
  try {
    return statSync(toNodePath(path))
  } catch {
    return undefined
  }
}

/** Replaces bytes that are not UTF-8 when a name is decoded. */
const replacementCharacter = "\ufffd"

/** The files that an argument may name whose bytes were not UTF-8 and got lost; the argument itself if there are none. */
const listLookalikes = (path: string): ReadonlyArray<InputFile> => {
  const found = listEntries(dirname(path))?.filter(({ name }) => name === basename(path)) ?? []
  return found.length > 0 ? found.map((entry) => ({ name: path, path: joinPath(dirname(path), entry.bytes) })) : [toInputFile(path)]
}

type Entry = { readonly name: string; readonly bytes: string | Uint8Array; readonly dirent: Dirent | Dirent<Buffer> }

/** The entries of a folder, or undefined if it cannot be listed. Names are read as bytes only if one of them is not UTF-8. */
const listEntries = (folder: string | Uint8Array): ReadonlyArray<Entry> | undefined => {
  const path = typeof folder === "string" ? folder : Buffer.from(folder)
  try {
    const entries = readdirSync(path, { withFileTypes: true })
    if (!entries.some(({ name }) => name.includes(replacementCharacter)))
      return entries.map((dirent) => ({ name: dirent.name, bytes: dirent.name, dirent }))
    return readdirSync(path, { withFileTypes: true, encoding: "buffer" }).map((dirent) => ({
      name: dirent.name.toString(),
      bytes: dirent.name,
      dirent,
    }))
  } catch {
    return undefined // reading the folder itself reports why
  }
}

const joinPath = (folder: string | Uint8Array, name: string | Uint8Array): string | Uint8Array =>
  typeof folder === "string" && typeof name === "string"
    ? join(folder, name)
    : Buffer.concat([Buffer.from(folder), Buffer.from(sep), Buffer.from(name)])

/**
 * The `.json` files below a folder, without the settings of checks. Each folder is visited once, even if several links lead to it; a broken link is
 * listed as unreadable.
 */
const listJsonFiles = ({ name: folder, path: folderPath }: InputFile, seen: Set<string>): ReadonlyArray<InputFile> => {
  const folderStats = tryStat(folderPath)
  const entries = listEntries(folderPath)
  if (folderStats === undefined || entries === undefined) return [{ name: folder, path: folderPath }]
  const key = `${folderStats.dev} ${folderStats.ino}`
  if (seen.has(key)) return []
  seen.add(key)
  return entries.flatMap((entry): ReadonlyArray<InputFile> => {
    const source: InputFile = { name: join(folder, entry.name), path: joinPath(folderPath, entry.bytes) }
    const target = entry.dirent.isSymbolicLink() ? (tryStat(source.path) ?? entry.dirent) : entry.dirent
    if (target.isDirectory()) return listJsonFiles(source, seen)
    return entry.name.endsWith(".json") && entry.name !== settingsFileName && (target.isFile() || target.isSymbolicLink()) ? [source] : []
  })
}

const toNodePath = (path: string | Uint8Array): string | Buffer => (typeof path === "string" ? path : Buffer.from(path))

/** The text of a file, or that it is not UTF-8, or why it cannot be read. */
export type FileText =
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "NoText" }
  | { readonly _tag: "Unread"; readonly reason: string }

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Reads a file; the text includes its byte order mark. */
export const readText = async (path: InputFile["path"]): Promise<FileText> => {
  try {
    const bytes = path === "-" ? await readStream(process.stdin) : await readBytes(toNodePath(path))
    return { _tag: "Text", text: utf8.decode(bytes) }
  } catch (error) {
    return error instanceof TypeError ? { _tag: "NoText" } : { _tag: "Unread", reason: toCommandFailed(error).message }
  }
}

/** Reads the only input file of a command; throws `CommandFailed` if it cannot be read. */
export const readRequiredText = async (path: string): Promise<string> => {
  if (path !== "-" && tryStat(path)?.isDirectory()) throw new CommandFailed(`${path}: is a folder, and here goes one file`)
  const result = await readText(path)
  if (result._tag === "Text") return result.text
  throw new CommandFailed(`${path}: ${result._tag === "Unread" ? result.reason : "the file is not UTF-8 text"}`)
}

/** Files are read synchronously, one after another: that is faster than many at a time and needs the memory of one. */
const readBytes = async (path: string | Buffer): Promise<Uint8Array> => {
  const stats = statSync(path)
  if (stats.isDirectory()) {
    readdirSync(path) // throws the reason if the folder cannot be listed
    throw new CommandFailed("there is no .json file below this folder")
  }
  if (stats.size > maxFileBytes) throw tooLarge()
  return stats.isFile() ? readFileSync(path) : readStream(createReadStream(path))
}

/** A pipe or device does not announce its size, so the limit of files is applied while reading. */
const readStream = async (stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maxFileBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const tooLarge = (): CommandFailed => new CommandFailed(`larger than ${maxFileBytes / 1024 / 1024} MB`)

export const sha256: Digest = async (text) => createHash("sha256").update(text).digest()

/** Returns the text with a correct checksum, or the same text if it is too damaged to have one. */
export const sealText = async (text: string): Promise<string> => {
  const sealed = await resealFile(text, sha256)
  return sealed.ok ? sealed.text : text
}

/**
 * Loads the script of a file; prints the findings of a damaged file to standard error and returns null. The checksum of an unsealed file may be
 * missing or wrong.
 */
export const loadScript = async (file: string, isUnsealed = false): Promise<AuthoredScript | null> => {
  const text = await readRequiredText(file)
  const opened = await openScriptFile(isUnsealed ? await sealText(text) : text, sha256)
  if (opened.ok) return opened.authored
  process.stderr.write(
    createTextReport({ isColored: process.stderr.isTTY }).file({ file, findings: opened.findings, unproven: [], isRead: true }),
  )
  return null
}

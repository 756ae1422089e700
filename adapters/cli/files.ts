// The files that the arguments of the tool stand for, and their bytes.
import { createHash } from "node:crypto"
import { readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import type { Digest } from "../../domain/seal.ts"
import { asCannotRun, CannotRun } from "./cannot-run.ts"

/** Larger files are not read: a script of 10,000 instructions has some 20 MB. */
const largest = 256 * 1024 * 1024

/** Each file, in the order of its path; a folder stands for the `.json` files below it, `-` for standard input. */
export const filesOf = async (args: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const found = await Promise.all(args.map(below))
  return [...new Set(found.flat())].sort()
}

const below = async (path: string): Promise<ReadonlyArray<string>> => {
  if (path === "-") return [path]
  const there = await stat(path).catch((error: unknown) => {
    throw asCannotRun(error)
  })
  if (!there.isDirectory()) return [path]
  const names = await readdir(path, { recursive: true })
  return names.filter((name) => name.endsWith(".json")).map((name) => join(path, name))
}

/** The bytes of a file as UTF-8, or undefined where they are none. Rejects with CannotRun for a file that cannot be read. */
export const readText = async (path: string): Promise<string | undefined> => {
  if (path === "-") return text(process.stdin)
  try {
    const { size } = await stat(path)
    if (size > largest) throw new CannotRun(`${path} is larger than ${largest / 1024 / 1024} MB`)
    return new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path))
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error instanceof CannotRun ? error : asCannotRun(error)
  }
}

export const sha256: Digest = async (bytes) => createHash("sha256").update(bytes).digest()

// `seal FILE…` and `seal FILE -o OUT`: write files with a correct checksum and no other change [F9].

import { randomUUID } from "node:crypto"
import { realpath, rename, rm, stat, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { resealFile } from "../../domain/files/file-check.ts"
import { parseCommandArguments } from "./command-arguments.ts"
import { readRequiredText, sha256 } from "./input-files.ts"
import { CommandFailed, print, toCommandFailed } from "./terminal-output.ts"

export const runSeal = async (args: ReadonlyArray<string>): Promise<number> => {
  const { values, positionals } = parseCommandArguments(args, { output: { type: "string", short: "o" } })
  if (positionals.length === 0) throw new CommandFailed("seal needs a file")
  if (positionals.length > 1 && (values.output !== undefined || positionals.includes("-")))
    throw new CommandFailed("several files are sealed in place, and take neither -o nor standard input")
  // No file is written unless all can be.
  const sealed: Array<readonly [out: string, text: string]> = []
  for (const file of positionals) sealed.push([values.output ?? file, await seal(file)])
  for (const [out, text] of sealed) {
    if (out === "-") print(text)
    else await writeAtomically(out, text)
  }
  return 0
}

/** Returns the text of a file with a correct checksum. */
const seal = async (file: string): Promise<string> => {
  const sealed = await resealFile(await readRequiredText(file), sha256)
  if (sealed.ok) return sealed.text
  const [first] = sealed.findings
  throw new CommandFailed(`${file}:${first?.pointer ?? ""} ${first?.message ?? "cannot be sealed"}`)
}

/** Writes all or nothing: the previous content stays until the new text is on the disk. */
const writeAtomically = async (out: string, text: string): Promise<void> => {
  // The target of a link is replaced, not the link.
  const path = await realpath(out).catch(() => out)
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const existing = await stat(path).catch(() => undefined)
    if (existing !== undefined && !existing.isFile()) return await writeFile(path, text) // a pipe or a device
    await writeFile(temporary, text, { flush: true, ...(existing && { mode: existing.mode }) })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {}) // fails if the parent is not a folder; then nothing was written
    const { message } = toCommandFailed(error)
    const folder = dirname(out)
    const hasFolder = await stat(folder).then(
      (stats) => stats.isDirectory(),
      (statError) => !isMissingError(statError),
    )
    throw new CommandFailed(`${out}: ${hasFolder ? message.replace(systemCallSuffix, "") : `there is no folder ${folder}`}`)
  }
}

/** Node appends the system call and its path to the message; that path is the temporary file's, not the one that was typed. */
const systemCallSuffix = /, [a-z]+( '.*)?$/s

const isMissingError = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")

// `seal FILE [-o OUT]`: the file with its checksum made right, and nothing else of it changed.
import { randomUUID } from "node:crypto"
import { realpath, rename, rm, stat, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { parseArgs } from "node:util"
import { resealFile } from "../../domain/files/file-check.ts"
import { CommandFailed, toCommandFailed } from "./command-line.ts"
import { readRequiredText, sha256 } from "./input-files.ts"
import { print } from "./terminal.ts"

export const seal = async (args: ReadonlyArray<string>): Promise<number> => {
  const { values, positionals } = parsed(args)
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new CommandFailed("seal needs just one file")
  const sealed = await resealFile(await readRequiredText(file), sha256)
  if (!sealed.ok) {
    const [first] = sealed.findings
    throw new CommandFailed(`${file}:${first?.pointer ?? ""} ${first?.message ?? "cannot be sealed"}`)
  }
  const out = values.output ?? file
  if (out === "-") print(sealed.text)
  else await replace(out, sealed.text)
  return 0
}

const parsed = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { output: { type: "string", short: "o" } } })
  } catch (error) {
    throw toCommandFailed(error)
  }
}

/** Whole or not at all: what stood there before stays until the new text is on the disk. */
const replace = async (out: string, text: string): Promise<void> => {
  // What a link leads to is replaced, not the link.
  const path = await realpath(out).catch(() => out)
  const beside = `${path}.${randomUUID()}.tmp`
  try {
    const before = await stat(path).catch(() => undefined)
    if (before !== undefined && !before.isFile()) return await writeFile(path, text) // a pipe, a device
    await writeFile(beside, text, { flush: true, ...(before && { mode: before.mode }) })
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {}) // below what is no folder: there is nothing to remove
    const { message } = toCommandFailed(error)
    const folder = dirname(out)
    const isThere = await stat(folder).then(
      (it) => it.isDirectory(),
      (fault) => !isMissing(fault),
    )
    throw new CommandFailed(`${out}: ${isThere ? message.replace(callSaid, "") : `there is no folder ${folder}`}`)
  }
}

/** What the file system adds to a fault: its call, and the name it was given, which is not the one that was typed. */
const callSaid = /, [a-z]+( '.*)?$/s

const isMissing = (fault: unknown): boolean =>
  fault instanceof Error && "code" in fault && (fault.code === "ENOENT" || fault.code === "ENOTDIR")

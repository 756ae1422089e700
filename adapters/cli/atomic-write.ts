// Writes a file all or nothing.
import { randomUUID } from "node:crypto"
import { realpath, rename, rm, stat, writeFile } from "node:fs/promises"
import { dirname } from "node:path"
import { CommandFailed, toCommandFailed } from "./terminal-output.ts"

/** Writes a text to a file whose previous content stays until the new text is on the disk; throws `CommandFailed` with the reason. */
export const writeAtomically = async (out: string, text: string): Promise<void> => {
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

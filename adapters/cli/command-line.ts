// Why the tool could not do what it was asked: exit code 2, one line.
import { readFileSync } from "node:fs"
import { join } from "node:path"

export class CommandFailed extends Error {}

/** What `parseArgs` and the file system say of a mistake, as our own. Anything else is a defect of ours, and stays what it is. */
export const toCommandFailed = (error: unknown): CommandFailed => {
  if (error instanceof CommandFailed) return error
  if (error instanceof Error && "code" in error && typeof error.code === "string") return new CommandFailed(error.message.split("\n")[0])
  throw error
}

// The version of the tool: the package's.

export const readVersion = (): string => {
  const root = join(import.meta.dirname, "../..") // the same from adapters/cli and from .build/tool
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  return String(version)
}

// Errors of the command line tool, and its version.
import { readFileSync } from "node:fs"
import { join } from "node:path"

/** The command could not run: its message is printed on one line, and the exit code is 2. */
export class CommandFailed extends Error {}

/** Converts errors of `parseArgs` and the file system; rethrows anything else, which is a defect. */
export const toCommandFailed = (error: unknown): CommandFailed => {
  if (error instanceof CommandFailed) return error
  if (error instanceof Error && "code" in error && typeof error.code === "string") return new CommandFailed(error.message.split("\n")[0])
  throw error
}

/** Returns the version in package.json. */
export const readVersion = (): string => {
  const root = join(import.meta.dirname, "../..") // the same for adapters/cli and for .build/tool
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  return String(version)
}

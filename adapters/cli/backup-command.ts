// `backup FILE` and `restore FILE`: run the server's backup program, with the server's settings, in a separate process.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { CommandFailed, toCommandFailed } from "./terminal-output.ts"

const root = join(import.meta.dirname, "../..") // the same for adapters/cli and for .build/tool

export const runBackup = (args: ReadonlyArray<string>): Promise<number> => runOnServer("backup", args)
export const runRestore = (args: ReadonlyArray<string>): Promise<number> => runOnServer("restore", args)

const runOnServer = async (operation: "backup" | "restore", args: ReadonlyArray<string>): Promise<number> => {
  const file = parseFileArgument(operation, args)
  const program = [join(root, "adapters/server/launch.mjs"), join(root, "adapters/server/launch/backup-start.ts")]
  const child = spawn(process.execPath, [...program, operation, resolve(file)], { stdio: "inherit" })
  const [code] = await once(child, "exit")
  return code === 0 ? 0 : 2
}

const parseFileArgument = (operation: string, args: ReadonlyArray<string>): string => {
  const [file, ...others] = positionals(args)
  if (file === undefined || others.length > 0) throw new CommandFailed(`${operation} needs exactly one file`)
  return file
}

const positionals = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: {} }).positionals
  } catch (error) {
    throw toCommandFailed(error)
  }
}

// `backup FILE` and `restore FILE`: work of the server, with the server's settings, in a process of its own.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { CommandFailed, toCommandFailed } from "./command-line.ts"

const root = join(import.meta.dirname, "../..") // the same from adapters/cli and from .build/tool

export const backup = (args: ReadonlyArray<string>): Promise<number> => atServer("backup", args)
export const restore = (args: ReadonlyArray<string>): Promise<number> => atServer("restore", args)

const atServer = async (deed: "backup" | "restore", args: ReadonlyArray<string>): Promise<number> => {
  const file = fileIn(deed, args)
  const program = [join(root, ".ci/on-node-24.mjs"), join(root, "adapters/server/launch/backup-start.ts")]
  const child = spawn(process.execPath, [...program, deed, resolve(file)], { stdio: "inherit" })
  const [code] = await once(child, "exit")
  return code === 0 ? 0 : 2
}

const fileIn = (deed: string, args: ReadonlyArray<string>): string => {
  const [file, ...others] = positionals(args)
  if (file === undefined || others.length > 0) throw new CommandFailed(`${deed} needs just one file`)
  return file
}

const positionals = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: {} }).positionals
  } catch (error) {
    throw toCommandFailed(error)
  }
}

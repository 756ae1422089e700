// `backup FILE` and `restore FILE`: run the server's backup program, with the server's settings, in a separate process.

import { spawn } from "node:child_process"
import { once } from "node:events"
import { join, resolve } from "node:path"
import { getSingleFile, parseCommandArguments } from "./command-arguments.ts"

const root = join(import.meta.dirname, "../..") // the same for adapters/cli and for .build/tool

export const runBackup = (args: ReadonlyArray<string>): Promise<number> => runOnServer("backup", args)
export const runRestore = (args: ReadonlyArray<string>): Promise<number> => runOnServer("restore", args)

const runOnServer = async (operation: "backup" | "restore", args: ReadonlyArray<string>): Promise<number> => {
  const file = getSingleFile(operation, parseCommandArguments(args, {}).positionals)
  const program = [join(root, "adapters/server/launch.mjs"), join(root, "adapters/server/launch/backup-start.ts")]
  const child = spawn(process.execPath, [...program, operation, resolve(file)], { stdio: "inherit" })
  const [code] = await once(child, "exit")
  return code === 0 ? 0 : 2
}

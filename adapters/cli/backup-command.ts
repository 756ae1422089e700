// `backup FILE` and `restore FILE`: run the server's backup program, with the server's settings, in a separate process.

import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { getSingleFile, parseCommandArguments } from "./command-arguments.ts"
import { CommandFailed } from "./terminal-output.ts"

/** The launcher of the server's programs, from the folder of this file or from the bundle's (dist/). It is missing in the installed package. */
const launcher = ["../server/launch.mjs", "../../server/launch.mjs"]
  .map((path) => join(import.meta.dirname, path))
  .find((path) => existsSync(path))

export const runBackup = (args: ReadonlyArray<string>): Promise<number> => runOnServer("backup", args)
export const runRestore = (args: ReadonlyArray<string>): Promise<number> => runOnServer("restore", args)

const runOnServer = async (operation: "backup" | "restore", args: ReadonlyArray<string>): Promise<number> => {
  const file = getSingleFile(operation, parseCommandArguments(args, {}).positionals)
  if (launcher === undefined) throw new CommandFailed(`${operation} needs the server: run it in the server's checkout`)
  const program = join(dirname(launcher), "launch/backup-start.ts")
  const child = spawn(process.execPath, [launcher, program, operation, resolve(file)], { stdio: "inherit" })
  const [code] = await once(child, "exit")
  return code === 0 ? 0 : 2
}

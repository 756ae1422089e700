// Program of `backup FILE` and `restore FILE`, run with the server's settings.
import { readSettings, StartupError } from "../settings.ts"
import { createBackup, restoreBackup } from "./backup-and-restore.ts"

const log = (problem: string): void => void process.stderr.write(`conversation-admin: ${problem}\n`)

const run = async ([operation, path = ""]: ReadonlyArray<string>): Promise<void> => {
  const settings = readSettings(process.env)
  if (operation === "backup") await createBackup(settings, path, new Date(), log)
  else await restoreBackup(settings, path, log)
}

/** Returns whether users can act on the error's message: startup errors, and errors of the disk or the network. */
const hasUserMessage = (error: unknown): error is Error => error instanceof StartupError || (error instanceof Error && "code" in error)

try {
  await run(process.argv.slice(2))
  process.exit(0)
} catch (error) {
  log(hasUserMessage(error) ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exit(2)
}

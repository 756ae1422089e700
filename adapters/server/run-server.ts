// Runs the server: reads the settings, prints the ready line, and shuts down cleanly.
import { once } from "node:events"
import { type RunningServer, startServer } from "./server.ts"
import { readSettings, type Settings, StartupError } from "./settings.ts"
import { ShutdownRequest } from "./shutdown-signals.ts"

const printLine = (line: string): void => void process.stdout.write(`${line}\n`)

const printSignIn = ({ address, firstAdministrator }: RunningServer): void => {
  if (firstAdministrator === null) printLine(`Sign in at ${address}/login`)
  else if (firstAdministrator.password === null) printLine(`Sign in as ${firstAdministrator.username} with the password of ADMIN_PASSWORD`)
  else {
    printLine(`Sign in as ${firstAdministrator.username} with the password ${firstAdministrator.password}`)
    printLine("This password is shown once. ADMIN_PASSWORD sets one of your own on a first start.")
  }
}

/** Printed last: a program that waits for this line has then seen the others. */
const printReady = ({ address, firstAdministrator }: RunningServer, { administrator }: Settings): void => {
  printLine(`Conversation Admin is ready at ${address}`)
  if (firstAdministrator !== null && administrator.password !== null && administrator.password.length < 12)
    process.stderr.write("ADMIN_PASSWORD has fewer than 12 characters: choose a longer one for anything but a trial\n")
}

/**
 * Serves until `shutdown` aborts, then closes everything. Rejects with its reason if it aborts before the server is
 * ready.
 */
const serve = async (shutdown: AbortSignal): Promise<void> => {
  const settings = readSettings(process.env)
  shutdown.throwIfAborted()
  const running = await startServer(settings, { shutdown })
  try {
    printSignIn(running) // first, because this is the only time that a generated password is shown
    shutdown.throwIfAborted()
    printReady(running, settings)
    await once(shutdown, "abort")
  } finally {
    await running.close()
  }
}

/** Runs the server and ends the process: with code 0 after a clean shutdown. */
export const runServer = async (shutdown: AbortSignal): Promise<void> => {
  try {
    await serve(shutdown)
    process.exit(0)
  } catch (error) {
    if (error instanceof ShutdownRequest) process.exit(error.exitCode)
    // A StartupError is for the person who starts the server; anything else is a bug, so the stack is shown.
    process.stderr.write(`${error instanceof StartupError ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
    process.exit(1)
  }
}

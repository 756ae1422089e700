// Runs the server: settings from the environment, the ready line, a clean end (contract "Commands").

import { type RunningServer, startServer } from "./server.ts"
import { readSettings, type Settings } from "./settings.ts"
import { StartupError } from "./startup-error.ts"

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const greet = ({ address, firstAdministrator }: RunningServer, { administrator }: Settings): void => {
  if (firstAdministrator === null) say(`Sign in at ${address}/login`)
  else if (firstAdministrator.password === null) say(`Sign in as ${firstAdministrator.username} with the password of ADMIN_PASSWORD`)
  else {
    say(`Sign in as ${firstAdministrator.username} with the password ${firstAdministrator.password}`)
    say("This password is shown once. ADMIN_PASSWORD sets one of your own on a first start.")
  }
  // Last, so that who waits for this line has seen the others.
  say(`Conversation Admin is ready at ${address}`)
  if (firstAdministrator !== null && administrator.password !== null && administrator.password.length < 12)
    process.stderr.write("ADMIN_PASSWORD has fewer than 12 characters: choose a longer one for anything but a trial\n")
}

try {
  const settings = readSettings(process.env)
  const running = await startServer(settings)
  let ending = false
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      if (ending) return
      ending = true
      running.close().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`)
          process.exit(1)
        },
      )
    })
  greet(running, settings)
} catch (error) {
  // A refusal is for the person who starts it; anything else is a bug and shows where.
  process.stderr.write(`${error instanceof StartupError ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
}

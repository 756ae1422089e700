// Handling of shutdown signals and lost outputs. Imports nothing of the project: main.ts calls it before anything else is
// loaded, because process 1 of a container ignores signals that it has no handler for.
import { constants } from "node:os"

/** A process gets SIGHUP when its terminal closes. */
const shutdownSignals = ["SIGTERM", "SIGINT", "SIGHUP"] as const
type ShutdownSignal = (typeof shutdownSignals)[number]

/**
 * Milliseconds within which a second signal counts as the same request: at Ctrl-C the terminal sends SIGINT to the server
 * and to npm, and npm forwards it to the server.
 */
const sameRequestMs = 1_000

/** The reason for an aborted start: a signal came before the server was ready. */
export class ShutdownRequest extends Error {
  /** The exit code that a shell reports for a process ended by this signal. */
  readonly exitCode: number
  constructor(signal: ShutdownSignal) {
    super(`shut down by ${signal}`)
    this.exitCode = exitCodeOf(signal)
  }
}

const exitCodeOf = (signal: ShutdownSignal): number => 128 + constants.signals[signal]

/** Returns a signal that aborts with a `ShutdownRequest` on the first shutdown signal. A later one exits immediately. */
export const listenForShutdown = (): AbortSignal => {
  const controller = new AbortController()
  let askedAt = 0
  for (const signal of shutdownSignals)
    process.on(signal, () => {
      if (!controller.signal.aborted) {
        askedAt = performance.now()
        controller.abort(new ShutdownRequest(signal))
      } else if (performance.now() - askedAt > sameRequestMs) process.exit(exitCodeOf(signal))
    })
  return controller.signal
}

/** Exits on the first signal, while nothing is open that needs closing. Returns the function that stops listening. */
export const exitOnSignals = (): (() => void) => {
  const exit = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal])
  for (const signal of shutdownSignals) process.on(signal, exit)
  return () => {
    for (const signal of shutdownSignals) process.off(signal, exit)
  }
}

/**
 * Keeps the process running when its output is lost: the log's reader has ended (`npm start 2>&1 | head`), or the terminal
 * was closed. Without a listener, Node would end the process with the error of the first such write.
 */
export const surviveLostOutput = (): void => {
  for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined)
}

/** Milliseconds between two checks whether npm is still there. */
const parentCheckIntervalMs = 500

/**
 * Where npm started this process: once its parent is gone, shuts it down as if its terminal had closed. That is how a signal reaches it which
 * ends npm, but which npm does not pass on (SIGHUP, SIGKILL). A deployment starts the built server directly, which may well outlive its parent.
 * On Windows a process keeps the id of a parent that is gone, so nothing happens there.
 */
export const shutDownWithNpm = (): void => {
  if (process.env["npm_lifecycle_event"] === undefined) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.emit("SIGHUP", "SIGHUP")
  }, parentCheckIntervalMs).unref()
}

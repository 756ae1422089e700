// The signals that ask the server to shut down, and the outputs that may be lost meanwhile. Imports nothing of ours: main.ts calls it before
// anything else is loaded, because process 1 of a container ignores a signal that it has no handler for.
import { constants } from "node:os"

/** SIGHUP is what a process gets when its terminal closes. */
const shutdownSignals = ["SIGTERM", "SIGINT", "SIGHUP"] as const
type ShutdownSignal = (typeof shutdownSignals)[number]

/**
 * Milliseconds in which a second signal is taken for the first one: at Ctrl-C the terminal sends SIGINT to the server and to npm, and npm
 * passes it on to the server.
 */
const sameRequestMs = 1_000

/** Why a start was given up: a signal came before the server was ready. */
export class ShutdownRequest extends Error {
  /** As a shell gives it for a process that a signal has ended. */
  readonly exitCode: number
  constructor(signal: ShutdownSignal) {
    super(`shut down by ${signal}`)
    this.exitCode = exitCodeOf(signal)
  }
}

const exitCodeOf = (signal: ShutdownSignal): number => 128 + constants.signals[signal]

/** Gives a signal that aborts, with a `ShutdownRequest`, when the process is asked to shut down. Asked once more, it exits at once. */
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

/** Exits at the first signal, while nothing has been opened yet that would need to be closed. Gives what ends that. */
export const exitOnSignals = (): (() => void) => {
  const exit = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal])
  for (const signal of shutdownSignals) process.on(signal, exit)
  return () => {
    for (const signal of shutdownSignals) process.off(signal, exit)
  }
}

/**
 * Lets the process go on when what it writes reaches nobody any more: the log's reader has ended (`npm start 2>&1 | head`), the terminal was
 * closed. Without a listener Node would end it with the error of the first such write.
 */
export const surviveLostOutput = (): void => {
  for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined)
}

// Synchronous output (Node's stream takes longer to set up than checking a small file), and the progress of long checks.
import { fstatSync, writeSync } from "node:fs"
import { toCommandFailed } from "./command-line.ts"

const standardOutput = 1
/** Wait before writing again to a pipe that is full. */
const retryDelayMs = 2

/** Exit code when the reader has closed the pipe (`| head`), as in shells: 128 plus the number of SIGPIPE. */
const brokenPipeExitCode = 141

/** Writes the whole text before it returns. Exits the program if the reader has closed the pipe. */
export const print = (text: string): void => {
  for (let bytes = Buffer.from(text); bytes.length > 0; ) bytes = bytes.subarray(writeChunk(bytes))
}

/** Returns the number of bytes written, which is 0 if the pipe is full. */
const writeChunk = (bytes: Uint8Array): number => {
  try {
    return writeSync(standardOutput, bytes)
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    if (code === "EPIPE") process.exit(brokenPipeExitCode)
    if (code !== "EAGAIN") throw toCommandFailed(error)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryDelayMs)
    return 0
  }
}

export const printLine = (text: string): void => print(`${text}\n`)

/** Returns whether standard output is a terminal. */
export const isOutputTerminal = (): boolean => fstatSync(standardOutput).isCharacterDevice() && process.stdout.isTTY

/** Number of files above which progress is shown. */
const minFilesForProgress = 200
/** Minimum time between two updates. */
const progressIntervalMs = 100

type Progress = { readonly show: (done: number) => void; readonly clear: () => void }

/** Shows the number of checked files on standard error if that is a terminal. */
export const createProgress = (total: number): Progress => {
  if (total <= minFilesForProgress || !process.stderr.isTTY) return { show: () => {}, clear: () => {} }
  let lastUpdate = 0
  return {
    show: (done) => {
      const now = performance.now()
      if (now - lastUpdate < progressIntervalMs) return
      lastUpdate = now
      process.stderr.write(`\r${done} of ${total} files`)
    },
    clear: () => {
      process.stderr.write("\r\u001b[K")
    },
  }
}

// Shared by all commands: the failure class, and printing. Printing is synchronous, because setting up Node's output stream
// takes longer than checking a small file.
import { fstatSync, writeSync } from "node:fs"

/** The command could not run: its message is printed on one line, and the exit code is 2. */
export class CommandFailed extends Error {}

/** Converts errors of `parseArgs` and the file system; rethrows anything else, which is a defect. */
export const toCommandFailed = (error: unknown): CommandFailed => {
  if (error instanceof CommandFailed) return error
  if (error instanceof Error && "code" in error && typeof error.code === "string") return new CommandFailed(error.message.split("\n")[0])
  throw error
}

/** Characters that can control a terminal or reorder its text: line breaks, control and format characters, lone surrogates. */
const controlCharacters = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu

/** Escapes control characters as in JSON, so that texts and file names cannot control the terminal. */
export const escapeControlCharacters = (text: string): string =>
  text.replace(controlCharacters, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  )

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

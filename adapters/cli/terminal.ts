// Writes to standard output, at once. The stream that Node would set up for it takes longer than the check of a small file.
import { fstatSync, writeSync } from "node:fs"
import { toCommandFailed } from "./command-line.ts"

const standardOutput = 1
/** Milliseconds to wait for a reader that is behind. */
const pause = 2

/** What a program ends with whose reader has seen enough (`| head`), as shells know it: 128 and the number of SIGPIPE. */
const readerGone = 141

/** Writes a text whole, before it returns. A reader that is gone ends the program. */
export const print = (text: string): void => {
  for (let bytes = Buffer.from(text); bytes.length > 0; ) bytes = bytes.subarray(written(bytes))
}

const written = (bytes: Uint8Array): number => {
  try {
    return writeSync(standardOutput, bytes)
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    if (code === "EPIPE") process.exit(readerGone)
    if (code !== "EAGAIN") throw toCommandFailed(error)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
    return 0
  }
}

export const printLine = (text: string): void => print(`${text}\n`)

/** Whether what is printed is read at a terminal. */
export const isOutputTerminal = (): boolean => fstatSync(standardOutput).isCharacterDevice() && process.stdout.isTTY

// How far a long check is, for who sits at a terminal.

/** Files from which on it is shown. */
const many = 200
/** Milliseconds between two showings. */
const pauseOfProgress = 100

type Progress = { readonly show: (done: number) => void; readonly clear: () => void }

export const createProgress = (total: number): Progress => {
  if (total <= many || !process.stderr.isTTY) return { show: () => {}, clear: () => {} }
  let last = 0
  return {
    show: (done) => {
      const now = performance.now()
      if (now - last < pauseOfProgress) return
      last = now
      process.stderr.write(`\r${done} of ${total} files`)
    },
    clear: () => {
      process.stderr.write("\r\u001b[K")
    },
  }
}

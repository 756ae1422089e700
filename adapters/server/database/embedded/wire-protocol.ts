// PostgreSQL's wire protocol over a MessagePort, one session at a time: what an ordinary driver speaks to PGlite through.

import { Duplex } from "node:stream"
import type { MessagePort } from "node:worker_threads"
import type { PGlite } from "@electric-sql/pglite"

const startup = { tls: 80877103, cancel: 80877102 } as const

/**
 * Serves ports on one database. PGlite is one session, so a second port waits until the first is closed. `onPanic` is called once an answer
 * says that the engine cannot go on, as when its log cannot be written: it would spin for ever.
 */
export const serveWireProtocol = (pg: PGlite, onPanic: () => void) => {
  let before: Promise<void> = Promise.resolve()

  /** `alive` is told of each message that was dealt with. */
  return (port: MessagePort, onMessageHandled: () => void): void => {
    let waiting: Buffer = Buffer.alloc(0)
    let release: (() => void) | undefined
    let isOpen = true

    const run = async (bytes: Uint8Array): Promise<void> => {
      // The bytes are copied out of WebAssembly's memory, which the next answer overwrites.
      await pg.execProtocolRawStream(bytes, {
        syncToFs: false,
        onRawData: (answer) => {
          port.postMessage(answer.slice())
          if (isPanic(answer)) onPanic()
        },
      })
    }

    const begin = async (): Promise<void> => {
      const turn = before
      before = new Promise((done) => {
        release = done
      })
      await turn
      if (pg.isInTransaction()) await pg.exec("rollback")
      await pg.exec("discard all")
    }

    const end = async (): Promise<void> => {
      if (!isOpen) return
      isOpen = false
      if (release && !pg.closed && pg.isInTransaction()) await pg.exec("rollback")
      release?.()
      port.close()
    }

    /** Runs the whole messages that have arrived and keeps the rest. */
    const handleBytes = async (bytes: Uint8Array): Promise<void> => {
      if (!isOpen) return
      waiting = waiting.length > 0 ? Buffer.concat([waiting, bytes]) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      while (!release) {
        if (waiting.length < 8 || waiting.length < waiting.readInt32BE(0)) return
        const length = waiting.readInt32BE(0)
        const code = waiting.readInt32BE(4)
        if (code === startup.cancel) return end() // WebAssembly knows no signals
        const first = waiting.subarray(0, length)
        waiting = waiting.subarray(length)
        if (code === startup.tls) port.postMessage(Buffer.from("N"))
        else {
          await begin()
          await run(first)
        }
      }
      const whole = wholeMessages(waiting)
      if (whole === 0) return
      const ready = waiting.subarray(0, whole)
      waiting = waiting.subarray(whole)
      await run(ready)
    }

    let work: Promise<void> = Promise.resolve()
    const then = (next: () => Promise<void>) => {
      work = work.then(next).catch((error: unknown) => {
        process.stderr.write(`${JSON.stringify({ level: 50, msg: "embedded database", error: String(error) })}\n`)
        return end()
      })
    }
    port.on("message", (bytes: Uint8Array | null) => {
      then(() => (bytes === null ? end() : handleBytes(bytes)))
      then(async () => onMessageHandled())
    })
    port.on("close", () => then(end))
  }
}

/** A field of an error that says its severity. No text of a row has a zero before it: those are for PostgreSQL alone. */
const panic = Buffer.from("\0VPANIC\0")
/** Answers come in pieces that may begin anywhere in a message. */
const isPanic = (answer: Uint8Array): boolean => Buffer.from(answer.buffer, answer.byteOffset, answer.length).includes(panic)

/** Bytes at the front that are whole messages: a letter, a length, that many bytes. */
const wholeMessages = (bytes: Buffer): number => {
  let end = 0
  while (end + 5 <= bytes.length) {
    const length = 1 + bytes.readInt32BE(end + 1)
    if (end + length > bytes.length) break
    end += length
  }
  return end
}

// What a driver takes for a TCP socket: a MessagePort to the embedded database's thread.

/** `send(null)` hangs up. */
export type EngineConnection = { readonly port: MessagePort; readonly send: (bytes: Uint8Array | null) => void }

/** Chunks as one, with memory of its own: a message takes along all the memory that its bytes are a part of, which is a Buffer's pool. */
const concatChunks = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** What a driver takes for a TCP socket. */
export class EngineSocket extends Duplex {
  readonly #dial: () => Promise<EngineConnection>
  #line: EngineConnection | null = null

  constructor(dial: () => Promise<EngineConnection>) {
    super()
    this.#dial = dial
  }

  connect(): this {
    this.#dial().then(
      (line) => {
        if (this.destroyed) return line.port.close()
        this.#line = line
        line.port.on("message", (bytes: Uint8Array) => this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
        line.port.once("close", () => this.destroy())
        this.emit("connect")
      },
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    )
    return this
  }

  override _read(): void {
    // Answers are pushed as they come.
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#line?.send(concatChunks([bytes]))
    done()
  }

  /** What a driver writes together, such as all of one query, goes together: each message wakes the other thread. */
  override _writev(chunks: Array<{ readonly chunk: Buffer }>, done: () => void): void {
    this.#line?.send(concatChunks(chunks.map(({ chunk }) => chunk)))
    done()
  }

  override _final(done: () => void): void {
    this.#line?.send(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#line?.send(null)
    this.#line?.port.close()
    done(error)
  }

  setNoDelay = (): this => this
  setKeepAlive = (): this => this
  ref = (): this => this
  unref = (): this => this
}

// PostgreSQL's wire protocol over a MessagePort, so that an ordinary driver can talk to PGlite on its thread.

import { Duplex } from "node:stream"
import type { MessagePort } from "node:worker_threads"
import type { PGlite } from "@electric-sql/pglite"

const startupCodes = { tls: 80877103, cancel: 80877102 } as const

/**
 * Serves the protocol to ports on one database. PGlite has one session, so a second port waits until the first closes.
 * `onPanic` is called if a response says that the engine cannot continue, such as when its log cannot be written: it
 * would otherwise spin forever.
 */
export const serveWireProtocol = (pg: PGlite, onPanic: () => void) => {
  let previousSession: Promise<void> = Promise.resolve()

  /** `onMessageHandled` is called after each message. */
  return (port: MessagePort, onMessageHandled: () => void): void => {
    let buffered: Buffer = Buffer.alloc(0)
    let release: (() => void) | undefined
    let isOpen = true

    const run = async (bytes: Uint8Array): Promise<void> => {
      // Copied out of WebAssembly's memory, which the next response overwrites.
      await pg.execProtocolRawStream(bytes, {
        syncToFs: false,
        onRawData: (response) => {
          port.postMessage(response.slice())
          if (isPanic(response)) onPanic()
        },
      })
    }

    const startSession = async (): Promise<void> => {
      const predecessor = previousSession
      previousSession = new Promise((resolve) => {
        release = resolve
      })
      await predecessor
      if (pg.isInTransaction()) await pg.exec("rollback")
      await pg.exec("discard all")
    }

    const endSession = async (): Promise<void> => {
      if (!isOpen) return
      isOpen = false
      if (release && !pg.closed && pg.isInTransaction()) await pg.exec("rollback")
      release?.()
      port.close()
    }

    /** Runs the complete messages received so far and buffers the rest. */
    const handleBytes = async (bytes: Uint8Array): Promise<void> => {
      if (!isOpen) return
      buffered = buffered.length > 0 ? Buffer.concat([buffered, bytes]) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      while (!release) {
        if (buffered.length < 8 || buffered.length < buffered.readInt32BE(0)) return
        const length = buffered.readInt32BE(0)
        const code = buffered.readInt32BE(4)
        if (code === startupCodes.cancel) return endSession() // WebAssembly has no signals, so queries cannot be canceled
        const first = buffered.subarray(0, length)
        buffered = buffered.subarray(length)
        if (code === startupCodes.tls) port.postMessage(Buffer.from("N"))
        else {
          await startSession()
          await run(first)
        }
      }
      const completeLength = countCompleteBytes(buffered)
      if (completeLength === 0) return
      const complete = buffered.subarray(0, completeLength)
      buffered = buffered.subarray(completeLength)
      await run(complete)
    }

    let queue: Promise<void> = Promise.resolve()
    const enqueue = (task: () => Promise<void>) => {
      queue = queue.then(task).catch((error: unknown) => {
        process.stderr.write(`${JSON.stringify({ level: 50, msg: "embedded database", error: String(error) })}\n`)
        return endSession()
      })
    }
    port.on("message", (bytes: Uint8Array | null) => {
      enqueue(() => (bytes === null ? endSession() : handleBytes(bytes)))
      enqueue(async () => onMessageHandled())
    })
    port.on("close", () => enqueue(endSession))
  }
}

/** The severity field of a fatal error. It cannot occur in a row, because PostgreSQL's texts never contain a zero byte. */
const panicField = Buffer.from("\0VPANIC\0")
/** Responses arrive in chunks that may begin anywhere in a message. */
const isPanic = (response: Uint8Array): boolean => Buffer.from(response.buffer, response.byteOffset, response.length).includes(panicField)

/** Returns how many leading bytes are complete messages: a type byte, a length, and that many bytes. */
const countCompleteBytes = (bytes: Buffer): number => {
  let end = 0
  while (end + 5 <= bytes.length) {
    const length = 1 + bytes.readInt32BE(end + 1)
    if (end + length > bytes.length) break
    end += length
  }
  return end
}

/** A connection to the embedded database's thread; `send(null)` closes it. */
export type EngineConnection = { readonly port: MessagePort; readonly send: (bytes: Uint8Array<ArrayBuffer> | null) => void }

/**
 * Concatenates chunks into newly allocated memory: posting a slice would copy its whole backing buffer, which is a
 * Buffer's pool.
 */
const concatChunks = (chunks: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

/** A stream that a driver uses like a TCP socket: it connects to the embedded database's thread through a MessagePort. */
export class EngineSocket extends Duplex {
  readonly #dial: () => Promise<EngineConnection>
  #connection: EngineConnection | null = null

  constructor(dial: () => Promise<EngineConnection>) {
    super()
    this.#dial = dial
  }

  connect(): this {
    this.#dial().then(
      (connection) => {
        if (this.destroyed) return connection.port.close()
        this.#connection = connection
        connection.port.on("message", (bytes: Uint8Array) => this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
        connection.port.once("close", () => this.destroy())
        this.emit("connect")
      },
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    )
    return this
  }

  override _read(): void {
    // Responses are pushed as they arrive.
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, callback: () => void): void {
    this.#connection?.send(concatChunks([bytes]))
    callback()
  }

  /** Sends chunks that were written together as one message, because each message wakes the other thread. */
  override _writev(chunks: Array<{ readonly chunk: Buffer }>, callback: () => void): void {
    this.#connection?.send(concatChunks(chunks.map(({ chunk }) => chunk)))
    callback()
  }

  override _final(callback: () => void): void {
    this.#connection?.send(null)
    callback()
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#connection?.send(null)
    this.#connection?.port.close()
    callback(error)
  }

  setNoDelay = (): this => this
  setKeepAlive = (): this => this
  ref = (): this => this
  unref = (): this => this
}

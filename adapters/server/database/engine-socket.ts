// What a driver takes for a TCP socket: a MessagePort to the embedded database's thread.
import { Duplex } from "node:stream"
import type { MessagePort } from "node:worker_threads"

/** `send(null)` hangs up. */
export type Line = { readonly port: MessagePort; readonly send: (bytes: Uint8Array | null) => void }

/** Chunks as one, with memory of its own: a message takes along all the memory that its bytes are a part of, which is a Buffer's pool. */
const together = (chunks: ReadonlyArray<Uint8Array>): Uint8Array => {
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
  readonly #dial: () => Promise<Line>
  #line: Line | null = null

  constructor(dial: () => Promise<Line>) {
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
    this.#line?.send(together([bytes]))
    done()
  }

  /** What a driver writes together, such as all of one query, goes together: each message wakes the other thread. */
  override _writev(chunks: Array<{ readonly chunk: Buffer }>, done: () => void): void {
    this.#line?.send(together(chunks.map(({ chunk }) => chunk)))
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

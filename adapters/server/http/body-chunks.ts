// Refuses bodies that arrive in tiny chunks. Node creates an object of some hundred bytes for each chunk, also for one of a single byte: a body of
// 64 KB in chunks of one byte would take 17 MB while it waits to be read, and hold the event loop for 0.1 s.
import type { IncomingMessage, Server } from "node:http"

/** Chunks of any size that a body may have. */
export const maxTinyChunks = 64

/** How many bytes each further chunk must have on average: fewer than the smallest packets of a network. */
export const minChunkBytes = 256

class TinyChunks extends Error {}

/** Must be called before the server listens. Answers a body of more chunks than its bytes permit as invalid HTTP, whether anything reads it or not. */
export const refuseTinyChunks = (server: Server): void => {
  // Emitted before the first chunk of the body is parsed.
  server.on("request", (request: IncomingMessage) => {
    let [count, length] = [0, 0]
    let isRefused = false
    const push = request.push.bind(request)
    request.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
      if (isRefused) return false
      count++
      length += chunk?.length ?? 0
      isRefused = count > maxTinyChunks + length / minChunkBytes
      if (!isRefused) return push(chunk, encoding)
      server.emit("clientError", new TinyChunks("the body arrives in tiny chunks"), request.socket)
      return false
    }
  })
}

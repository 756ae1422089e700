// Refuses forms of many small parts. The parser of forms creates streams for each part, also after it has found more of them than it may return: a
// network packet of thousands of parts would hold the event loop for 0.3 s, before anything knows who sends it.
import type { IncomingMessage, Server } from "node:http"

/** Parts of any size that a form may have. */
export const maxSmallParts = 64

/** How many bytes each further part must have on average: as many as its headers and a small file. */
export const minPartBytes = 256

class SmallParts extends Error {}

/** What each boundary begins with, whatever the form has chosen. */
const boundaryStart = Buffer.from("\r\n--")

/** Must be called before the server listens. Answers a form of more parts than its bytes permit as invalid HTTP, before its parser reads them. */
export const refuseSmallParts = (server: Server): void => {
  // Emitted before the first chunk of the body is parsed.
  server.on("request", (request: IncomingMessage) => {
    if (!/multipart/i.test(request.headers["content-type"] ?? "")) return
    let [count, length] = [0, 0]
    let isRefused = false
    const push = request.push.bind(request)
    request.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
      if (isRefused) return false
      count += chunk === null ? 0 : countBoundaries(chunk)
      length += chunk?.length ?? 0
      isRefused = count > maxSmallParts + length / minPartBytes
      if (!isRefused) return push(chunk, encoding)
      server.emit("clientError", new SmallParts("the form has many small parts"), request.socket)
      return false
    }
  })
}

/** Counts the boundaries in a chunk. One that begins in another chunk is not counted: there are as few of those as chunks (`body-chunks.ts`). */
const countBoundaries = (chunk: Buffer): number => {
  let count = 0
  for (let at = chunk.indexOf(boundaryStart); at !== -1; at = chunk.indexOf(boundaryStart, at + boundaryStart.length)) count++
  return count
}

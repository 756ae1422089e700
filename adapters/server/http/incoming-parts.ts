// Passes what arrives on a connection to the HTTP parser in small parts. Node parses 64 KB at a time, which may hold thousands of requests: creating
// them would hold the event loop for about 0.1 s, also after the first of them have closed the connection. Connections that end together are handled
// in several turns of the event loop: hundreds of unfinished requests would hold it as long.
import type { IncomingMessage, Server } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { createTurns } from "./turns.ts"

/** How many ends of connections are handled in one turn of the event loop. */
export const maxEndsPerTurn = 16

/** Bytes that are parsed before the connection is checked again: 200 requests at most. */
const partBytes = 4 * 1024

/** Must be called before the server listens. */
export const parseInParts = (server: Server): void => {
  /** Connections that Node no longer parses, because they have asked for a tunnel. */
  const tunnels = new WeakSet<Duplex>()
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => void tunnels.add(socket))
  const endInTurn = createTurns(maxEndsPerTurn)
  server.on("connection", (socket: Socket) => {
    const enders = socket.listeners("end")
    socket.removeAllListeners("end")
    socket.on("end", () =>
      endInTurn(() => {
        // Node handles the end of a closed connection by itself.
        if (!socket.destroyed && !tunnels.has(socket)) for (const end of enders) end.call(socket)
      }),
    )
    const parsers = socket.listeners("data")
    socket.removeAllListeners("data")
    socket.on("data", (bytes: Buffer) => {
      for (let from = 0; from < bytes.length && !socket.destroyed && !tunnels.has(socket); from += partBytes) {
        // What has been parsed waits until it has been read or answered.
        if (socket.isPaused()) {
          socket.unshift(bytes.subarray(from))
          return
        }
        for (const parse of parsers) parse.call(socket, bytes.subarray(from, from + partBytes))
      }
    })
  })
}

// The end of the HTTP server: requests in flight finish, and nobody is waited for who has begun one and says no more.
import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import type { FastifyInstance } from "fastify"

/** Milliseconds that requests in flight have to finish, and for which one that is not whole yet may be silent. */
const shutdownLimitsMs = { grace: 10_000, silence: 2_000 } as const

/** Gives what ends the server. To be called before it listens. */
export const prepareShutdown = (app: FastifyInstance): (() => Promise<void>) => {
  const { server } = app
  /** Whose connections are open, with the request that each was used for last while it is answered. */
  const open = new Map<Socket, IncomingMessage | null>()
  server.on("connection", (socket) => {
    open.set(socket, null)
    socket.once("close", () => open.delete(socket))
  })
  server.on("request", (request, response) => {
    const { socket } = request
    if (open.has(socket)) open.set(socket, request)
    response.once("close", () => open.get(socket) === request && open.set(socket, null))
  })

  let lastBytesRead = new Map<Socket, number>()
  const dropSilent = (): void => {
    const now = new Map([...open.keys()].map((socket) => [socket, socket.bytesRead]))
    for (const [socket, request] of open) if (request?.complete !== true && lastBytesRead.get(socket) === socket.bytesRead) socket.destroy()
    lastBytesRead = now
  }

  return async () => {
    // A connection that falls idle meanwhile is closed, not kept alive.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    dropSilent()
    const silent = setInterval(dropSilent, shutdownLimitsMs.silence)
    const late = setTimeout(() => server.closeAllConnections(), shutdownLimitsMs.grace)
    await app.close()
    for (const timer of [idle, silent, late]) clearTimeout(timer)
  }
}

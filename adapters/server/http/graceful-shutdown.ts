// Graceful shutdown: requests in flight finish, and connections that have sent half a request and fallen silent are dropped.
import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import type { FastifyInstance } from "fastify"

/**
 * Milliseconds that requests in flight have to finish, and milliseconds after which an incomplete, silent request is
 * dropped.
 */
const shutdownLimitsMs = { grace: 10_000, silence: 2_000 } as const

/** Returns the function that shuts the server down. Must be called before it listens. */
export const prepareShutdown = (app: FastifyInstance): (() => Promise<void>) => {
  const { server } = app
  /** Open connections, each with the request that it is serving, if any. */
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
    // Connections that become idle during the shutdown are closed instead of kept alive.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    dropSilent()
    const silent = setInterval(dropSilent, shutdownLimitsMs.silence)
    const late = setTimeout(() => server.closeAllConnections(), shutdownLimitsMs.grace)
    await app.close()
    for (const timer of [idle, silent, late]) clearTimeout(timer)
  }
}

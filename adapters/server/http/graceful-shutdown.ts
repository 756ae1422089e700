// Graceful shutdown: requests in flight finish, and connections that have sent half a request and fallen silent are dropped.
import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import type { FastifyInstance } from "fastify"

/** Milliseconds for requests in flight to finish, and for incomplete requests to stay silent before they are dropped. */
const shutdownLimitsMs = { grace: 10_000, silence: 2_000 } as const

/** Returns the function that shuts the server down. Must be called before it listens. */
export const prepareShutdown = (app: FastifyInstance): (() => Promise<void>) => {
  const { server } = app
  /** Open connections, each with the request that it is serving, if any. */
  const openRequests = new Map<Socket, IncomingMessage | null>()
  server.on("connection", (socket) => {
    openRequests.set(socket, null)
    socket.once("close", () => openRequests.delete(socket))
  })
  server.on("request", (request, response) => {
    const { socket } = request
    if (openRequests.has(socket)) openRequests.set(socket, request)
    response.once("close", () => openRequests.get(socket) === request && openRequests.set(socket, null))
  })

  let lastBytesRead = new Map<Socket, number>()
  const dropSilent = (): void => {
    const bytesRead = new Map([...openRequests.keys()].map((socket) => [socket, socket.bytesRead]))
    for (const [socket, request] of openRequests)
      if (request?.complete !== true && lastBytesRead.get(socket) === socket.bytesRead) socket.destroy()
    lastBytesRead = bytesRead
  }

  return async () => {
    // Connections that become idle during the shutdown are closed instead of kept alive.
    const idleTimer = setInterval(() => server.closeIdleConnections(), 50)
    dropSilent()
    const silenceTimer = setInterval(dropSilent, shutdownLimitsMs.silence)
    const graceTimer = setTimeout(() => server.closeAllConnections(), shutdownLimitsMs.grace)
    await app.close()
    for (const timer of [idleTimer, silenceTimer, graceTimer]) clearTimeout(timer)
  }
}

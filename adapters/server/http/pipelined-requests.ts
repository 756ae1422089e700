// Handles the requests of one connection one after the other. Hundreds that were sent without waiting for the responses arrive together, and would
// hold the event loop if they were started together; their responses are sent in this order anyway. A connection that sends more than may wait is
// closed: without a limit, requests of a few bytes would fill the memory faster than they are handled. A turn of the event loop starts a few requests
// of all connections together.
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { maxWaitingRequests } from "../../../domain/conversations/conversation-limits.ts"
import { createTurns } from "./turns.ts"

/**
 * The path of health checks. Their requests have a queue of their own, because a load balancer takes a server that responds late for one
 * that hangs.
 */
export const healthPath = "/healthz"

/** How many requests of each queue start in one turn of the event loop. */
export const maxStartsPerTurn = 16

/** Must be called before the server has other listeners for requests than the one that handles them. */
export const queuePipelinedRequests = (server: Server): void => {
  const handlers = server.listeners("request")
  /** The requests that wait, of each connection with a request that has no response yet. */
  const queues = new WeakMap<Socket, Array<() => void>>()
  const [startLater, startHealthCheckLater] = [createTurns(maxStartsPerTurn), createTurns(maxStartsPerTurn)]
  server.removeAllListeners("request")
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    // Ignores requests that arrived together with the one that closed the connection.
    if (socket.destroyed) return
    const queue = queues.get(socket)
    if (queue !== undefined && queue.length >= maxWaitingRequests) {
      queues.set(socket, [])
      socket.destroy()
      return
    }
    const start = () => {
      if (!socket.destroyed) for (const handle of handlers) handle.call(server, request, response)
    }
    const startInTurn = () => (request.url === healthPath ? startHealthCheckLater : startLater)(start)
    response.once("close", () => {
      const next = queues.get(socket)?.shift()
      if (next === undefined) queues.delete(socket)
      else next()
    })
    if (queue !== undefined) queue.push(startInTurn)
    else {
      queues.set(socket, [])
      startInTurn()
    }
  })
}

// Handles the requests of one connection one after the other. Hundreds that were sent without waiting for the responses arrive together, and would
// hold the event loop if they were started together; their responses are sent in this order anyway. A connection that sends more than may wait is
// closed: without a limit, requests of a few bytes would fill the memory faster than they are handled.
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { maxWaitingRequests } from "../../../domain/conversations/conversation-limits.ts"

/** Must be called before the server has other listeners for requests than the one that handles them. */
export const queuePipelinedRequests = (server: Server): void => {
  const handlers = server.listeners("request")
  /** The requests that wait, of each connection with a request that has no response yet. */
  const queues = new WeakMap<Socket, Array<() => void>>()
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
    response.once("close", () => {
      const next = queues.get(socket)?.shift()
      if (next === undefined) queues.delete(socket)
      else setImmediate(next)
    })
    if (queue !== undefined) queue.push(start)
    else {
      queues.set(socket, [])
      start()
    }
  })
}

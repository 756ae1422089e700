// Limits the long responses to callers without a session that have not been read yet: each is in memory until its reader has received it.
import type { FastifyReply } from "fastify"
import { serviceUnavailable } from "./http-error.ts"

export type LongResponses = {
  /**
   * Counts a long response, of `length` characters, until it has been read or its connection is closed. Throws a 503 if too many characters are
   * unread, in all or by this network. A single response may have any length.
   */
  readonly admit: (reply: FastifyReply, network: string, length: number) => void
}

/** See `longResponseLimits` of domain/conversations/conversation-limits.ts. */
type LongResponseLimits = {
  readonly minLength: number
  readonly unread: number
  readonly unreadPerNetwork: number
  readonly stallMs: number
}

export const createLongResponses = ({ minLength, unread, unreadPerNetwork, stallMs }: LongResponseLimits): LongResponses => {
  let total = 0
  const byNetwork = new Map<string, number>()
  const add = (network: string, length: number): void => {
    const next = (byNetwork.get(network) ?? 0) + length
    total += length
    if (next === 0) byNetwork.delete(network)
    else byNetwork.set(network, next)
  }
  return {
    admit: (reply, network, length) => {
      if (length < minLength) return
      const own = byNetwork.get(network) ?? 0
      if ((own > 0 && own + length > unreadPerNetwork) || (total > 0 && total + length > unread))
        throw serviceUnavailable("Too many long responses have not been read yet; try again in a moment.")
      if (reply.raw.destroyed) return
      add(network, length)
      // A stalled reader would hold its characters until it closes the connection.
      reply.raw.setTimeout(stallMs, () => reply.raw.destroy())
      reply.raw.once("close", () => add(network, -length))
    },
  }
}

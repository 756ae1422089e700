// The rest of a multipart body that its endpoint does not read.
import type { FastifyRequest } from "fastify"

/**
 * Discards what is left of the body. Node does this only for a body of which nothing was read: otherwise the sender would
 * wait forever, and with it the next request on the connection.
 */
export const discardUnreadBody = ({ raw }: FastifyRequest): void => {
  raw.unpipe()
  raw.resume()
}

// Sends a long text in parts. Encoding one of 8 MB, which happens twice for a compressed response, would hold the event loop for about 0.1 s.
import { Readable } from "node:stream"
import { setImmediate } from "node:timers/promises"
import type { FastifyReply } from "fastify"

/** How many characters one turn of the event loop encodes. */
const encodedPerTurn = 64 * 1024

/** Sends a text as the body of a response. A long one has no declared length. */
export const sendText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.send(text.length > encodedPerTurn ? Readable.from(encodeInParts(text), { objectMode: false }) : text)

/** Returns the UTF-8 bytes of a text in parts, each made in a turn of its own. */
export async function* encodeInParts(text: string, partLength = encodedPerTurn): AsyncGenerator<Buffer, void> {
  for (let from = 0; from < text.length; ) {
    await setImmediate()
    const end = from + partLength
    // Half of a surrogate pair has no encoding of its own.
    const part = text.slice(from, isFirstHalf(text.charCodeAt(end - 1)) ? end + 1 : end)
    from += part.length
    yield Buffer.from(part)
  }
}

const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

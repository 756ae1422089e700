// What a request meets when something goes wrong: always JSON with a message, never a stack trace (contract "HTTP API").
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify"
import { ownMark } from "../../contract/own-refusal.ts"
import { Unwritable } from "../database/writable.ts"
import { StorageLost } from "../storage/storage.ts"
import { malformed, missing, Trouble, unavailable, unwritable } from "./trouble.ts"

/** Writes the answer for whatever was thrown. Of what was foreseen the log has the reason alone; nowhere has it a body or an address. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  // Nobody is there to read this answer; that is the client's doing, or its network's.
  const isLeft = request.raw.readableAborted && !request.raw.complete
  if (isLeft) request.log.info("the client went away in the middle of its body")
  const { status, body, headers } = isLeft ? malformed("The body ended before it was whole.") : asTrouble(error)
  if (status >= 500) request.log.error({ err: told(error) }, "a request failed")
  forgetBody(reply)
  return reply
    .code(status)
    .header(ownMark.name, ownMark.value)
    .headers(headers)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(body))
}

/** What is said of a body that does not come after all: a stream may fail before its first byte, when all else was said. */
const ofBodies = ["content-encoding", "content-length", "content-disposition", "accept-ranges", "etag", "last-modified"]

/** Takes back what was said of the body that does not come: of the error it would be wrong, and kept for good. */
const forgetBody = (reply: FastifyReply): void => {
  for (const name of ofBodies) {
    reply.removeHeader(name)
    if (!reply.raw.headersSent) reply.raw.removeHeader(name)
  }
  reply.header("cache-control", "no-store")
}

/** What the log keeps of an error: its details may hold what somebody wrote. */
export const told = (error: unknown) => {
  if (!(error instanceof Error)) return { message: String(error) }
  if (error instanceof Trouble) return { message: error.message }
  const { name, message, stack = "" } = error
  return { type: name, message, stack, ...("code" in error && typeof error.code === "string" && { code: error.code }) }
}

const asTrouble = (error: unknown): Trouble => {
  if (error instanceof Trouble) return error
  if (error instanceof StorageLost) return unavailable("Files cannot be kept or read now; try again in a moment.")
  if (!(error instanceof Error)) return unforeseen()
  const code = "code" in error && typeof error.code === "string" ? error.code : ""
  // Texts that PostgreSQL cannot keep: U+0000.
  if (code === "22021" || code === "22P05") return new Trouble(422, { message: "A text has characters that cannot be kept." })
  // What this belongs to was there when the call began, and somebody else has deleted it since.
  if (code === "23503") return missing()
  // PostgreSQL's word for a file that it may not write, as on a disk that the kernel made read-only.
  if (code === "42501" || error instanceof Unwritable) return unavailable(unwritable["read-only"])
  if (lost(code) || /^(Connection terminated|timeout exceeded|Client has encountered)/.test(error.message)) return unavailable()
  return fromFastify(error, code)
}

/** PostgreSQL's classes for a lost connection, want of resources and a stop, and the network's codes. */
const lost = (code: string): boolean =>
  /^(08|53|57P|58)/.test(code) || ["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "ETIMEDOUT", "EAI_AGAIN", "EPIPE", "ENOSPC"].includes(code)

const wordings: Readonly<Record<number, string>> = {
  400: "The request is malformed.",
  413: "This is more than the server takes.",
  414: "The address is too long.",
  415: "Bodies are JSON.",
  431: "The headers are too long.",
}

const fromFastify = (error: Error & Partial<FastifyError> & { readonly expose?: boolean }, code: string): Trouble => {
  const { statusCode = 500, expose = false } = error
  // Fastify's own errors have its codes; those about files may be shown.
  if (!(code.startsWith("FST_") || expose) || statusCode >= 500) return unforeseen()
  return statusCode === 404 || expose
    ? missing()
    : new Trouble(statusCode, { message: wordings[statusCode] ?? "The request is malformed." })
}

const unforeseen = () => new Trouble(500, { message: "Something went wrong here. It has been logged." })

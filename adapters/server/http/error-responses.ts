// Error responses: always JSON with a message, never a stack trace.

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify"
import { errorOriginHeader } from "../../contract/error-body.ts"
import { isAboutConstraint } from "../database/database.ts"
import { DiskNotWritable } from "../database/query-plugins.ts"
import { StorageUnavailable } from "../storage/storage.ts"
import { badRequest, diskMessages, HttpError, notFound, serviceUnavailable } from "./http-error.ts"
import { createTurns } from "./turns.ts"

/** Sends the response for any thrown error. Bodies and addresses are never logged, and expected errors only by message. */
export const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  // The client disconnected, so nobody reads this response, and it is not an error of the server.
  const isAborted = request.raw.readableAborted && !request.raw.complete
  if (isAborted) request.log.info("the client disconnected before its body was complete")
  const { status, body, headers } = isAborted ? badRequest("The body ended before it was complete.") : toHttpError(error)
  if (status >= 500) request.log.error({ err: toLogError(error) }, "a request failed")
  removeBodyHeaders(reply)
  return reply
    .code(status)
    .header(errorOriginHeader.name, errorOriginHeader.value)
    .headers(headers)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(body))
}

/** Headers that describe a body. A stream may fail before its first byte, after they have been set. */
const bodyHeaders = ["content-encoding", "content-length", "content-disposition", "accept-ranges", "etag", "last-modified"]

/** Removes the headers of the intended body: they would be wrong for the error, and could make caches store it. */
const removeBodyHeaders = (reply: FastifyReply): void => {
  for (const name of bodyHeaders) {
    reply.removeHeader(name)
    if (!reply.raw.headersSent) reply.raw.removeHeader(name)
  }
  reply.header("cache-control", "no-store")
}

/** Reduces an error to what may be logged: its details may contain what users wrote. */
export const toLogError = (error: unknown) => {
  if (!(error instanceof Error)) return { message: String(error) }
  if (error instanceof HttpError) return { message: error.message }
  const { name, message, stack = "" } = error
  return { type: name, message, stack, ...("code" in error && typeof error.code === "string" && { code: error.code }) }
}

const toHttpError = (error: unknown): HttpError => {
  if (error instanceof HttpError) return error
  if (error instanceof StorageUnavailable) return serviceUnavailable("Files cannot be stored or read now; try again in a moment.")
  if (!(error instanceof Error)) return internalError()
  const code = "code" in error && typeof error.code === "string" ? error.code : ""
  // PostgreSQL cannot store texts with U+0000.
  if (code === "22021" || code === "22P05") return new HttpError(422, { message: "A text has characters that cannot be stored." })
  // Foreign key violation: what the row belongs to was deleted while the request ran.
  // Deleting a profile with conversations is an error of the server instead: an erasure that forgot a lock.
  if (code === "23503" && !isAboutConstraint(error, "conversations_profile_fkey")) return notFound()
  // PostgreSQL's code for a file that it may not write, such as on a disk that the kernel made read-only.
  if (code === "42501" || error instanceof DiskNotWritable) return serviceUnavailable(diskMessages["read-only"])
  if (isConnectionLoss(code) || /^(Connection terminated|timeout exceeded|Client has encountered)/.test(error.message))
    return serviceUnavailable()
  return fromFastifyError(error, code)
}

/** PostgreSQL's error classes for lost connections, insufficient resources and shutdown, and the network's error codes. */
const isConnectionLoss = (code: string): boolean =>
  /^(08|53|57P|58)/.test(code) || ["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "ETIMEDOUT", "EAI_AGAIN", "EPIPE", "ENOSPC"].includes(code)

const fastifyMessages: Readonly<Record<number, string>> = {
  400: "The request is malformed.",
  413: "The body is larger than the server accepts.",
  414: "The address is too long.",
  415: "The body must be JSON.",
  431: "The headers are too long.",
}

const fromFastifyError = (error: Error & Partial<FastifyError> & { readonly expose?: boolean }, code: string): HttpError => {
  const { statusCode = 500, expose = false } = error
  // Fastify's own errors have FST_ codes; errors about served files are marked with `expose`.
  if (!(code.startsWith("FST_") || expose) || statusCode >= 500) return internalError()
  return statusCode === 404 || expose
    ? notFound()
    : new HttpError(statusCode, { message: fastifyMessages[statusCode] ?? "The request is malformed." })
}

const internalError = () => new HttpError(500, { message: "Something went wrong here. It has been logged." })

/**
 * Security headers of responses that are not pages, for input that never becomes a Fastify request (invalid HTTP,
 * oversized headers, unreadable addresses). All other responses get them from helmet (fastify-app.ts).
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none';frame-ancestors 'none'",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cache-control": "no-store",
}

const responseByErrorCode: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long to arrive."],
  HPE_HEADER_OVERFLOW: [431, "The headers are too long."],
}

type ClientError = Error & { readonly code?: string }
type ClientSocket = Socket & { readonly _httpMessage?: ServerResponse | null }

/** How many connections with invalid HTTP are answered in one turn of the event loop. */
export const maxClientErrorsPerTurn = 16

/** Creates the handler of invalid HTTP. A turn of the event loop answers a few connections, because it can arrive on hundreds together. */
export const createClientErrorHandler = (): ((error: ClientError, socket: ClientSocket) => void) => {
  const answerInTurn = createTurns(maxClientErrorsPerTurn)
  return (error, socket) => {
    // What follows invalid HTTP is not parsed.
    socket.pause()
    answerInTurn(() => sendClientError(error, socket))
  }
}

/** Answers invalid HTTP on the socket itself, and closes it. */
const sendClientError = (error: ClientError, socket: ClientSocket): void => {
  // A closed connection cannot be answered, nor one in the middle of another response.
  if (error.code !== "ECONNRESET" && socket.writable && socket._httpMessage?.headersSent !== true) {
    socket.write(buildRawResponse(...(responseByErrorCode[error.code ?? ""] ?? ([400, "The request is malformed."] as const))))
  }
  socket.destroy(error)
}

/** Rejects CONNECT: this server is not a proxy. */
export const rejectConnect = (_request: IncomingMessage, socket: Duplex): void => {
  socket.on("error", () => undefined) // the client may disconnect before the response
  socket.end(buildRawResponse(404, notFound().message))
}

const buildRawResponse = (status: number, message: string): string => {
  const body = JSON.stringify({ message })
  const headers = {
    ...securityHeaders,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n")
}

/** Maximum number of query parameters; metadata has far fewer. Decoding the 15,000 that fit into the headers would hold the event loop for 0.06 s. */
export const maxQueryParameters = 4096

/**
 * Rejects compressed bodies, addresses with too many parameters, and what HTTP/1.1 requires servers to reject: a missing or repeated host, and an
 * unknown expectation.
 */
export const validateHeaders = ({ httpVersion, headersDistinct: { host = [] }, headers, url = "" }: IncomingMessage): void => {
  // Closes the connection: a proxy in front may have parsed the request differently.
  if (host.length > 1 || (host.length === 0 && httpVersion === "1.1"))
    throw new HttpError(400, { message: "The request must name exactly one host." }, { connection: "close" })
  const { expect, "content-encoding": encoding = "identity" } = headers
  if (expect !== undefined && !/^100-continue$/i.test(expect))
    throw new HttpError(417, { message: "The server does not support the expectation of this request." }, { connection: "close" })
  // Bodies are admitted by their declared length, which for a compressed body is not its length in memory.
  if (encoding !== "identity") throw new HttpError(415, { message: "The server does not accept compressed bodies." })
  if (url.split("&").length > maxQueryParameters) throw new HttpError(414, { message: "The address has too many parameters." })
}

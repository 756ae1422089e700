// What a request meets when something goes wrong: always JSON with a message, never a stack trace (contract "HTTP API").

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify"
import { errorOriginHeader } from "../../contract/server-error.ts"
import { DiskNotWritable } from "../database/query-plugins.ts"
import { StorageUnavailable } from "../storage/storage.ts"
import { badRequest, diskMessages, HttpError, notFound, serviceUnavailable } from "./http-error.ts"

/** Writes the answer for whatever was thrown. Of what was foreseen the log has the reason alone; nowhere has it a body or an address. */
export const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  // Nobody is there to read this answer; that is the client's doing, or its network's.
  const isLeft = request.raw.readableAborted && !request.raw.complete
  if (isLeft) request.log.info("the client went away in the middle of its body")
  const { status, body, headers } = isLeft ? badRequest("The body ended before it was whole.") : toHttpError(error)
  if (status >= 500) request.log.error({ err: toLogError(error) }, "a request failed")
  removeBodyHeaders(reply)
  return reply
    .code(status)
    .header(errorOriginHeader.name, errorOriginHeader.value)
    .headers(headers)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(body))
}

/** What is said of a body that does not come after all: a stream may fail before its first byte, when all else was said. */
const bodyHeaders = ["content-encoding", "content-length", "content-disposition", "accept-ranges", "etag", "last-modified"]

/** Takes back what was said of the body that does not come: of the error it would be wrong, and kept for good. */
const removeBodyHeaders = (reply: FastifyReply): void => {
  for (const name of bodyHeaders) {
    reply.removeHeader(name)
    if (!reply.raw.headersSent) reply.raw.removeHeader(name)
  }
  reply.header("cache-control", "no-store")
}

/** What the log keeps of an error: its details may hold what somebody wrote. */
export const toLogError = (error: unknown) => {
  if (!(error instanceof Error)) return { message: String(error) }
  if (error instanceof HttpError) return { message: error.message }
  const { name, message, stack = "" } = error
  return { type: name, message, stack, ...("code" in error && typeof error.code === "string" && { code: error.code }) }
}

const toHttpError = (error: unknown): HttpError => {
  if (error instanceof HttpError) return error
  if (error instanceof StorageUnavailable) return serviceUnavailable("Files cannot be kept or read now; try again in a moment.")
  if (!(error instanceof Error)) return internalError()
  const code = "code" in error && typeof error.code === "string" ? error.code : ""
  // Texts that PostgreSQL cannot keep: U+0000.
  if (code === "22021" || code === "22P05") return new HttpError(422, { message: "A text has characters that cannot be kept." })
  // What this belongs to was there when the call began, and somebody else has deleted it since.
  if (code === "23503") return notFound()
  // PostgreSQL's word for a file that it may not write, as on a disk that the kernel made read-only.
  if (code === "42501" || error instanceof DiskNotWritable) return serviceUnavailable(diskMessages["read-only"])
  if (isConnectionLoss(code) || /^(Connection terminated|timeout exceeded|Client has encountered)/.test(error.message))
    return serviceUnavailable()
  return fromFastify(error, code)
}

/** PostgreSQL's classes for a lost connection, want of resources and a stop, and the network's codes. */
const isConnectionLoss = (code: string): boolean =>
  /^(08|53|57P|58)/.test(code) || ["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "ETIMEDOUT", "EAI_AGAIN", "EPIPE", "ENOSPC"].includes(code)

const wordings: Readonly<Record<number, string>> = {
  400: "The request is malformed.",
  413: "This is more than the server takes.",
  414: "The address is too long.",
  415: "Bodies are JSON.",
  431: "The headers are too long.",
}

const fromFastify = (error: Error & Partial<FastifyError> & { readonly expose?: boolean }, code: string): HttpError => {
  const { statusCode = 500, expose = false } = error
  // Fastify's own errors have its codes; those about files may be shown.
  if (!(code.startsWith("FST_") || expose) || statusCode >= 500) return internalError()
  return statusCode === 404 || expose
    ? notFound()
    : new HttpError(statusCode, { message: wordings[statusCode] ?? "The request is malformed." })
}

const internalError = () => new HttpError(500, { message: "Something went wrong here. It has been logged." })

// Answers to what never becomes a request of the app: bytes that are no HTTP, headers or addresses that are too much or no text. They have
// the form and the headers of all others, which the app's hooks give to those.

/** What a browser is told about an answer that is no page (fastify-app.ts, where helmet tells it). */
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

/** Answers on the connection itself, and ends it. */
export const sendClientError = (
  error: Error & { readonly code?: string },
  socket: Socket & { readonly _httpMessage?: ServerResponse | null },
): void => {
  // Nothing can be said to a connection that is gone, nor in the middle of another answer.
  if (error.code !== "ECONNRESET" && socket.writable && socket._httpMessage?.headersSent !== true) {
    socket.write(answer(...(responseByErrorCode[error.code ?? ""] ?? ([400, "The request is malformed."] as const))))
  }
  socket.destroy(error)
}

/** Leads nobody on to another server: nothing of the kind is here. */
export const rejectConnect = (_request: IncomingMessage, socket: Duplex): void => {
  socket.on("error", () => undefined) // gone before the answer
  socket.end(answer(404, notFound().message))
}

const answer = (status: number, message: string): string => {
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

/** Refuses what HTTP/1.1 has servers refuse: a request that does not say of which one host, and one that expects what nobody here knows. */
export const validateHostAndExpect = ({ httpVersion, headersDistinct: { host = [] }, headers: { expect } }: IncomingMessage): void => {
  // What stands before this server may have read it in another way, so it is the last of its connection.
  if (host.length > 1 || (host.length === 0 && httpVersion === "1.1"))
    throw new HttpError(400, { message: "The request does not name one host." }, { connection: "close" })
  if (expect !== undefined && !/^100-continue$/i.test(expect))
    throw new HttpError(417, { message: "The server does not know what this request expects." }, { connection: "close" })
}

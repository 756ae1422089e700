// Answers to what never becomes a request of the app: bytes that are no HTTP, headers or addresses that are too much or no text. They have
// the form and the headers of all others, which the app's hooks give to those.
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { missing, Trouble } from "./trouble.ts"

/** What a browser is told about an answer that is no page (app.ts, where helmet tells it). */
export const plainHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none';frame-ancestors 'none'",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cache-control": "no-store",
}

const told: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request took too long to arrive."],
  HPE_HEADER_OVERFLOW: [431, "The headers are too long."],
}

/** Answers on the connection itself, and ends it. */
export const answerUnrouted = (
  error: Error & { readonly code?: string },
  socket: Socket & { readonly _httpMessage?: ServerResponse | null },
): void => {
  // Nothing can be said to a connection that is gone, nor in the middle of another answer.
  if (error.code !== "ECONNRESET" && socket.writable && socket._httpMessage?.headersSent !== true) {
    socket.write(answer(...(told[error.code ?? ""] ?? ([400, "The request is malformed."] as const))))
  }
  socket.destroy(error)
}

/** Leads nobody on to another server: nothing of the kind is here. */
export const answerConnect = (_request: IncomingMessage, socket: Duplex): void => {
  socket.on("error", () => undefined) // gone before the answer
  socket.end(answer(404, missing().message))
}

const answer = (status: number, message: string): string => {
  const body = JSON.stringify({ message })
  const headers = {
    ...plainHeaders,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n")
}

/** Refuses what HTTP/1.1 has servers refuse: a request that does not say of which one host, and one that expects what nobody here knows. */
export const refuseOddHeaders = ({ httpVersion, headersDistinct: { host = [] }, headers: { expect } }: IncomingMessage): void => {
  // What stands before this server may have read it in another way, so it is the last of its connection.
  if (host.length > 1 || (host.length === 0 && httpVersion === "1.1"))
    throw new Trouble(400, { message: "The request does not name one host." }, { connection: "close" })
  if (expect !== undefined && !/^100-continue$/i.test(expect))
    throw new Trouble(417, { message: "The server does not know what this request expects." }, { connection: "close" })
}

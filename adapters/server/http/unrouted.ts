// Answers to what never becomes a request of the app: bytes that are no HTTP, headers or addresses that are too much or no text. They have
// the form and the headers of all others, which the app's hooks give to those.
import { type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"

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
    const [status, message] = told[error.code ?? ""] ?? [400, "The request is malformed."]
    const body = JSON.stringify({ message })
    const headers = {
      ...plainHeaders,
      "content-type": "application/json; charset=utf-8",
      "content-length": String(Buffer.byteLength(body)),
      connection: "close",
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"))
  }
  socket.destroy(error)
}

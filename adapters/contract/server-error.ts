// What tells the server's own refusals from those of something between, which says 404 or 410 in words of its own while the server is away:
// gateways do so in JSON with a message, too. Who took those for the server's would forget a conversation that goes on.
import { isRecord } from "../../domain/json/json-parser.ts"

/** The header that every refusal of the server carries. */
export const errorOriginHeader = { name: "x-refused-by", value: "conversation-admin" } as const

/** Every refusal of the server is JSON with a message (contract "HTTP API"). */
export type ServerErrorBody = { readonly message: string; readonly values?: unknown }

export const isServerError = ({ headers }: Pick<Response, "headers">, json: unknown): json is ServerErrorBody =>
  headers.get(errorOriginHeader.name) === errorOriginHeader.value && isRecord(json) && typeof json["message"] === "string"

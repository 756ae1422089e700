// Distinguishes error responses of this server from those of a proxy in front of it. While the server is down, gateways
// also answer 404 or 410 with a JSON message, and a page that mistook them for the server's would discard a running
// conversation.
import { isRecord } from "../../domain/json/json-value.ts"

/** The header that every error response of the server has. */
export const errorOriginHeader = { name: "x-refused-by", value: "conversation-admin" } as const

/** The JSON body of every error response of the server. */
export type ServerErrorBody = { readonly message: string; readonly values?: unknown }

/** Returns whether an error response with this parsed body comes from the server itself. */
export const isServerError = ({ headers }: Pick<Response, "headers">, json: unknown): json is ServerErrorBody =>
  headers.get(errorOriginHeader.name) === errorOriginHeader.value && isRecord(json) && typeof json["message"] === "string"

/** [E15] The message of a 423 for a chat in preparation, to a caller without a conversation. */
export const notOpenYetMessage = "This chat is not open yet."

// What tells the server's own refusals from those of something between, which says 404 or 410 in words of its own while the server is away.
import { isRecord } from "../../domain/json.ts"

/** Every refusal of the server is JSON with a message (contract "HTTP API"). */
export type OwnRefusal = { readonly message: string; readonly values?: unknown }

export const isOwnRefusal = (json: unknown): json is OwnRefusal => isRecord(json) && typeof json["message"] === "string"

// Tokens of OAuth connections: read from an owner's server, and renewed when they run out (RFC 6749 §5.1, §6).
import * as Schema from "effect/Schema"
import type { ConnectionPayload } from "../../../domain/connections/connection.ts"
import type { House } from "../house.ts"
import { OutboundError } from "../outbound/outbound.ts"
import { type ConnectionRow, openedTokens, sealedTokens, type Tokens } from "./connections.ts"

const TokenAnswer = Schema.fromJsonString(
  Schema.Struct({
    access_token: Schema.String,
    refresh_token: Schema.optionalKey(Schema.NullOr(Schema.String)),
    expires_in: Schema.optionalKey(Schema.NullOr(Schema.Union([Schema.Finite, Schema.NumberFromString]))),
  }),
)

/** What the owner's server gives for a grant, or null where it gives nothing. */
export const granted = async (
  house: House,
  { fields }: ConnectionPayload,
  grant: Readonly<Record<string, string>>,
): Promise<Tokens | null> => {
  const form = { ...grant, client_id: fields?.["clientId"] ?? "", client_secret: fields?.["clientSecret"] ?? "" }
  try {
    const answer = await house.outbound({
      method: "POST",
      url: fields?.["tokenEndpoint"] ?? "",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: new URLSearchParams(form).toString(),
    })
    const read = Schema.decodeUnknownResult(TokenAnswer)(answer.body)
    if (answer.status !== 200 || read._tag === "Failure") return null
    const { access_token: access, refresh_token: refresh = null, expires_in: seconds = null } = read.success
    const until = seconds === null ? null : new Date(house.now().getTime() + seconds * 1000).toISOString()
    return { access, refresh, until }
  } catch (error) {
    if (error instanceof OutboundError) return null
    throw error
  }
}

/** Milliseconds before its end from which a token is renewed: it has to last for the call. */
const margin = 30_000

/** The access token of a connection, renewed where it ran out or `isRefused`; null where there is none to be had. */
export const accessOf = async (
  house: House,
  row: ConnectionRow,
  connection: ConnectionPayload,
  { isRefused = false }: { readonly isRefused?: boolean } = {},
): Promise<string | null> => {
  const { database, secret, now } = house
  const tokens = openedTokens(secret, row)
  if (tokens === null) return null
  const isOver = tokens.until !== null && Date.parse(tokens.until) - margin <= now().getTime()
  if (!isOver && !isRefused) return tokens.access
  if (tokens.refresh === null) return null
  const renewed = await granted(house, connection, { grant_type: "refresh_token", refresh_token: tokens.refresh })
  if (renewed === null) return null
  // A server that gives no new one lets the old one be used again (RFC 6749 §6).
  const next = { ...renewed, refresh: renewed.refresh ?? tokens.refresh }
  await database.db
    .updateTable("connections")
    .set({ tokens: sealedTokens(secret, row.id, next) })
    .where("id", "=", row.id)
    .where("sealed", "=", row.sealed)
    .execute()
  return next.access
}

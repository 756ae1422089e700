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
    return { access, refresh, until: seconds === null ? null : instantAfter(house.now(), seconds) }
  } catch (error) {
    if (error instanceof OutboundError) return null
    throw error
  }
}

/** Null for what is no time, or is beyond all dates. */
const instantAfter = (now: Date, seconds: number): string | null => {
  const at = new Date(now.getTime() + seconds * 1000)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** Milliseconds before its end from which a token is renewed: it has to last for the call. */
const margin = 30_000

/** Renewals under way in this process, by connection: owners' servers may take a refresh token once, and all back that is used twice (RFC 9700 §4.14). */
const underWay = new Map<string, Promise<string | null>>()

/** The access token of a connection, renewed where it ran out or `isRefused`; null where there is none to be had. */
export const accessOf = async (
  house: House,
  row: ConnectionRow,
  connection: ConnectionPayload,
  { isRefused = false }: { readonly isRefused?: boolean } = {},
): Promise<string | null> => {
  const tokens = openedTokens(house.secret, row)
  if (tokens === null) return null
  const isOver = tokens.until !== null && Date.parse(tokens.until) - margin <= house.now().getTime()
  if (!isOver && !isRefused) return tokens.access
  const renewing = underWay.get(row.id) ?? renewed(house, row, connection, tokens).finally(() => underWay.delete(row.id))
  underWay.set(row.id, renewing)
  return renewing
}

const renewed = async (house: House, row: ConnectionRow, connection: ConnectionPayload, { refresh }: Tokens): Promise<string | null> => {
  const { database, secret } = house
  const before = await renewedMeanwhile(house, row)
  if (before !== null) return before
  if (refresh === null) return null
  const given = await granted(house, connection, { grant_type: "refresh_token", refresh_token: refresh })
  // Another process may have come first.
  if (given === null) return renewedMeanwhile(house, row)
  // A server that gives no new one lets the old one be used again (RFC 6749 §6).
  const next = { ...given, refresh: given.refresh ?? refresh }
  await database.db
    .updateTable("connections")
    .set({ tokens: sealedTokens(secret, row.id, next) })
    .where("id", "=", row.id)
    .where("sealed", "=", row.sealed)
    .where("tokens", "=", row.tokens)
    .execute()
  return next.access
}

/** What somebody else renewed since the row was read; null for a connection that was edited. */
const renewedMeanwhile = async ({ database: { db }, secret }: House, row: ConnectionRow): Promise<string | null> => {
  const now = await db
    .selectFrom("connections")
    .select(["id", "tokens"])
    .where("id", "=", row.id)
    .where("sealed", "=", row.sealed)
    .executeTakeFirst()
  return now === undefined || now.tokens === row.tokens ? null : (openedTokens(secret, now)?.access ?? null)
}

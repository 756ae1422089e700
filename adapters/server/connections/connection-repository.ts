// Connections between their rows and the domain's shape. What is kept of them is sealed, for that connection alone.
import * as Schema from "effect/Schema"
import type { Selectable } from "kysely"
import { ConnectionPayload, isAuthorized, type ListedConnection, maskedConnection } from "../../../domain/connections/connection.ts"
import { readUnanswered, type Unanswered } from "../../../domain/connections/outbound-failure.ts"
import type { Tables } from "../database/tables.ts"
import { type Secret, sealedFor } from "../security/server-secret.ts"

export type ConnectionRow = Selectable<Tables["connections"]>

/** [O11] How an owner's server is told which client asks (RFC 6749 §2.3.1). */
const ClientWay = Schema.Literals(["header", "body"])
export type ClientWay = typeof ClientWay.Type

/** What a connection's owner gave access with (RFC 6749 §5.1). */
const Tokens = Schema.Struct({
  access: Schema.String,
  refresh: Schema.NullOr(Schema.String),
  /** When the access token runs out, as an ISO 8601 instant; null where nobody said. */
  until: Schema.NullOr(Schema.String),
  /** By which way the server knew the client. */
  way: Schema.optionalKey(ClientWay),
})
export type Tokens = typeof Tokens.Type

const payloadIn = Schema.decodeUnknownSync(Schema.fromJsonString(ConnectionPayload))

export const sealedConnection = (secret: Secret, id: string, payload: ConnectionPayload): string =>
  secret.seal(JSON.stringify(payload), sealedFor.connection(id))
export const openedConnection = (secret: Secret, { id, sealed }: ConnectionRow): ConnectionPayload =>
  payloadIn(secret.open(sealed, sealedFor.connection(id)))

const tokensIn = Schema.decodeUnknownSync(Schema.fromJsonString(Tokens))

/** What its owner gave access with; null where nobody has. */
export const openedTokens = (secret: Secret, { id, tokens }: Pick<ConnectionRow, "id" | "tokens">): Tokens | null =>
  tokens === null ? null : tokensIn(secret.open(tokens, sealedFor.tokens(id)))

export const sealedTokens = (secret: Secret, id: string, tokens: Tokens): string =>
  secret.seal(JSON.stringify(tokens), sealedFor.tokens(id))

/** Why its owner's server gave no access when it was asked last; null where it gave some, or was not asked. */
export const refusalOf = ({ refusal }: Pick<ConnectionRow, "refusal">): Unanswered | null =>
  refusal === null ? null : readUnanswered(refusal)

/** A connection as lists show it: nothing secret in it. */
export const listedConnection = (secret: Secret, row: ConnectionRow): ListedConnection => {
  const payload = openedConnection(secret, row)
  const { name, platform, ...data } = maskedConnection(payload)
  return { id: row.id, name, platform, data, isAuthorized: isAuthorized(payload, row.tokens !== null), refusal: refusalOf(row) }
}

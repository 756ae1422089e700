// Connections between their rows and the domain's shape. What is kept of them is sealed, for that connection alone.
import * as Schema from "effect/Schema"
import type { Selectable } from "kysely"
import { ConnectionPayload, isAuthorized, type ListedConnection, maskConnection } from "../../../domain/connections/connection.ts"
import { decodeOutboundFailure, type OutboundFailure } from "../../../domain/connections/outbound-failure.ts"
import type { Tables } from "../database/tables.ts"
import { encryptionContext, type ServerSecret } from "../security/server-secret.ts"

export type ConnectionRow = Selectable<Tables["connections"]>

/** [O11] How an owner's server is told which client asks (RFC 6749 §2.3.1). */
const ClientWay = Schema.Literals(["header", "body"])
export type ClientAuthMethod = typeof ClientWay.Type

/** What a connection's owner gave access with (RFC 6749 §5.1). */
const Tokens = Schema.Struct({
  access: Schema.String,
  refresh: Schema.NullOr(Schema.String),
  /** When the access token runs out, as an ISO 8601 instant; null where nobody said. */
  until: Schema.NullOr(Schema.String),
  /** By which way the server knew the client. */
  way: Schema.optionalKey(ClientWay),
})
export type OAuthTokens = typeof Tokens.Type

const payloadIn = Schema.decodeUnknownSync(Schema.fromJsonString(ConnectionPayload))

export const encryptConnection = (secret: ServerSecret, id: string, payload: ConnectionPayload): string =>
  secret.encrypt(JSON.stringify(payload), encryptionContext.connection(id))
export const decryptConnection = (secret: ServerSecret, { id, sealed }: ConnectionRow): ConnectionPayload =>
  payloadIn(secret.decrypt(sealed, encryptionContext.connection(id)))

const tokensIn = Schema.decodeUnknownSync(Schema.fromJsonString(Tokens))

/** What its owner gave access with; null where nobody has. */
export const decryptTokens = (secret: ServerSecret, { id, tokens }: Pick<ConnectionRow, "id" | "tokens">): OAuthTokens | null =>
  tokens === null ? null : tokensIn(secret.decrypt(tokens, encryptionContext.tokens(id)))

export const encryptTokens = (secret: ServerSecret, id: string, tokens: OAuthTokens): string =>
  secret.encrypt(JSON.stringify(tokens), encryptionContext.tokens(id))

/** Why its owner's server gave no access when it was asked last; null where it gave some, or was not asked. */
export const parseRefusal = ({ refusal }: Pick<ConnectionRow, "refusal">): OutboundFailure | null =>
  refusal === null ? null : decodeOutboundFailure(refusal)

/** A connection as lists show it: nothing secret in it. */
export const toListedConnection = (secret: ServerSecret, row: ConnectionRow): ListedConnection => {
  const payload = decryptConnection(secret, row)
  const { name, platform, ...data } = maskConnection(payload)
  return { id: row.id, name, platform, data, isAuthorized: isAuthorized(payload, row.tokens !== null), refusal: parseRefusal(row) }
}

// Converts connections between rows and domain values. Settings and tokens are encrypted, bound to the connection's id. Also reads and copies
// the stored data points of scripts.
import * as Schema from "effect/Schema"
import type { Selectable, Transaction } from "kysely"
import { ConnectionPayload, isAuthorized, type ListedConnection, maskConnection } from "../../../domain/connections/connection.ts"
import { separateStoredQuery } from "../../../domain/connections/connection-query.ts"
import { type DataPoint, DataPoints } from "../../../domain/connections/data-point.ts"
import { decodeOutboundFailure, type OutboundFailure } from "../../../domain/connections/outbound-failure.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import { encryptionContext, type ServerSecret } from "../security/server-secret.ts"

export type ConnectionRow = Selectable<Tables["connections"]>

/** [O11] How the client authenticates at the token endpoint (RFC 6749 §2.3.1). */
const ClientAuthMethodSchema = Schema.Literals(["header", "body"])
export type ClientAuthMethod = typeof ClientAuthMethodSchema.Type

/** The stored tokens of an OAuth connection (RFC 6749 §5.1). */
const StoredTokens = Schema.Struct({
  access: Schema.String,
  refresh: Schema.NullOr(Schema.String),
  /** Expiry of the access token (ISO 8601), or null if the server did not state it. */
  until: Schema.NullOr(Schema.String),
  /** The authentication method that the server accepted. */
  way: Schema.optionalKey(ClientAuthMethodSchema),
})
export type OAuthTokens = typeof StoredTokens.Type

const decodePayload = Schema.decodeUnknownSync(Schema.fromJsonString(ConnectionPayload))

export const encryptConnection = (secret: ServerSecret, id: string, payload: ConnectionPayload): string =>
  secret.encrypt(JSON.stringify(payload), encryptionContext.connection(id))
export const decryptConnection = (secret: ServerSecret, { id, sealed }: ConnectionRow): ConnectionPayload =>
  separateStoredQuery(decodePayload(secret.decrypt(sealed, encryptionContext.connection(id))))

const decodeTokens = Schema.decodeUnknownSync(Schema.fromJsonString(StoredTokens))

/** Returns the tokens of a connection, or null if its owner has not granted access. */
export const decryptTokens = (secret: ServerSecret, { id, tokens }: Pick<ConnectionRow, "id" | "tokens">): OAuthTokens | null =>
  tokens === null ? null : decodeTokens(secret.decrypt(tokens, encryptionContext.tokens(id)))

export const encryptTokens = (secret: ServerSecret, id: string, tokens: OAuthTokens): string =>
  secret.encrypt(JSON.stringify(tokens), encryptionContext.tokens(id))

/** Returns why the last authorization or renewal failed; null if it succeeded or there was none. */
export const decodeRefusal = ({ refusal }: Pick<ConnectionRow, "refusal">): OutboundFailure | null =>
  refusal === null ? null : decodeOutboundFailure(refusal)

/** Returns a connection for lists, with masked secrets. */
export const toListedConnection = (secret: ServerSecret, row: ConnectionRow): ListedConnection => {
  const payload = decryptConnection(secret, row)
  const { name, platform, ...data } = maskConnection(payload)
  return { id: row.id, name, platform, data, isAuthorized: isAuthorized(payload, row.tokens !== null), refusal: decodeRefusal(row) }
}

const decodeDataPoints = Schema.decodeUnknownSync(Schema.fromJsonString(DataPoints))

/** Returns a script's data points in the saved order. */
export const listDataPoints = async (db: Db, script: string): Promise<ReadonlyArray<DataPoint>> => {
  const row = await db.selectFrom("data_points").select("fields").where("script_id", "=", script).executeTakeFirst()
  return row === undefined ? [] : decodeDataPoints(row.fields)
}

/** [S12] Copies the data points of a script to its copy. */
export const copyDataPoints = async (trx: Transaction<Tables>, from: string, to: string, at: Date): Promise<void> => {
  const row = await trx.selectFrom("data_points").select("fields").where("script_id", "=", from).executeTakeFirst()
  if (row === undefined) return
  await trx.insertInto("data_points").values({ script_id: to, fields: row.fields, saved_at: at }).execute()
}

/** Selects a connection of a community by its id. */
export const selectConnection = (db: Db, { community, id }: { readonly community: string; readonly id: string }) =>
  db.selectFrom("connections").selectAll().where("community_id", "=", community).where("id", "=", id)

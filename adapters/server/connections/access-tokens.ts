// Access tokens of OAuth connections, renewed when they expire (RFC 6749 §6).
import { setTimeout as pause } from "node:timers/promises"
import type { ConnectionPayload } from "../../../domain/connections/connection.ts"
import { encodeOutboundFailure, type OutboundFailure } from "../../../domain/connections/outbound-failure.ts"
import type { Db } from "../database/database.ts"
import { encryptionContext } from "../security/server-secret.ts"
import type { ServerContext } from "../server-context.ts"
import { type ConnectionRow, decodeRefusal, decryptTokens, encryptTokens, type OAuthTokens } from "./connection-repository.ts"
import { requestTokens } from "./oauth-client.ts"

/** A token is renewed this long before it expires, so that it lasts for the request. */
const renewBeforeExpiryMs = 30_000

type TokenContext = Pick<ServerContext, "database" | "secret" | "outbound" | "now">

/** Renewals in progress in this process, by connection id: concurrent callers share one. */
const pendingRenewals = new WeakMap<TokenContext["database"], Map<string, Promise<AccessResult>>>()

/** An access token, or null with the reason why the authorization server issued none (null if it was not asked). */
export type AccessResult = { readonly access: string; readonly why: null } | { readonly access: null; readonly why: OutboundFailure | null }

const noAccess: AccessResult = { access: null, why: null }
const toAccessResult = (access: string | null): AccessResult => (access === null ? noAccess : { access, why: null })

/** Returns the access token of a connection, renewed if it has expired or `isRefused` (the service rejected it). */
export const getAccessToken = async (
  context: TokenContext,
  row: ConnectionRow,
  connection: ConnectionPayload,
  { isRefused = false }: { readonly isRefused?: boolean } = {},
): Promise<AccessResult> => {
  const tokens = decryptTokens(context.secret, row)
  if (tokens === null) return { access: null, why: decodeRefusal(row) }
  const isExpired = tokens.until !== null && Date.parse(tokens.until) - renewBeforeExpiryMs <= context.now().getTime()
  if (!isExpired && !isRefused) return toAccessResult(tokens.access)
  const pending = pendingRenewals.get(context.database) ?? new Map<string, Promise<AccessResult>>()
  pendingRenewals.set(context.database, pending)
  const renewal = pending.get(row.id) ?? renewTokens(context, row, connection, tokens).finally(() => pending.delete(row.id))
  pending.set(row.id, renewal)
  return renewal
}

/**
 * Time after which a process that was renewing counts as dead; longer than the timeout of the request to the
 * authorization server.
 */
const renewalLeaseMs = 30_000
/** Interval of checking whether another process has finished the renewal. */
const pollIntervalMs = 250

const renewTokens = async (
  context: TokenContext,
  row: ConnectionRow,
  connection: ConnectionPayload,
  tokens: OAuthTokens,
): Promise<AccessResult> => {
  const { refresh, way: authMethod } = tokens
  for (;;) {
    const stored = await compareWithStored(context, context.database.db, row, tokens)
    if (stored.hasChanged) return toAccessResult(stored.access)
    if (refresh === null) return noAccess
    // A server may accept a refresh token once and revoke everything if it is used twice (RFC 9700 §4.14), so one
    // process asks.
    if (await claimRenewal(context, row.id)) break
    await pause(pollIntervalMs)
  }
  const grant = await requestTokens(context, connection, { form: { grant_type: "refresh_token", refresh_token: refresh }, authMethod })
  return context.database.transact(async (change) => {
    const stored = await compareWithStored(context, change, row, tokens)
    const update = change.updateTable("connections").where("id", "=", row.id)
    if (stored.hasChanged) {
      await update.set({ renewing_until: null }).execute()
      return toAccessResult(stored.access)
    }
    if (grant.tokens === null) {
      const refusal = encodeOutboundFailure(grant.why)
      // A revoked grant must be given again by the owner; without tokens the list of connections asks for that.
      await update.set({ ...(grant.isRevoked && { tokens: null }), refusal, renewing_until: null }).execute()
      return { access: null, why: grant.why }
    }
    // If the server returns no new refresh token, the old one stays valid (RFC 6749 §6).
    const next = { ...grant.tokens, refresh: grant.tokens.refresh ?? refresh }
    await update.set({ tokens: encryptTokens(context.secret, row.id, next), refusal: null, renewing_until: null }).execute()
    return toAccessResult(next.access)
  })
}

/** Returns whether this process may renew the tokens: takes the lease if no other process holds it. */
const claimRenewal = async ({ database, now }: TokenContext, id: string): Promise<boolean> => {
  const at = now()
  const { numUpdatedRows } = await database.db
    .updateTable("connections")
    .set({ renewing_until: new Date(at.getTime() + renewalLeaseMs) })
    .where("id", "=", id)
    .where((eb) =>
      // A lease further in the future was taken before the clock was set back.
      eb.or([
        eb("renewing_until", "is", null),
        eb("renewing_until", "<", at),
        eb("renewing_until", ">", new Date(at.getTime() + 2 * renewalLeaseMs)),
      ]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Returns whether another process has renewed (`access` is the new token), edited or deleted the connection since its row was
 * read. Compares decrypted contents, because the ciphertext changes when keys rotate.
 */
const compareWithStored = async (
  { secret }: TokenContext,
  db: Db,
  row: ConnectionRow,
  tokens: OAuthTokens,
): Promise<{ readonly hasChanged: boolean; readonly access: string | null }> => {
  const query = db.selectFrom("connections").selectAll().where("id", "=", row.id)
  const current = await (db.isTransaction ? query.forUpdate() : query).executeTakeFirst()
  const decryptContent = ({ id, sealed }: ConnectionRow) => secret.decrypt(sealed, encryptionContext.connection(id))
  if (current === undefined || decryptContent(current) !== decryptContent(row)) return { hasChanged: true, access: null }
  const access = decryptTokens(secret, current)?.access ?? null
  return access === tokens.access ? { hasChanged: false, access: null } : { hasChanged: true, access }
}

// Tokens of OAuth connections, renewed when they run out (RFC 6749 §6).
import { setTimeout as pause } from "node:timers/promises"
import type { ConnectionPayload } from "../../../domain/connections/connection.ts"
import { encodeOutboundFailure, type OutboundFailure } from "../../../domain/connections/outbound-failure.ts"
import type { Db } from "../database/database.ts"
import { encryptionContext } from "../security/server-secret.ts"
import type { ServerContext } from "../server-context.ts"
import { type ConnectionRow, decryptTokens, encryptTokens, type OAuthTokens, parseRefusal } from "./connection-repository.ts"
import { requestTokens } from "./oauth-client.ts"

/** Milliseconds before its end from which a token is renewed: it has to last for the call. */
const renewBeforeExpiryMs = 30_000

/** What renewing takes. */
type TokenContext = Pick<ServerContext, "database" | "secret" | "outbound" | "now">

/** Renewals under way in this process, by connection: whoever needs the same one waits for it. */
const pendingRenewals = new WeakMap<TokenContext["database"], Map<string, Promise<AccessResult>>>()

/** An access token; where there is none to be had, why its owner's server gave none, as far as it was asked. */
export type AccessResult = { readonly access: string; readonly why: null } | { readonly access: null; readonly why: OutboundFailure | null }

const none: AccessResult = { access: null, why: null }
const by = (access: string | null): AccessResult => (access === null ? none : { access, why: null })

/** The access token of a connection, renewed where it ran out or `isRefused`. */
export const getAccessToken = async (
  context: TokenContext,
  row: ConnectionRow,
  connection: ConnectionPayload,
  { isRefused = false }: { readonly isRefused?: boolean } = {},
): Promise<AccessResult> => {
  const tokens = decryptTokens(context.secret, row)
  if (tokens === null) return { access: null, why: parseRefusal(row) }
  const isOver = tokens.until !== null && Date.parse(tokens.until) - renewBeforeExpiryMs <= context.now().getTime()
  if (!isOver && !isRefused) return by(tokens.access)
  const all = pendingRenewals.get(context.database) ?? new Map<string, Promise<AccessResult>>()
  pendingRenewals.set(context.database, all)
  const renewing = all.get(row.id) ?? renewTokens(context, row, connection, tokens).finally(() => all.delete(row.id))
  all.set(row.id, renewing)
  return renewing
}

/** Milliseconds after which a process that was renewing is taken for dead: longer than an owner's server has for its answer. */
const renewalLeaseMs = 30_000
/** Milliseconds between looks at what another process makes of it. */
const pollIntervalMs = 250

const renewTokens = async (
  context: TokenContext,
  row: ConnectionRow,
  connection: ConnectionPayload,
  tokens: OAuthTokens,
): Promise<AccessResult> => {
  const { refresh, way } = tokens
  for (;;) {
    const found = await compareWithStored(context, context.database.db, row, tokens)
    if (found.isOther) return by(found.access)
    if (refresh === null) return none
    // An owner's server may take a refresh token once, and all back that is used twice (RFC 9700 §4.14): one process asks.
    if (await claimRenewal(context, row.id)) break
    await pause(pollIntervalMs)
  }
  const given = await requestTokens(context, connection, { form: { grant_type: "refresh_token", refresh_token: refresh }, way })
  return context.database.transact(async (change) => {
    const found = await compareWithStored(context, change, row, tokens)
    const its = change.updateTable("connections").where("id", "=", row.id)
    if (found.isOther) {
      await its.set({ renewing_until: null }).execute()
      return by(found.access)
    }
    if (given.tokens === null) {
      const refusal = encodeOutboundFailure(given.why)
      // Where it was taken back its owner has to be asked again, which the list of connections says.
      await its.set({ ...(given.isRevoked && { tokens: null }), refusal, renewing_until: null }).execute()
      return { access: null, why: given.why }
    }
    // A server that gives no new one lets the old one be used again (RFC 6749 §6).
    const next = { ...given.tokens, refresh: given.tokens.refresh ?? refresh }
    await its.set({ tokens: encryptTokens(context.secret, row.id, next), refusal: null, renewing_until: null }).execute()
    return by(next.access)
  })
}

/** Whether it is this process that has it renewed from now on. */
const claimRenewal = async ({ database, now }: TokenContext, id: string): Promise<boolean> => {
  const at = now()
  const { numUpdatedRows } = await database.db
    .updateTable("connections")
    .set({ renewing_until: new Date(at.getTime() + renewalLeaseMs) })
    .where("id", "=", id)
    .where((its) =>
      // One that is further off is of a clock that was put back since.
      its.or([
        its("renewing_until", "is", null),
        its("renewing_until", "<", at),
        its("renewing_until", ">", new Date(at.getTime() + 2 * renewalLeaseMs)),
      ]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Whether somebody else has seen to the connection since its row was read: renewed it (`access` is there), edited it, or taken it away. By
 * what is sealed, not by its seal: keys are changed meanwhile.
 */
const compareWithStored = async (
  { secret }: TokenContext,
  db: Db,
  row: ConnectionRow,
  tokens: OAuthTokens,
): Promise<{ readonly isOther: boolean; readonly access: string | null }> => {
  const wanted = db.selectFrom("connections").selectAll().where("id", "=", row.id)
  const now = await (db.isTransaction ? wanted.forUpdate() : wanted).executeTakeFirst()
  const contentOf = ({ id, sealed }: ConnectionRow) => secret.decrypt(sealed, encryptionContext.connection(id))
  if (now === undefined || contentOf(now) !== contentOf(row)) return { isOther: true, access: null }
  const access = decryptTokens(secret, now)?.access ?? null
  return access === tokens.access ? { isOther: false, access: null } : { isOther: true, access }
}

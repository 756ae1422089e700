// Tokens of OAuth connections, renewed when they run out (RFC 6749 §6).
import { setTimeout as pause } from "node:timers/promises"
import type { ConnectionPayload } from "../../../domain/connections/connection.ts"
import { type Unanswered, writtenUnanswered } from "../../../domain/connections/outbound-failure.ts"
import type { Db } from "../database/database.ts"
import { sealedFor } from "../security/server-secret.ts"
import type { House } from "../server-context.ts"
import { type ConnectionRow, openedTokens, refusalOf, sealedTokens, type Tokens } from "./connection-repository.ts"
import { granted } from "./oauth-client.ts"

/** Milliseconds before its end from which a token is renewed: it has to last for the call. */
const margin = 30_000

/** What renewing takes. */
type Desk = Pick<House, "database" | "secret" | "outbound" | "now">

/** Renewals under way in this process, by connection: whoever needs the same one waits for it. */
const underWay = new WeakMap<Desk["database"], Map<string, Promise<Access>>>()

/** An access token; where there is none to be had, why its owner's server gave none, as far as it was asked. */
export type Access = { readonly access: string; readonly why: null } | { readonly access: null; readonly why: Unanswered | null }

const none: Access = { access: null, why: null }
const by = (access: string | null): Access => (access === null ? none : { access, why: null })

/** The access token of a connection, renewed where it ran out or `isRefused`. */
export const accessOf = async (
  house: Desk,
  row: ConnectionRow,
  connection: ConnectionPayload,
  { isRefused = false }: { readonly isRefused?: boolean } = {},
): Promise<Access> => {
  const tokens = openedTokens(house.secret, row)
  if (tokens === null) return { access: null, why: refusalOf(row) }
  const isOver = tokens.until !== null && Date.parse(tokens.until) - margin <= house.now().getTime()
  if (!isOver && !isRefused) return by(tokens.access)
  const all = underWay.get(house.database) ?? new Map<string, Promise<Access>>()
  underWay.set(house.database, all)
  const renewing = all.get(row.id) ?? renewed(house, row, connection, tokens).finally(() => all.delete(row.id))
  all.set(row.id, renewing)
  return renewing
}

/** Milliseconds after which a process that was renewing is taken for dead: longer than an owner's server has for its answer. */
const lease = 30_000
/** Milliseconds between looks at what another process makes of it. */
const look = 250

const renewed = async (house: Desk, row: ConnectionRow, connection: ConnectionPayload, tokens: Tokens): Promise<Access> => {
  const { refresh, way } = tokens
  for (;;) {
    const found = await standing(house, house.database.db, row, tokens)
    if (found.isOther) return by(found.access)
    if (refresh === null) return none
    // An owner's server may take a refresh token once, and all back that is used twice (RFC 9700 §4.14): one process asks.
    if (await claimed(house, row.id)) break
    await pause(look)
  }
  const given = await granted(house, connection, { form: { grant_type: "refresh_token", refresh_token: refresh }, way })
  return house.database.transact(async (change) => {
    const found = await standing(house, change, row, tokens)
    const its = change.updateTable("connections").where("id", "=", row.id)
    if (found.isOther) {
      await its.set({ renewing_until: null }).execute()
      return by(found.access)
    }
    if (given.tokens === null) {
      const refusal = writtenUnanswered(given.why)
      // Where it was taken back its owner has to be asked again, which the list of connections says.
      await its.set({ ...(given.isRevoked && { tokens: null }), refusal, renewing_until: null }).execute()
      return { access: null, why: given.why }
    }
    // A server that gives no new one lets the old one be used again (RFC 6749 §6).
    const next = { ...given.tokens, refresh: given.tokens.refresh ?? refresh }
    await its.set({ tokens: sealedTokens(house.secret, row.id, next), refusal: null, renewing_until: null }).execute()
    return by(next.access)
  })
}

/** Whether it is this process that has it renewed from now on. */
const claimed = async ({ database, now }: Desk, id: string): Promise<boolean> => {
  const at = now()
  const { numUpdatedRows } = await database.db
    .updateTable("connections")
    .set({ renewing_until: new Date(at.getTime() + lease) })
    .where("id", "=", id)
    .where((its) =>
      // One that is further off is of a clock that was put back since.
      its.or([
        its("renewing_until", "is", null),
        its("renewing_until", "<", at),
        its("renewing_until", ">", new Date(at.getTime() + 2 * lease)),
      ]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Whether somebody else has seen to the connection since its row was read: renewed it (`access` is there), edited it, or taken it away. By
 * what is sealed, not by its seal: keys are changed meanwhile.
 */
const standing = async (
  { secret }: Desk,
  db: Db,
  row: ConnectionRow,
  tokens: Tokens,
): Promise<{ readonly isOther: boolean; readonly access: string | null }> => {
  const wanted = db.selectFrom("connections").selectAll().where("id", "=", row.id)
  const now = await (db.isTransaction ? wanted.forUpdate() : wanted).executeTakeFirst()
  const contentOf = ({ id, sealed }: ConnectionRow) => secret.open(sealed, sealedFor.connection(id))
  if (now === undefined || contentOf(now) !== contentOf(row)) return { isOther: true, access: null }
  const access = openedTokens(secret, now)?.access ?? null
  return access === tokens.access ? { isOther: false, access: null } : { isOther: true, access }
}

// Limits failed attempts per account, address and known device [U3], and searches for a person [P6]. Counted in the database, so that
// all processes share the counts, under keyed hashes, so that neither names nor addresses are stored.
import type { Transaction } from "kysely"
import { failedAttemptLimits } from "../../../domain/accounts/account-limits.ts"
import { personSearchRateLimit } from "../../../domain/privacy/person-search.ts"
import { foldCase } from "../../../domain/text/text-input.ts"
import type { Database } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import { toNetworkPrefix } from "./respondent-rate-limit.ts"
import type { ServerSecret } from "./server-secret.ts"

type LimitKind = "account" | "address" | "device"
/**
 * `action` separates the counters: names typed at sign-in do not count against the codes, mails or addresses of another
 * account. `device` is the id of a device that is known to the account, whose limit replaces those of the account and the address; null for
 * any other.
 */
export type CountedAttempt = {
  readonly action: "sign-in" | "code" | "reset" | "email"
  readonly account: string
  readonly address: string
  readonly device: string | null
}
/** A counter's key and its limit: `most` attempts within `within` milliseconds. */
type AttemptLimit = { readonly key: string; readonly most: number; readonly within: number }

export const createAccountAttemptLimits = ({ db, transact }: Database, { sign }: ServerSecret) => {
  const listKinds = ({ device }: CountedAttempt): ReadonlyArray<LimitKind> => (device === null ? ["account", "address"] : ["device"])
  const buildKey = (kind: LimitKind, { action, account, address, device }: CountedAttempt) => {
    if (kind === "device") return sign("failures", `device:${action}:${device}`)
    if (kind === "account") return sign("failures", `account:${action}:${foldCase(account)}`)
    // Resets and changes of an email address have counters of their own, so that they lock nobody at a shared address out of signing in.
    return sign("failures", `address:${action === "reset" || action === "email" ? `${action}:` : ""}${toNetworkPrefix(address)}`)
  }

  return {
    /**
     * Counts an attempt before it is made, so that concurrent attempts cannot all pass. If the limit is reached, counts
     * nothing and returns the seconds to wait.
     */
    count: (attempt: CountedAttempt, now: number): Promise<number | null> =>
      transact((trx) =>
        countUnderKeys(
          trx,
          listKinds(attempt).map((kind) => ({
            key: buildKey(kind, attempt),
            most: failedAttemptLimits[kind],
            within: failedAttemptLimits.within,
          })),
          now,
        ),
      ),

    /** Whether the attempt counted at this time was the last one that the account, or the known device, is allowed. */
    wasLastAllowed: async (attempt: CountedAttempt, countedAt: number): Promise<boolean> => {
      const kind = attempt.device === null ? "account" : "device"
      const row = await db.selectFrom("failures").select("instants").where("key", "=", buildKey(kind, attempt)).executeTakeFirst()
      const instants = row === undefined ? [] : parseInstants(row.instants)
      return instants[failedAttemptLimits[kind] - 1] === countedAt
    },

    /** [P6] Counts a user's search for a person, whatever it finds. Returns the seconds to wait if the limit is reached. */
    countPersonSearch: (user: string, now: number): Promise<number | null> =>
      transact((trx) => countUnderKeys(trx, [{ key: sign("failures", `search:${user}`), ...personSearchRateLimit }], now)),

    /**
     * Undoes the count of a successful attempt: resets the account's counter and removes one failure from the address's. The success of a known
     * device resets only its own counter, because the failures of others remain guesses.
     */
    clearAfterSuccess: (attempt: CountedAttempt, countedAt: number): Promise<void> =>
      transact(async (trx) => {
        const kind = attempt.device === null ? "account" : "device"
        await trx.deleteFrom("failures").where("key", "=", buildKey(kind, attempt)).execute()
        if (kind === "account") await removeInstant(trx, buildKey("address", attempt), countedAt)
      }),

    /** Undoes the count for the address only, because the caller can make this kind of attempt succeed at will. */
    clearAddressAfterSuccess: (attempt: CountedAttempt, countedAt: number): Promise<void> =>
      transact((trx) => removeInstant(trx, buildKey("address", attempt), countedAt)),

    /** Resets the account's sign-in counter after its owner has been verified in another way. */
    clearAccount: async (account: string): Promise<void> => {
      await db
        .deleteFrom("failures")
        .where("key", "=", buildKey("account", { action: "sign-in", account, address: "", device: null }))
        .execute()
    },

    /** Deletes expired counters. */
    deleteExpired: async (now: number): Promise<void> => {
      await db
        .deleteFrom("failures")
        .where("last_at", "<", new Date(now - Math.max(failedAttemptLimits.within, personSearchRateLimit.within)))
        .execute()
    },
  }
}

/** Counts an attempt under each key; if one has reached its limit, counts nothing and returns the seconds to wait. */
const countUnderKeys = async (trx: Transaction<Tables>, counters: ReadonlyArray<AttemptLimit>, now: number): Promise<number | null> => {
  let waitSeconds: number | null = null
  const rows: Array<{ readonly key: string; readonly instants: ReadonlyArray<number> }> = []
  for (const { key, most, within } of counters) {
    const stored = await lockInstants(trx, key, now)
    // If the clock was set back, later times count as now, so that nobody waits longer than the limit.
    const wasClockSetBack = stored.some((at) => at > now)
    const instants = stored.map((at) => Math.min(at, now)).filter((at) => at > now - within)
    if (wasClockSetBack) await saveInstants(trx, key, instants, now)
    const oldest = instants[instants.length - most]
    if (oldest !== undefined) waitSeconds = Math.max(waitSeconds ?? 1, Math.ceil((oldest + within - now) / 1000))
    rows.push({ key, instants: [...instants, now] })
  }
  if (waitSeconds !== null) return waitSeconds
  for (const { key, instants } of rows) await saveInstants(trx, key, instants, now)
  return null
}

/** Removes the attempt counted at this time. */
const removeInstant = async (trx: Transaction<Tables>, key: string, countedAt: number): Promise<void> => {
  const instants = await lockInstants(trx, key, countedAt)
  const index = instants.lastIndexOf(countedAt)
  if (index === -1) return
  await trx
    .updateTable("failures")
    .set({ instants: JSON.stringify(instants.toSpliced(index, 1)) })
    .where("key", "=", key)
    .execute()
}

const saveInstants = async (trx: Transaction<Tables>, key: string, instants: ReadonlyArray<number>, now: number): Promise<void> => {
  await trx
    .updateTable("failures")
    .set({ instants: JSON.stringify(instants), last_at: new Date(now) })
    .where("key", "=", key)
    .execute()
}

/** Locks a key's row and returns its times. One upsert, because the row may be deleted between a check and a lock. */
const lockInstants = async (trx: Transaction<Tables>, key: string, now: number): Promise<ReadonlyArray<number>> => {
  const { instants } = await trx
    .insertInto("failures")
    .values({ key, instants: "[]", last_at: new Date(now) })
    .onConflict((conflict) => conflict.column("key").doUpdateSet((eb) => ({ last_at: eb.ref("failures.last_at") })))
    .returning("instants")
    .executeTakeFirstOrThrow()
  return parseInstants(instants)
}

const parseInstants = (text: string): ReadonlyArray<number> => JSON.parse(text)

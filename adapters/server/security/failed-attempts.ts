// Counting what may be tried so often only: failures of an account and of an address (decisions U3), searches for a person (P6). In the
// database, so that several processes count together; under keyed hashes, so that it keeps neither names nor addresses.
import type { Transaction } from "kysely"
import { failedAttemptLimits } from "../../../domain/accounts/account-limits.ts"
import { personSearchRateLimit } from "../../../domain/privacy/person-search.ts"
import { foldCase } from "../../../domain/text/text-input.ts"
import { recordAuditEvent } from "../audit/audit-log.ts"
import type { Database } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import type { ServerContext } from "../server-context.ts"
import { toNetworkPrefix } from "./rate-limit.ts"
import type { ServerSecret } from "./server-secret.ts"

type Kind = "account" | "address"
/** `deed` keeps apart what is tried: no name given at sign-in counts for the codes, mails or addresses of another account. */
export type CountedAttempt = { readonly action: "sign-in" | "code" | "reset" | "email"; readonly account: string; readonly address: string }
const kinds: ReadonlyArray<Kind> = ["account", "address"]
/** What is counted under a key, and how many of it within so many milliseconds. */
type Counted = { readonly key: string; readonly most: number; readonly within: number }

export const createFailedAttempts = ({ db, transact }: Database, { sign }: ServerSecret) => {
  const keyOf = (kind: Kind, tried: CountedAttempt) =>
    sign(
      "failures",
      kind === "account" ? `account:${tried.action}:${foldCase(tried.account)}` : `address:${toNetworkPrefix(tried.address)}`,
    )

  return {
    /**
     * Counts a try before it is made, so that tries at the same time cannot pass together. Gives the seconds to wait where too
     * many have failed; then nothing is counted.
     */
    count: (tried: CountedAttempt, now: number): Promise<number | null> =>
      transact((change) =>
        countUnderKeys(
          change,
          kinds.map((kind) => ({ key: keyOf(kind, tried), most: failedAttemptLimits[kind], within: failedAttemptLimits.within })),
          now,
        ),
      ),

    /** Whether of the tries that the account has, the one that was counted at that instant was the last. */
    wasLastAllowed: async (tried: CountedAttempt, counted: number): Promise<boolean> => {
      const row = await db.selectFrom("failures").select("instants").where("key", "=", keyOf("account", tried)).executeTakeFirst()
      const instants = row === undefined ? [] : parseInstants(row.instants)
      return instants[failedAttemptLimits.account - 1] === counted
    },

    /** [P6] Counts a user's search for a person, whatever it will find. Gives the seconds to wait where there were too many. */
    countPersonSearch: (user: string, now: number): Promise<number | null> =>
      transact((change) => countUnderKeys(change, [{ key: sign("failures", `search:${user}`), ...personSearchRateLimit }], now)),

    /** Takes back what was counted for a try that succeeded: the account starts anew, the address has one failure less. */
    clearAfterSuccess: (tried: CountedAttempt, counted: number): Promise<void> =>
      transact(async (change) => {
        await change.deleteFrom("failures").where("key", "=", keyOf("account", tried)).execute()
        await removeInstant(change, keyOf("address", tried), counted)
      }),

    /** The same where the account does not start anew: who tries can succeed at will. */
    clearAddressAfterSuccess: (tried: CountedAttempt, counted: number): Promise<void> =>
      transact((change) => removeInstant(change, keyOf("address", tried), counted)),

    /** The account starts anew: whoever tried, its owner has shown to be its owner. */
    clearAccount: async (account: string): Promise<void> => {
      await db
        .deleteFrom("failures")
        .where("key", "=", keyOf("account", { action: "sign-in", account, address: "" }))
        .execute()
    },

    /** Deletes what counts no more. */
    deleteExpired: async (now: number): Promise<void> => {
      await db
        .deleteFrom("failures")
        .where("last_at", "<", new Date(now - Math.max(failedAttemptLimits.within, personSearchRateLimit.within)))
        .execute()
    },
  }
}

/** Counts one more under each key; or, where one of them has its most, nothing, and gives the seconds to wait. */
const countUnderKeys = async (change: Transaction<Tables>, all: ReadonlyArray<Counted>, now: number): Promise<number | null> => {
  let wait: number | null = null
  const rows: Array<{ readonly key: string; readonly instants: ReadonlyArray<number> }> = []
  for (const { key, most, within } of all) {
    const kept = await lockInstants(change, key, now)
    // Of a clock that was put back since: what would be still to come counts as just now, so that nobody waits for longer.
    const isAhead = kept.some((at) => at > now)
    const instants = kept.map((at) => Math.min(at, now)).filter((at) => at > now - within)
    if (isAhead) await write(change, key, instants, now)
    const first = instants[instants.length - most]
    if (first !== undefined) wait = Math.max(wait ?? 1, Math.ceil((first + within - now) / 1000))
    rows.push({ key, instants: [...instants, now] })
  }
  if (wait !== null) return wait
  for (const { key, instants } of rows) await write(change, key, instants, now)
  return null
}

/** Takes back what was counted under a key at that instant. */
const removeInstant = async (change: Transaction<Tables>, key: string, counted: number): Promise<void> => {
  const instants = await lockInstants(change, key, counted)
  const place = instants.lastIndexOf(counted)
  if (place === -1) return
  await change
    .updateTable("failures")
    .set({ instants: JSON.stringify(instants.toSpliced(place, 1)) })
    .where("key", "=", key)
    .execute()
}

const write = async (change: Transaction<Tables>, key: string, instants: ReadonlyArray<number>, now: number): Promise<void> => {
  await change
    .updateTable("failures")
    .set({ instants: JSON.stringify(instants), last_at: new Date(now) })
    .where("key", "=", key)
    .execute()
}

/** The instants under a key, whose row stays this change's own until it ends. In one step: what is there may be forgiven meanwhile. */
const lockInstants = async (change: Transaction<Tables>, key: string, now: number): Promise<ReadonlyArray<number>> => {
  const { instants } = await change
    .insertInto("failures")
    .values({ key, instants: "[]", last_at: new Date(now) })
    .onConflict((conflict) => conflict.column("key").doUpdateSet((its) => ({ last_at: its.ref("failures.last_at") })))
    .returning("instants")
    .executeTakeFirstOrThrow()
  return parseInstants(instants)
}

const parseInstants = (text: string): ReadonlyArray<number> => JSON.parse(text)

// The line of the audit log that somebody tried too often to be somebody: one, however often they go on. After the answer, which takes as long
// for a name that nobody has; of such a name, which may be a password, there is no line.

/** Notes it where the try that was counted at that instant, and failed, was the last one that the account had. */
export const auditAccountLockout = (
  { database: { db }, failedAttempts, now, runInBackground }: ServerContext,
  tried: CountedAttempt,
  counted: number,
): void =>
  runInBackground(async () => {
    if (!(await failedAttempts.wasLastAllowed(tried, counted))) return
    const account = await db.selectFrom("users").select("username").where("username_key", "=", foldCase(tried.account)).executeTakeFirst()
    if (account === undefined) return
    await recordAuditEvent(db, { community: null, user: null, action: "account.locked-out", thing: `user ${account.username}` }, now())
  })

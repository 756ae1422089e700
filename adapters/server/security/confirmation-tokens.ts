// Tokens that confirm a removal [U4]: each carries the action that it authorizes and the state that its user was shown.
import type { Transaction } from "kysely"
import { tokenLifetimeMs } from "../../../domain/accounts/account-limits.ts"
import { type CountChange, describeCountChanges } from "../../../domain/failures/count-changes.ts"
import { type ConfirmationProblem, isMomentAgo } from "../../../domain/failures/failure.ts"
import { isRecord } from "../../../domain/json/json-value.ts"
import type { AuditEventTrace } from "../audit/audit-log.ts"
import type { Db } from "../database/database.ts"
import type { Tables } from "../database/tables.ts"
import { HttpError } from "../http/http-error.ts"
import { createOneTimeToken, hashToken } from "./one-time-tokens.ts"

/** Who confirms, and about what: `target` says what is confirmed, including the community. */
type ConfirmationScope = { readonly user: string; readonly target: string }

/** What is shown before a removal, and must not have changed when it is confirmed. */
export type ShownState = Readonly<Record<string, string | number>>

export const createConfirmationToken = (
  db: Db,
  { action, state, user, target }: ConfirmationScope & { readonly action: string; readonly state: ShownState },
  now: Date,
): Promise<string> => createOneTimeToken(db, { purpose: action, user, target, state: JSON.stringify(state) }, now)

/** What a user confirmed: the action and the time when it was offered. `covers` says whether `state` is the state that the user was shown. */
export type Confirmation<Action extends string> = {
  readonly action: Action
  readonly offeredAt: Date
  readonly covers: (state: ShownState) => boolean
  /** Returns a text or number of the shown state; undefined if it has none of this name. */
  readonly getShown: (name: string) => string | number | undefined
}

const parseConfirmation = <Action extends string>(
  found: { readonly purpose: string; readonly state: string; readonly expires_at: Date },
  actions: ReadonlyArray<Action>,
): Confirmation<Action> | undefined => {
  const action = actions.find((it) => it === found.purpose)
  if (action === undefined) return undefined
  return {
    action,
    offeredAt: new Date(found.expires_at.getTime() - tokenLifetimeMs),
    covers: (state) => found.state === JSON.stringify(state),
    getShown: (name) => {
      const shown: unknown = found.state === "" ? null : JSON.parse(found.state)
      const value = isRecord(shown) ? shown[name] : undefined
      return typeof value === "string" || typeof value === "number" ? value : undefined
    },
  }
}

const selectToken = (db: Db, token: string, { user, target }: ConfirmationScope) =>
  db.selectFrom("one_time_tokens").selectAll().where("hash", "=", hashToken(token)).where("user_id", "=", user).where("target", "=", target)

/**
 * Returns what a token confirmed that was used already; undefined if it was not. A request whose response was lost is
 * repeated with the same token.
 */
export const findUsedConfirmation = async <Action extends string>(
  db: Db,
  token: string,
  { actions, ...scope }: ConfirmationScope & { readonly actions: ReadonlyArray<Action> },
): Promise<Confirmation<Action> | undefined> => {
  const found = await selectToken(db, token, scope).where("used_at", "is not", null).executeTakeFirst()
  return found === undefined ? undefined : parseConfirmation(found, actions)
}

/**
 * Spends a token for one of these actions; throws a 403 with the reason. Locks the token, so that only one of two
 * requests wins. A transaction that is rolled back has not spent it.
 */
export const spendConfirmationToken = async <Action extends string>(
  trx: Transaction<Tables>,
  token: string,
  { actions, ...scope }: ConfirmationScope & { readonly actions: ReadonlyArray<Action> },
  now: Date,
): Promise<Confirmation<Action>> => {
  const found = await selectToken(trx, token, scope).forUpdate().executeTakeFirst()
  const confirmation = found && parseConfirmation(found, actions)
  if (found === undefined || confirmation === undefined) throw confirmationRefused("unknown")
  if (found.used_at !== null) throw confirmationRefused("used")
  if (found.expires_at <= now) throw confirmationRefused("expired")
  await trx.updateTable("one_time_tokens").set({ used_at: now }).where("hash", "=", found.hash).execute()
  return confirmation
}

const receiptPurpose = "receipt"

/** Replaces what a spent token confirmed by the receipt of it, so that the token's row no longer identifies what was erased. */
export const storeReceipt = async (
  trx: Transaction<Tables>,
  token: string,
  { user, target }: ConfirmationScope,
  receipt: object,
): Promise<void> => {
  await trx
    .updateTable("one_time_tokens")
    .set({ purpose: receiptPurpose, target, state: JSON.stringify(receipt) })
    .where("hash", "=", hashToken(token))
    .where("user_id", "=", user)
    .execute()
}

/** Returns the JSON text of the receipt of a spent token, for a repeated request whose first response was lost; undefined without one. */
export const findReceipt = async (db: Db, token: string, scope: ConfirmationScope): Promise<string | undefined> =>
  (await selectToken(db, token, scope).where("purpose", "=", receiptPurpose).executeTakeFirst())?.state

/** Deletes the tokens about something that is erased, whose name they may contain. */
export const deleteTokensAbout = async (trx: Transaction<Tables>, target: string): Promise<void> => {
  await trx.deleteFrom("one_time_tokens").where("target", "=", target).execute()
}

const problemMessages = {
  expired: "This confirmation has expired.",
  used: "This confirmation was used already.",
  unknown: "This confirmation is not valid.",
} as const satisfies Record<ConfirmationProblem, string>

const confirmationRefused = (reason: ConfirmationProblem) => new HttpError(403, { message: problemMessages[reason], reason })

type Change = {
  /** The target's present state, encoded as in other responses. */
  readonly current: ShownState
  /** What it is now, in words. */
  readonly description?: string | undefined
  /** Who changed it and when, if known. */
  readonly lastChange: AuditEventTrace | undefined
  /** The counts that differ from what was shown. */
  readonly changes?: ReadonlyArray<CountChange>
  readonly now: Date
}

/** The 409 for a target that is no longer what its user was shown: what it is now, and who changed it. */
export const targetChanged = ({ current, description, lastChange, changes = [], now }: Change) => {
  const isRecent = lastChange !== undefined && isMomentAgo(lastChange.at, now)
  const by = lastChange?.actor ?? null
  const when = isRecent ? "a moment ago" : `on ${lastChange?.at.toISOString()}`
  const start = by === null ? "Changed in the meantime" : `Changed by ${by} ${when}`
  const counts = changes.length === 0 ? undefined : `${describeCountChanges(changes)} since the confirmation was requested`
  const details = [description, counts].filter((it) => it !== undefined).join("; ")
  return new HttpError(409, {
    message: details === "" ? `${start}.` : `${start}: ${details}.`,
    current,
    ...(changes.length > 0 && { changes }),
    changedBy: by,
    changedAt: lastChange?.at.toISOString() ?? null,
    isRecent,
  })
}

// Advancing a respondent's conversation: found by its access key, locked, and saved in one transaction with the effects
// of each turn.

import * as Schema from "effect/Schema"
import type { QueryCreator, Transaction } from "kysely"
import { secondsUntilStale } from "../../../domain/actions/delivery-trigger.ts"
import type { ConversationStart } from "../../../domain/chat/conversation-engine.ts"
import { mergeMetadata } from "../../../domain/chat/conversation-metadata.ts"
import {
  type ComputedTurns,
  ConversationRecord,
  computeTurns,
  omitMetadata,
  type RecordedTurn,
  restoreMetadata,
  startRecord,
  type Turn,
} from "../../../domain/chat/conversation-record.ts"
import { listConversationScores } from "../../../domain/chat/conversation-scores.ts"
import type { ConversationEvent } from "../../../domain/chat/conversation-state.ts"
import { hasAnyAnswer } from "../../../domain/conversations/stored-answer.ts"
import { isShortCode, normalizeAccessKey } from "../../../domain/links/respondent-urls.ts"
import { respondentViews } from "../../../domain/script/status.ts"
import type { Language } from "../../../domain/text/language.ts"
import { notOpenYetMessage } from "../../contract/error-body.ts"
import type { Db } from "../database/database.ts"
import type { CommitWith } from "../database/pipelining-driver.ts"
import { markPrepared } from "../database/prepared-statements.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { enqueueConnectorDelivery, enqueueDelivery, scheduleStaleCheck } from "../deliveries/delivery-enqueueing.ts"
import { HttpError, notFound } from "../http/http-error.ts"
import { defineJob } from "../jobs/job-definition.ts"
import { enqueueJob } from "../jobs/job-queue.ts"
import { decodeStatus } from "../scripts/script-repository.ts"
import type { PreparedScript } from "../scripts/script-revisions.ts"
import { hashToken } from "../security/one-time-tokens.ts"
import type { ServerContext } from "../server-context.ts"
import { buildCountQuery, countTurns } from "../statistics/statistics-repository.ts"
import { type ConversationRow, conversationColumns, parseJsonRecord } from "./conversation-repository.ts"

type CompletedTurn = { readonly row: ConversationRow; readonly script: PreparedScript; readonly turn: Turn }

/** The job that makes the call that a conversation waits for. */
export const actionJob = defineJob({
  kind: "act",
  payload: Schema.Struct({ script: Schema.String, conversation: Schema.String, instruction: Schema.String }),
  lanes: 4,
  isAwaited: true,
})

/** Runs the effects of a turn by enqueuing jobs in the same transaction, so that nothing is done twice or lost. */
export const runEffects = async (context: ServerContext, trx: Transaction<Tables>, { row, script, turn }: CompletedTurn): Promise<void> => {
  const at = context.now()
  for (const effect of turn.effects) {
    if (effect.type !== "act") continue
    const { uuid, action, waits } = effect
    if (action.type === "send2api")
      await enqueueDelivery(trx, { row, script, instruction: uuid, params: action.params, reason: "reached" }, at)
    if (action.type === "send2con") await enqueueConnectorDelivery(context, trx, { row, script, instruction: uuid, params: action.params })
    if (waits)
      await enqueueJob(trx, actionJob, {
        key: `${row.id} ${uuid}`,
        payload: { script: row.script_id, conversation: row.id, instruction: uuid },
        script: row.script_id,
        due: at,
      })
  }
}

/** Listed one by one: a prepared `select *` becomes invalid when a newer version adds a column. */
const rowColumns = [
  ...conversationColumns,
  "script_id",
  "community_id",
  "token_hash",
  "code_hash",
  "state",
  "is_answered",
  "is_anonymous",
  "made_at",
  "stale_at",
] as const satisfies ReadonlyArray<keyof ConversationRow>

const selectByAccessKey = (db: Db, accessKey: string) => {
  const normalized = normalizeAccessKey(accessKey)
  return db
    .selectFrom("conversations")
    .select(rowColumns.map((column) => `conversations.${column}` as const))
    .where(isShortCode(normalized) ? "conversations.code_hash" : "conversations.token_hash", "=", hashToken(normalized))
}

/** Returns the conversation that an access key opens, without locking it. */
export const findConversationByAccessKey = (db: Db, accessKey: string): Promise<ConversationRow | undefined> =>
  selectByAccessKey(db, accessKey).executeTakeFirst()

const lockRowByAccessKey = async (trx: Transaction<Tables>, accessKey: string) => {
  const query = selectByAccessKey(trx, accessKey)
    .innerJoin("scripts", "scripts.id", "conversations.script_id")
    .select("scripts.status as script_status")
    .forUpdate("conversations")
  return (await trx.executeQuery(markPrepared(query.compile()))).rows[0]
}

/** An access key that a caller presents, and the caller's IP address. */
export type AccessAttempt = { readonly accessKey: string; readonly ip: string }

/** No conversation has this access key. */
export class UnknownAccessKey extends Error {}

type GuardContext = Pick<ServerContext, "database" | "rateLimits" | "now">

/**
 * Runs work that needs an access key; an unknown key is a 404 and counts as a guess of the address. After too many
 * guesses the address learns nothing about other short codes. Tokens are too long to guess.
 */
export const guardAccessKey = async <A>(context: GuardContext, attempt: AccessAttempt, work: () => Promise<A>): Promise<A> => {
  try {
    if (isShortCode(normalizeAccessKey(attempt.accessKey))) return await workWithCode(context, attempt, work)
    return await work()
  } catch (error) {
    if (!(error instanceof UnknownAccessKey)) throw error
    await context.rateLimits.count("guess", attempt.ip, context.now())
    throw notFound()
  }
}

/** Looks up a short code before the work. The codes of an address are looked up one at a time; the work of its respondents runs concurrently. */
const workWithCode = async <A>(
  { database: { db }, rateLimits, now }: GuardContext,
  { accessKey, ip }: AccessAttempt,
  work: () => Promise<A>,
): Promise<A> => {
  await rateLimits.inTurn(ip, async () => {
    await rateLimits.check("guess", ip, now())
    if ((await findConversationByAccessKey(db, accessKey)) !== undefined) return
    await rateLimits.count("guess", ip, now())
    throw notFound()
  })
  return work()
}

type ScriptWithStatus = Pick<ScriptRow, "status">

/** [E15] Throws unless the script is live. A script in preparation (423) is paused for a conversation, and not open yet for others. */
export const requireLiveScript = (script: ScriptWithStatus | undefined, { hasAccessKey }: { readonly hasAccessKey: boolean }): void => {
  const view = script === undefined ? "nothing" : respondentViews[decodeStatus(script.status)]
  if (view === "closed") throw new HttpError(410, { message: "This chat is closed." })
  if (view === "paused") throw new HttpError(423, { message: hasAccessKey ? "This chat is not open at the moment." : notOpenYetMessage })
  if (view !== "chat") throw notFound()
}

/** A conversation whose row the transaction has locked; `record` is null until it starts. */
export type LockedConversation = {
  readonly row: ConversationRow
  readonly script: PreparedScript
  readonly record: ConversationRecord | null
}

/** Locks the conversation of an access key. Throws `UnknownAccessKey`, or an HttpError if its script is not live. */
export const lockConversation = async (
  context: ServerContext,
  trx: Transaction<Tables>,
  accessKey: string,
): Promise<LockedConversation> => {
  const found = await lockRowByAccessKey(trx, accessKey)
  if (found === undefined) throw new UnknownAccessKey()
  const { script_status, ...row } = found
  requireLiveScript({ status: script_status }, { hasAccessKey: true })
  return { row, ...(await loadRecord(context.loadPreparedScript, trx, row)) }
}

export const loadRecord = async (
  loadPreparedScript: ServerContext["loadPreparedScript"],
  db: Db,
  row: ConversationRow,
): Promise<{ readonly script: PreparedScript; readonly record: ConversationRecord | null }> => ({
  script: await loadPreparedScript(db, { id: row.script_id, revision: row.revision }),
  record: row.state === null ? null : restoreMetadata(decodeRecord(row.state), parseJsonRecord(row.metadata)),
})

const RecordJson = Schema.fromJsonString(ConversationRecord)
const decodeRecord = Schema.decodeUnknownSync(RecordJson)
const encodeRecord = Schema.encodeSync(RecordJson)

/** Whether the stored record can be decoded. If it cannot now, it never will. */
export const isRecordReadable = ({ state }: ConversationRow): boolean =>
  state === null || Schema.decodeUnknownResult(RecordJson)(state)._tag === "Success"

/** [E7] What the page's address sets for a new conversation. */
export type StartOptions = { readonly language?: Language; readonly metadata?: Readonly<Record<string, string>> }

/** Returns how the conversation begins; the result is the same every time until the conversation is stored. */
const buildBeginning = (row: ConversationRow, { language, metadata = {} }: StartOptions): ConversationStart => ({
  seed: row.id,
  metadata: mergeMetadata(parseJsonRecord(row.metadata), metadata),
  ...(language !== undefined && { language }),
})

/** Computes the record of a conversation that has not begun. */
export const computeFirstRecord = (row: ConversationRow, { chat }: PreparedScript, options: StartOptions): ConversationRecord =>
  startRecord(chat, buildBeginning(row, options)).record

/** Computes the turns that an event adds; without an event, the conversation only begins, unless it has begun. */
export const computeNextTurns = (
  { row, script, record }: LockedConversation,
  options: StartOptions,
  event: ConversationEvent | null,
): ComputedTurns => computeTurns(script.chat, record ?? buildBeginning(row, options), event)

/** Saves new turns and enqueues their effects, all in the caller's transaction, which ends with the last query. Does nothing without turns. */
export const saveTurns = async (
  context: ServerContext,
  trx: Transaction<Tables>,
  { row, script, record: before }: LockedConversation,
  turns: ReadonlyArray<RecordedTurn>,
  commitWith: CommitWith,
): Promise<void> => {
  const last = turns.at(-1)?.record
  if (last === undefined) return
  const at = context.now()
  const staleAfterSeconds = secondsUntilStale(script.authored)
  const isBegun = before === null
  const metadata = last.beginning.metadata === undefined ? row.metadata : JSON.stringify(last.beginning.metadata)
  const toColumns = ({ state }: ConversationRecord) => {
    const { answers, actions, ending } = state
    return {
      status: ending === null ? "pending" : "finished",
      answers: JSON.stringify(answers),
      actions: JSON.stringify(actions),
      scores: JSON.stringify(listConversationScores(script.chat, state)),
      is_answered: hasAnyAnswer(answers),
      started_at: row.started_at ?? at,
      updated_at: at,
      synced_at: at,
      finished_at: ending === null ? null : at,
      stale_at: ending === null && staleAfterSeconds !== null ? new Date(at.getTime() + staleAfterSeconds * 1000) : null,
    }
  }
  const columns = { ...toColumns(last), ...(isBegun && { metadata }), state: encodeRecord(omitMetadata(last)) }
  // Before the counts are locked: waiting for another transaction's job (one per second) must not hold count rows.
  if (columns.stale_at !== null) await scheduleStaleCheck(trx, columns.stale_at, at)
  // A delivery has the answers at its place in the chat.
  for (const { record, turn } of turns) await runEffects(context, trx, { row: { ...row, ...toColumns(record), metadata }, script, turn })
  const counts = countTurns(script.authored, { turns: turns.map(({ turn }) => turn), isBegun, isFinished: last.state.ending !== null })
  const countQuery = buildCountQuery(trx, { script: row.script_id, conversation: row.id }, counts, at)
  // One statement, because the respondent waits for every round trip.
  const queryCreator: QueryCreator<Tables> = countQuery === null ? trx : trx.with("counts", () => countQuery)
  const update = queryCreator.updateTable("conversations").set(columns).where("script_id", "=", row.script_id).where("id", "=", row.id)
  await commitWith({ compile: () => markPrepared(update.compile()) })
}

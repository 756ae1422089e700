// A respondent's conversation in the database: found by its pass, held while it goes on, kept with all that its step asks for.

import * as Schema from "effect/Schema"
import type { QueryCreator, Selectable, Transaction } from "kysely"
import { secondsUntilStale } from "../../../domain/actions/delivery-trigger.ts"
import { mergeMetadata } from "../../../domain/chat/conversation-metadata.ts"
import { ConversationRecord, type RecordedTurn, recordEvent, startRecord, type Turn } from "../../../domain/chat/conversation-record.ts"
import type { ConversationEvent } from "../../../domain/chat/conversation-state.ts"
import { hasAnyAnswer } from "../../../domain/conversations/stored-answer.ts"
import { isShortCode, normalizeAccessKey } from "../../../domain/links/access-key.ts"
import type { Language } from "../../../domain/script/language.ts"
import { respondentViews } from "../../../domain/script/status.ts"
import type { Db } from "../database/database.ts"
import type { CommitWith } from "../database/pipelining-driver.ts"
import { markPrepared } from "../database/prepared-statements.ts"
import type { ScriptRow, Tables } from "../database/tables.ts"
import { enqueueConnectorDelivery, enqueueDelivery, scheduleStaleCheck } from "../deliveries/delivery-queue.ts"
import { HttpError, notFound } from "../http/http-error.ts"
import { enqueueJob } from "../jobs/job-queue.ts"
import { decodeStatus } from "../scripts/script-repository.ts"
import type { PreparedScript } from "../scripts/script-revisions.ts"
import { hashToken } from "../security/one-time-tokens.ts"
import type { ServerContext } from "../server-context.ts"
import { buildCountQuery, countTurn } from "../statistics/statistics-repository.ts"
import { buildConversationRow, conversationColumns, parseJsonRecord } from "./conversation-repository.ts"

// What a step of a conversation asks the server to do, enqueued in the step's own change: nothing is done twice, nothing is forgotten.

type CompletedTurn = { readonly row: ConversationRow; readonly script: PreparedScript; readonly turn: Turn }

export const runEffects = async (
  context: ServerContext,
  change: Transaction<Tables>,
  { row, script, turn }: CompletedTurn,
): Promise<void> => {
  const at = context.now()
  for (const effect of turn.effects) {
    if (effect.type !== "act") continue
    const { uuid, action, waits } = effect
    if (action.type === "send2api")
      await enqueueDelivery(change, { row, script, instruction: uuid, params: action.params, reason: "reached" }, at)
    if (action.type === "send2con")
      await enqueueConnectorDelivery(context, change, { row, script, instruction: uuid, params: action.params })
    if (waits)
      await enqueueJob(change, {
        kind: "act",
        key: `${row.id} ${uuid}`,
        payload: { script: row.script_id, conversation: row.id, instruction: uuid },
        script: row.script_id,
        due: at,
      })
  }
}

export type ConversationRow = Selectable<Tables["conversations"]>

/** All of a row, one by one: a plan for whatever columns there are is none any more when a newer version adds one. */
const rowColumns = [
  ...conversationColumns,
  "script_id",
  "community_id",
  "token_hash",
  "code_hash",
  "state",
  "is_answered",
  "made_at",
  "stale_at",
] as const satisfies ReadonlyArray<keyof ConversationRow>

const selectByAccessKey = (db: Db, given: string) => {
  const pass = normalizeAccessKey(given)
  return db
    .selectFrom("conversations")
    .select(rowColumns.map((column) => `conversations.${column}` as const))
    .where(isShortCode(pass) ? "conversations.code_hash" : "conversations.token_hash", "=", hashToken(pass))
}

/** The conversation of a pass; within a change it is the change's own until that ends. */
export const findConversationByAccessKey = (db: Db, pass: string): Promise<ConversationRow | undefined> =>
  selectByAccessKey(db, pass).executeTakeFirst()

const lockRowByAccessKey = async (change: Transaction<Tables>, pass: string) => {
  const query = selectByAccessKey(change, pass)
    .innerJoin("scripts", "scripts.id", "conversations.script_id")
    .select("scripts.status as script_status")
    .forUpdate("conversations")
  return (await change.executeQuery(markPrepared(query.compile()))).rows[0]
}

/** Who asks with a pass, and from which address. */
export type AccessAttempt = { readonly accessKey: string; readonly ip: string }

/** There is no conversation of this pass. */
export class UnknownAccessKey extends Error {}

/**
 * Does what takes a pass; a wrong one is a 404, and a guess that counts. Whoever guessed too often learns nothing of another code; tokens
 * are too long to be guessed.
 */
export const guardAccessKey = async <A>(
  { crowd, now }: Pick<ServerContext, "crowd" | "now">,
  { accessKey, ip }: AccessAttempt,
  work: () => Promise<A>,
): Promise<A> => {
  if (isShortCode(normalizeAccessKey(accessKey))) await crowd.check("guess", ip, now())
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UnknownAccessKey)) throw error
    await crowd.count("guess", ip, now())
    throw notFound()
  }
}

type Open = Pick<ScriptRow, "status">

/** Refuses what asks anything of a chat that does not answer. Of one in preparation only `isPartOf` hears: who has a pass of it. */
export const requireLiveScript = (script: Open | undefined, { isPartOf }: { readonly isPartOf: boolean }): void => {
  const met = script === undefined ? "nothing" : respondentViews[decodeStatus(script.status)]
  if (met === "closed") throw new HttpError(410, { message: "This chat is closed." })
  if (met === "paused" && isPartOf) throw new HttpError(423, { message: "This chat is not open at the moment." })
  if (met !== "chat") throw notFound()
}

/** A conversation that goes on: its row is held by the change. */
export type LockedConversation = {
  readonly row: ConversationRow
  readonly script: PreparedScript
  readonly record: ConversationRecord | null
}

/** Holds the conversation of a pass, or rejects where it has none (`WrongPass`) or its chat is not live. */
export const lockConversation = async (context: ServerContext, change: Transaction<Tables>, pass: string): Promise<LockedConversation> => {
  const found = await lockRowByAccessKey(change, pass)
  if (found === undefined) throw new UnknownAccessKey()
  const { script_status, ...row } = found
  requireLiveScript({ status: script_status }, { isPartOf: true })
  return { row, ...(await loadRecord(context.loadPreparedScript, change, row)) }
}

export const loadRecord = async (
  prepared: ServerContext["loadPreparedScript"],
  db: Db,
  row: ConversationRow,
): Promise<{ readonly script: PreparedScript; readonly record: ConversationRecord | null }> => ({
  script: await prepared(db, { id: row.script_id, revision: row.revision }),
  record: row.state === null ? null : recordFrom(row.state),
})

const recordText = Schema.fromJsonString(ConversationRecord)
const recordFrom = Schema.decodeUnknownSync(recordText)
const textOf = Schema.encodeSync(recordText)

/** Whether what is kept of a conversation says how far it is: what does not will not at another look. */
export const isRecordReadable = ({ state }: ConversationRow): boolean =>
  state === null || Schema.decodeUnknownResult(recordText)(state)._tag === "Success"

/** What the address of a page says of its conversation. */
export type StartOptions = { readonly language?: Language; readonly metadata?: Readonly<Record<string, string>> }

/** How a conversation begins, or would: the same however often it is asked before it does. */
export const computeFirstTurn = (row: ConversationRow, { chat }: PreparedScript, { language, metadata = {} }: StartOptions): RecordedTurn =>
  startRecord(chat, {
    seed: row.id,
    metadata: mergeMetadata(parseJsonRecord(row.metadata), metadata),
    ...(language !== undefined && { language }),
  })

/** Begins a conversation that only was opened; what has begun goes on. */
export const ensureStarted = async (
  context: ServerContext,
  change: Transaction<Tables>,
  { row, script, record }: LockedConversation,
  address: StartOptions,
  end?: CommitWith,
): Promise<{ readonly record: ConversationRecord; readonly turn?: Turn }> => {
  if (record !== null) return { record }
  const first = computeFirstTurn(row, script, address)
  await saveProgress(context, change, { row, script }, first, end)
  return first
}

/** Takes an event: null where nothing waits for it; a refused answer is told and changes nothing. */
export const handleEvent = async (
  context: ServerContext,
  change: Transaction<Tables>,
  held: LockedConversation & { readonly record: ConversationRecord },
  event: ConversationEvent,
  end: CommitWith,
) => {
  const next = recordEvent(held.script.chat, held.record, event)
  if (next?.type === "taken") await saveProgress(context, change, held, next, end)
  return next
}

/** Keeps how far a conversation has come and what is to be done for it, in one change. */
const saveProgress = async (
  context: ServerContext,
  change: Transaction<Tables>,
  { row, script }: Pick<LockedConversation, "row" | "script">,
  { record, turn }: RecordedTurn,
  end: CommitWith = (query) => change.executeQuery(query.compile()),
): Promise<void> => {
  const at = context.now()
  const { answers, actions, ending } = record.state
  const patience = secondsUntilStale(script.authored)
  // What is kept of the row may be from before it was begun, by this same change.
  const isBegun = record.events.length === 0
  const metadata = record.beginning.metadata === undefined ? row.metadata : JSON.stringify(record.beginning.metadata)
  const kept = {
    status: ending === null ? "pending" : "finished",
    answers: JSON.stringify(answers),
    actions: JSON.stringify(actions),
    ...(isBegun && { metadata }),
    state: textOf(record),
    is_answered: hasAnyAnswer(answers),
    started_at: row.started_at ?? at,
    updated_at: at,
    synced_at: at,
    finished_at: ending === null ? null : at,
    stale_at: ending === null && patience !== null ? new Date(at.getTime() + patience * 1000) : null,
  }
  // Before the counts: who waits here for another's look, one for all of a second, holds none of them.
  if (kept.stale_at !== null) await scheduleStaleCheck(change, kept.stale_at, at)
  const counted = { turn, isBegun, isFinished: ending !== null }
  const counts = buildCountQuery(change, { script: row.script_id, conversation: row.id }, countTurn(script.authored, counted), at)
  // In one statement: a respondent waits for each round trip.
  const asking: QueryCreator<Tables> = counts === null ? change : change.with("counts", () => counts)
  await runEffects(context, change, { row: { ...row, ...kept, metadata }, script, turn })
  const keeping = asking.updateTable("conversations").set(kept).where("script_id", "=", row.script_id).where("id", "=", row.id)
  await end({ compile: () => markPrepared(keeping.compile()) })
}

type New = { readonly pass: string; readonly script: ScriptRow }

/** Adds the conversation of a new pass; whoever comes second with one finds the first's. */
export const createAnonymousConversation = async (change: Transaction<Tables>, { pass, script }: New, at: Date): Promise<void> => {
  await change
    .insertInto("conversations")
    .values(buildConversationRow({ script, token: pass, metadata: {}, at }))
    .onConflict((conflict) => conflict.column("token_hash").doNothing())
    .execute()
}

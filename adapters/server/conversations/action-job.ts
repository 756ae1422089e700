// The job that runs the action a conversation waits for, records its request, and continues the conversation [A11] [A12].
import { randomUUIDv7 } from "node:crypto"
import { type ActionOutcome, noOutcome, parseOutcome, parseResponseBody } from "../../../domain/actions/action-outcome.ts"
import { getConnectionId } from "../../../domain/actions/crm-action.ts"
import {
  type ActionRequest,
  addIdempotencyKey,
  buildAiRequest,
  buildCallFields,
  buildEndpointRequest,
} from "../../../domain/actions/outbound-request.ts"
import { type ConversationRecord, computeTurns } from "../../../domain/chat/conversation-record.ts"
import type { ConversationEffect } from "../../../domain/chat/conversation-state.ts"
import { listAddressSecrets } from "../../../domain/connections/connection-query.ts"
import { extractDataPoints } from "../../../domain/connections/data-point.ts"
import type { Action } from "../../../domain/script/action.ts"
import { toShownAddress } from "../../../domain/text/web-url.ts"
import { buildConnectionRequest, callConnection, findConnectionRow, type RecordedCall } from "../connections/connection-call.ts"
import { listDataPoints } from "../connections/connection-repository.ts"
import type { Db } from "../database/database.ts"
import type { JobHandler } from "../jobs/job-definition.ts"
import {
  attemptRequest,
  buildUncalledAttempt,
  isAccepted,
  type OutboundAttempt,
  recordAttempt,
  type UncalledReason,
} from "../outbound/outbound-attempt.ts"
import type { PreparedScript } from "../scripts/script-revisions.ts"
import type { ServerContext } from "../server-context.ts"
import { actionJob, type LockedConversation, loadRecord, saveTurns } from "./conversation-progress.ts"
import { replayInParts } from "./conversation-replay.ts"
import { type ConversationRow, conversationFromRow } from "./conversation-repository.ts"

/** `id` stays the same when the action runs again after a crash. */
type ActionStep = { readonly id: string; readonly row: ConversationRow; readonly instruction: string; readonly action: Action }

/** The outcome of an action, with the `crm.key` values known about the respondent from then on. */
export type ActionJobOutcome = ActionOutcome & { readonly crm: ActionOutcome["results"] }

export const noActionOutcome: ActionJobOutcome = { ...noOutcome, crm: {} }

/** Runs an action and returns its outcome, which is empty if there is no response: the conversation continues anyway. */
export const callForAction = async (context: ServerContext, step: ActionStep): Promise<ActionJobOutcome> => {
  const { action } = step
  switch (action.type) {
    case "getFromAPI":
      return callEndpoint(context, step, buildEndpointRequest(action.params))
    case "askAI":
      return callEndpoint(context, step, buildAiRequest(action.params))
    case "crmAuth":
    case "crmApi":
      return callConnectionForAction(context, step, action)
    default:
      // [E4] Payments have no provider: nothing was paid.
      return noActionOutcome
  }
}

const callEndpoint = async (context: ServerContext, step: ActionStep, request: ActionRequest | null): Promise<ActionJobOutcome> => {
  if (request === null) return recordUncalled(context, step, "unanswered.no-endpoint")
  const recorded = { url: toShownAddress(request.url), ...(request.body !== undefined && { body: request.body }) }
  const send = () => attemptRequest(context, addIdempotencyKey(request, step.id), listAddressSecrets(request.url))
  return { ...readAttemptOutcome(await recordCall(context, step, recorded, send)), crm: {} }
}

/** Records why no request was made; the author finds the reason in the delivery log. */
const recordUncalled = async (context: ServerContext, step: ActionStep, reason: UncalledReason): Promise<ActionJobOutcome> => {
  await recordCall(context, step, { url: "" }, async () => buildUncalledAttempt(context, reason))
  return noActionOutcome
}

const readAttemptOutcome = (attempt: OutboundAttempt | null): ActionOutcome =>
  attempt !== null && isAccepted(attempt) ? parseOutcome(attempt.response?.body ?? "") : noOutcome

/**
 * Records a request (without headers, which may hold secrets) and its result; null, without a request, if the
 * conversation was erased.
 */
const recordCall = async (
  context: ServerContext,
  { row, instruction }: ActionStep,
  { url, body = "" }: RecordedCall,
  send: () => Promise<OutboundAttempt>,
): Promise<OutboundAttempt | null> => {
  const { database, now } = context
  const id = randomUUIDv7()
  const { script_id: script, community_id, id: conversation_id } = row
  const isRecorded = await database.transact(async (trx) => {
    // Locks the conversation: an erasure that waits for the lock then erases this delivery too.
    const lockQuery = trx.selectFrom("conversations").select("id").where("script_id", "=", script).where("id", "=", conversation_id)
    if ((await lockQuery.forUpdate().executeTakeFirst()) === undefined) return false
    await trx
      .insertInto("deliveries")
      .values({
        script_id: script,
        id,
        community_id,
        conversation_id,
        instruction,
        reason: "asked",
        endpoint: url,
        body,
        state: "due",
        made_at: now(),
      })
      .execute()
    return true
  })
  if (!isRecorded) return null
  const attempt = await send()
  await recordAttempt(context, { script, delivery: id }, attempt, isAccepted(attempt) ? "delivered" : "failed")
  return attempt
}

type CrmAction = Extract<Action, { readonly type: "crmAuth" | "crmApi" }>

/** [O8] A CRM authentication sets `crm.key` from the fields of the response and from the script's data points. */
const callConnectionForAction = async (context: ServerContext, step: ActionStep, action: CrmAction): Promise<ActionJobOutcome> => {
  const row = await findConnectionRow(context.database.db, step.row.community_id, getConnectionId(action.params.connection))
  if (row === null) return recordUncalled(context, step, "unanswered.connection.gone")
  const conversation = conversationFromRow(step.row)
  const attempt = await callConnection(
    context,
    row,
    (connection, access) => {
      const request = buildConnectionRequest(connection, { fields: buildCallFields(action), conversation, access })
      return request === null ? null : addIdempotencyKey(request, step.id)
    },
    (call, send) => recordCall(context, step, call, send),
  )
  const { outcome, results } = readAttemptOutcome(attempt)
  if (action.type !== "crmAuth" || attempt === null || !isAccepted(attempt)) return { outcome, results, crm: {} }
  const dataPoints = await listDataPoints(context.database.db, step.row.script_id)
  return {
    outcome,
    results,
    crm: { ...results, ...extractDataPoints(dataPoints, row.id, parseResponseBody(attempt.response?.body ?? "")) },
  }
}

type ActionTarget = typeof actionJob.payload.Type

const selectConversation = (db: Db, { script, conversation }: ActionTarget) =>
  db.selectFrom("conversations").selectAll().where("script_id", "=", script).where("id", "=", conversation)

/** Returns the conversation if it still waits for the instruction's outcome. */
const findWaitingConversation = async (
  { loadPreparedScript }: ServerContext,
  db: Db,
  row: ConversationRow | undefined,
  { instruction }: ActionTarget,
): Promise<(LockedConversation & { readonly record: ConversationRecord }) | null> => {
  if (row === undefined) return null
  const { script, record } = await loadRecord(loadPreparedScript, db, row)
  return record?.state.waiting?.uuid === instruction ? { row, script, record } : null
}

type ActionEffect = Extract<ConversationEffect, { readonly type: "act" }>

/** Returns the action that the conversation waits for, with the respondent's answers filled in. */
const findPendingAction = async (
  { chat }: PreparedScript,
  record: ConversationRecord,
  instruction: string,
): Promise<ActionEffect["action"] | undefined> =>
  (await replayInParts(chat, record))
    .at(-1)
    ?.effects.find((effect): effect is ActionEffect => effect.type === "act" && effect.uuid === instruction)?.action

/** Attempts at an unforeseen failure; the conversation then continues without the action, because its respondent waits. */
const maxAttempts = 3

export const runAction: JobHandler<ActionTarget> = async (context, target, job) => {
  const { database } = context
  const waiting = await findWaitingConversation(
    context,
    database.db,
    await selectConversation(database.db, target).executeTakeFirst(),
    target,
  )
  const action = waiting === null ? undefined : await findPendingAction(waiting.script, waiting.record, target.instruction)
  // The conversation was erased or has continued already.
  if (waiting === null || action === undefined) return
  const step = { id: job.id, row: waiting.row, instruction: target.instruction, action }
  const { outcome, results, crm } = job.attempt > maxAttempts ? noActionOutcome : await callForAction(context, step)
  await database.transact(async (trx, commitWith) => {
    const current = await findWaitingConversation(
      context,
      trx,
      await selectConversation(trx, target).forUpdate().executeTakeFirst(),
      target,
    )
    if (current === null) return
    const event = { type: "action.done", uuid: target.instruction, outcome, results, ...(action.type === "crmAuth" && { crm }) } as const
    const computed = computeTurns(current.script.chat, current.record, event)
    if (computed.type === "computed") await saveTurns(context, trx, current, computed.turns, commitWith)
  })
}

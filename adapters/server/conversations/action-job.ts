// The call that a step makes while its respondent waits: kept with what came of it, as deliveries are.
import { randomUUIDv7 } from "node:crypto"
import * as Schema from "effect/Schema"
import type { Action } from "../../../domain/actions/action.ts"
import { connectionIdOf } from "../../../domain/actions/crm-action.ts"
import {
  type ActionOutcome,
  type ActionRequest,
  addIdempotencyKey,
  buildAiRequest,
  buildCallFields,
  buildEndpointRequest,
  noOutcome,
  parseOutcome,
  parseResponseBody,
} from "../../../domain/actions/outbound-request.ts"
import { type ConversationRecord, replayTurns } from "../../../domain/chat/conversation-record.ts"
import type { ConversationEffect } from "../../../domain/chat/conversation-state.ts"
import { extractDataPoints } from "../../../domain/connections/data-point.ts"
import { buildConnectionRequest, callConnection, findConnectionRow, type RecordedCall } from "../connections/connection-call.ts"
import type { Db } from "../database/database.ts"
import type { JobHandler } from "../jobs/job-queue.ts"
import {
  attemptRequest,
  buildUncalledAttempt,
  isAccepted,
  type OutboundAttempt,
  recordAttempt,
  type UncalledReason,
} from "../outbound/outbound-attempt.ts"
import { listDataPoints } from "../scripts/data-point-endpoints.ts"
import type { PreparedScript } from "../scripts/script-revisions.ts"
import type { ServerContext } from "../server-context.ts"
import { type ConversationRow, handleEvent, type LockedConversation, loadRecord } from "./conversation-progress.ts"
import { conversationFromRow } from "./conversation-repository.ts"

/** `id` is the same when the step is carried out again, after a crash. */
type ActionStep = { readonly id: string; readonly row: ConversationRow; readonly instruction: string; readonly action: Action }

/** What a step came to, and what is known of the respondent from then on. */
export type ActionJobOutcome = ActionOutcome & { readonly crm: ActionOutcome["results"] }

export const noActionOutcome: ActionJobOutcome = { ...noOutcome, crm: {} }

/** What a step comes to. A step that gets no answer comes to nothing: the chat goes on. */
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
      // A payment has no provider here (decisions "Send to API"): nothing was paid.
      return noActionOutcome
  }
}

const callEndpoint = async (context: ServerContext, step: ActionStep, asking: ActionRequest | null): Promise<ActionJobOutcome> => {
  if (asking === null) return recordUncalled(context, step, "unanswered.no-endpoint")
  return {
    ...readAttemptOutcome(await recordCall(context, step, asking, () => attemptRequest(context, addIdempotencyKey(asking, step.id)))),
    crm: {},
  }
}

/** Keeps why a step called nobody: its author finds it beside the calls that were made. */
const recordUncalled = async (context: ServerContext, step: ActionStep, problem: UncalledReason): Promise<ActionJobOutcome> => {
  await recordCall(context, step, { url: "" }, async () => buildUncalledAttempt(context, problem))
  return noActionOutcome
}

const readAttemptOutcome = (made: OutboundAttempt | null): ActionOutcome =>
  made !== null && isAccepted(made) ? parseOutcome(made.answer?.body ?? "") : noOutcome

/** Keeps a call, without the headers, which may hold secrets, and what came of it. Null, and no call, where the conversation was erased. */
const recordCall = async (
  context: ServerContext,
  { row, instruction }: ActionStep,
  { url, body = "" }: RecordedCall,
  make: () => Promise<OutboundAttempt>,
): Promise<OutboundAttempt | null> => {
  const { database, now } = context
  const id = randomUUIDv7()
  const { script_id: script, community_id, id: conversation_id } = row
  const isKept = await database.transact(async (change) => {
    // Held, so that whoever erases it erases this too.
    const held = change.selectFrom("conversations").select("id").where("script_id", "=", script).where("id", "=", conversation_id)
    if ((await held.forUpdate().executeTakeFirst()) === undefined) return false
    await change
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
  if (!isKept) return null
  const made = await make()
  await recordAttempt(context, { script, delivery: id }, made, isAccepted(made) ? "delivered" : "failed")
  return made
}

type CrmAction = Extract<Action, { readonly type: "crmAuth" | "crmApi" }>

/** What a CRM authentication comes to is known as `crm.key`: the fields of the answer, and what the script takes from it (decisions O8). */
const callConnectionForAction = async (context: ServerContext, step: ActionStep, action: CrmAction): Promise<ActionJobOutcome> => {
  const row = await findConnectionRow(context.database.db, step.row.community_id, connectionIdOf(action.params.connection))
  if (row === null) return recordUncalled(context, step, "unanswered.connection.gone")
  const conversation = conversationFromRow(step.row)
  const made = await callConnection(
    context,
    row,
    (connection, access) => {
      const asking = buildConnectionRequest(connection, { said: buildCallFields(action), conversation, access })
      return asking === null ? null : addIdempotencyKey(asking, step.id)
    },
    (called, make) => recordCall(context, step, called, make),
  )
  const { outcome, results } = readAttemptOutcome(made)
  if (action.type !== "crmAuth" || made === null || !isAccepted(made)) return { outcome, results, crm: {} }
  const points = await listDataPoints(context.database.db, step.row.script_id)
  return { outcome, results, crm: { ...results, ...extractDataPoints(points, row.id, parseResponseBody(made.answer?.body ?? "")) } }
}

// The job that does what a conversation waits for, and goes on with it.

const ActionJobPayload = Schema.Struct({ script: Schema.String, conversation: Schema.String, instruction: Schema.String })
type ActionJobPayload = typeof ActionJobPayload.Type

const rowOf = (db: Db, { script, conversation }: ActionJobPayload) =>
  db.selectFrom("conversations").selectAll().where("script_id", "=", script).where("id", "=", conversation)

/** The conversation, where it still waits for the instruction's outcome. */
const findWaitingConversation = async (
  { loadPreparedScript }: ServerContext,
  db: Db,
  row: ConversationRow | undefined,
  { instruction }: ActionJobPayload,
): Promise<(LockedConversation & { readonly record: ConversationRecord }) | null> => {
  if (row === undefined) return null
  const { script, record } = await loadRecord(loadPreparedScript, db, row)
  return record?.state.waiting?.uuid === instruction ? { row, script, record } : null
}

type Act = Extract<ConversationEffect, { readonly type: "act" }>

/** What is to be done, with the answers of the conversation filled in. */
const findPendingAction = ({ chat }: PreparedScript, record: ConversationRecord, instruction: string): Act["action"] | undefined =>
  replayTurns(chat, record)
    .at(-1)
    ?.effects.find((effect): effect is Act => effect.type === "act" && effect.uuid === instruction)?.action

/** Tries at what nobody foresaw to go wrong, before the conversation goes on without it: its respondent waits. */
const maxAttempts = 3

export const runAction: JobHandler = async (context, payload, job) => {
  const { database } = context
  const acting = Schema.decodeUnknownSync(ActionJobPayload)(payload)
  const held = await findWaitingConversation(context, database.db, await rowOf(database.db, acting).executeTakeFirst(), acting)
  const action = held === null ? undefined : findPendingAction(held.script, held.record, acting.instruction)
  // Erased, or done already.
  if (held === null || action === undefined) return
  const step = { id: job.id, row: held.row, instruction: acting.instruction, action }
  const { outcome, results, crm } = job.attempt > maxAttempts ? noActionOutcome : await callForAction(context, step)
  await database.transact(async (change, end) => {
    const now = await findWaitingConversation(context, change, await rowOf(change, acting).forUpdate().executeTakeFirst(), acting)
    if (now === null) return
    await handleEvent(
      context,
      change,
      now,
      {
        type: "action.done",
        uuid: acting.instruction,
        outcome,
        results,
        ...(action.type === "crmAuth" && { crm }),
      },
      end,
    )
  })
}

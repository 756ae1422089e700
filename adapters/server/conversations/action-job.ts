// The call that a step makes while its respondent waits: kept with what came of it, as deliveries are.
import { randomUUIDv7 } from "node:crypto"
import * as Schema from "effect/Schema"
import type { Action } from "../../../domain/actions/action.ts"
import { chosenConnection } from "../../../domain/actions/crm-action.ts"
import {
  type Asking,
  askingAgent,
  askingEndpoint,
  noOutcome,
  type Outcome,
  outcomeOf,
  readAnswer,
  repeatable,
  saidBy,
} from "../../../domain/actions/outbound-request.ts"
import { type ChatRecord, turnsOf } from "../../../domain/chat/conversation-record.ts"
import type { Effect } from "../../../domain/chat/conversation-state.ts"
import { takenFrom } from "../../../domain/connections/data-point.ts"
import { askConnection, connectionRequest, connectionRow, type RecordedCall } from "../connections/connection-call.ts"
import type { Db } from "../database/database.ts"
import type { Worker } from "../jobs/job-queue.ts"
import { type Attempt, attempt, isTaken, keepAttempt, type NotMade, notMade } from "../outbound/outbound-attempt.ts"
import { dataPointsOf } from "../scripts/data-point-endpoints.ts"
import type { PreparedScript } from "../scripts/script-revisions.ts"
import type { House } from "../server-context.ts"
import { type ConversationRow, goOn, type Held, recordIn } from "./conversation-progress.ts"
import { conversationOf } from "./conversation-repository.ts"

/** `id` is the same when the step is carried out again, after a crash. */
type Step = { readonly id: string; readonly row: ConversationRow; readonly instruction: string; readonly action: Action }

/** What a step came to, and what is known of the respondent from then on. */
export type Asked = Outcome & { readonly crm: Outcome["results"] }

export const nothing: Asked = { ...noOutcome, crm: {} }

/** What a step comes to. A step that gets no answer comes to nothing: the chat goes on. */
export const askOutside = async (house: House, step: Step): Promise<Asked> => {
  const { action } = step
  switch (action.type) {
    case "getFromAPI":
      return asked(house, step, askingEndpoint(action.params))
    case "askAI":
      return asked(house, step, askingAgent(action.params))
    case "crmAuth":
    case "crmApi":
      return askedOfConnection(house, step, action)
    default:
      // A payment has no provider here (decisions "Send to API"): nothing was paid.
      return nothing
  }
}

const asked = async (house: House, step: Step, asking: Asking | null): Promise<Asked> => {
  if (asking === null) return notAsked(house, step, "unanswered.no-endpoint")
  return { ...cameTo(await kept(house, step, asking, () => attempt(house, repeatable(asking, step.id)))), crm: {} }
}

/** Keeps why a step called nobody: its author finds it beside the calls that were made. */
const notAsked = async (house: House, step: Step, problem: NotMade): Promise<Asked> => {
  await kept(house, step, { url: "" }, async () => notMade(house, problem))
  return nothing
}

const cameTo = (made: Attempt | null): Outcome => (made !== null && isTaken(made) ? outcomeOf(made.answer?.body ?? "") : noOutcome)

/** Keeps a call, without the headers, which may hold secrets, and what came of it. Null, and no call, where the conversation was erased. */
const kept = async (
  house: House,
  { row, instruction }: Step,
  { url, body = "" }: RecordedCall,
  make: () => Promise<Attempt>,
): Promise<Attempt | null> => {
  const { database, now } = house
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
  await keepAttempt(house, { script, delivery: id }, made, isTaken(made) ? "delivered" : "failed")
  return made
}

type CrmAction = Extract<Action, { readonly type: "crmAuth" | "crmApi" }>

/** What a CRM authentication comes to is known as `crm.key`: the fields of the answer, and what the script takes from it (decisions O8). */
const askedOfConnection = async (house: House, step: Step, action: CrmAction): Promise<Asked> => {
  const row = await connectionRow(house.database.db, step.row.community_id, chosenConnection(action.params.connection))
  if (row === null) return notAsked(house, step, "unanswered.connection.gone")
  const conversation = conversationOf(step.row)
  const made = await askConnection(
    house,
    row,
    (connection, access) => {
      const asking = connectionRequest(connection, { said: saidBy(action), conversation, access })
      return asking === null ? null : repeatable(asking, step.id)
    },
    (called, make) => kept(house, step, called, make),
  )
  const { outcome, results } = cameTo(made)
  if (action.type !== "crmAuth" || made === null || !isTaken(made)) return { outcome, results, crm: {} }
  const points = await dataPointsOf(house.database.db, step.row.script_id)
  return { outcome, results, crm: { ...results, ...takenFrom(points, row.id, readAnswer(made.answer?.body ?? "")) } }
}

// The job that does what a conversation waits for, and goes on with it.

const Acting = Schema.Struct({ script: Schema.String, conversation: Schema.String, instruction: Schema.String })
type Acting = typeof Acting.Type

const rowOf = (db: Db, { script, conversation }: Acting) =>
  db.selectFrom("conversations").selectAll().where("script_id", "=", script).where("id", "=", conversation)

/** The conversation, where it still waits for the instruction's outcome. */
const waitingFor = async (
  { prepared }: House,
  db: Db,
  row: ConversationRow | undefined,
  { instruction }: Acting,
): Promise<(Held & { readonly record: ChatRecord }) | null> => {
  if (row === undefined) return null
  const { script, record } = await recordIn(prepared, db, row)
  return record?.state.waiting?.uuid === instruction ? { row, script, record } : null
}

type Act = Extract<Effect, { readonly type: "act" }>

/** What is to be done, with the answers of the conversation filled in. */
const actionOf = ({ chat }: PreparedScript, record: ChatRecord, instruction: string): Act["action"] | undefined =>
  turnsOf(chat, record)
    .at(-1)
    ?.effects.find((effect): effect is Act => effect.type === "act" && effect.uuid === instruction)?.action

/** Tries at what nobody foresaw to go wrong, before the conversation goes on without it: its respondent waits. */
const mostTries = 3

export const act: Worker = async (house, payload, job) => {
  const { database } = house
  const acting = Schema.decodeUnknownSync(Acting)(payload)
  const held = await waitingFor(house, database.db, await rowOf(database.db, acting).executeTakeFirst(), acting)
  const action = held === null ? undefined : actionOf(held.script, held.record, acting.instruction)
  // Erased, or done already.
  if (held === null || action === undefined) return
  const step = { id: job.id, row: held.row, instruction: acting.instruction, action }
  const { outcome, results, crm } = job.attempt > mostTries ? nothing : await askOutside(house, step)
  await database.transact(async (change, end) => {
    const now = await waitingFor(house, change, await rowOf(change, acting).forUpdate().executeTakeFirst(), acting)
    if (now === null) return
    await goOn(
      house,
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

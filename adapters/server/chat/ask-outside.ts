// The call that a step makes while its respondent waits: kept with what came of it, as deliveries are.
import { randomUUIDv7 } from "node:crypto"
import type { Action } from "../../../domain/actions/action.ts"
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
} from "../../../domain/actions/asking.ts"
import { chosenConnection } from "../../../domain/actions/crm.ts"
import { takenFrom } from "../../../domain/connections/data-points.ts"
import { askConnection, type Called, connectionRow } from "../connections/ask.ts"
import { dataPointsOf } from "../connections/data-points.ts"
import { connectionRequest } from "../connections/request.ts"
import { conversationOf } from "../conversations/conversation-row.ts"
import { type Attempt, attempt, isTaken, keepAttempt, type NotMade, notMade } from "../deliveries/attempt.ts"
import type { House } from "../house.ts"
import type { ConversationRow } from "./conversing.ts"

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
  { url, body = "" }: Called,
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

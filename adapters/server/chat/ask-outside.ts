// The call that a step makes while its respondent waits: kept with what came of it, as deliveries are.
import { randomUUIDv7 } from "node:crypto"
import type { Action } from "../../../domain/actions/action.ts"
import { type Asking, askingAgent, askingEndpoint, noOutcome, type Outcome, outcomeOf } from "../../../domain/actions/asking.ts"
import { type ConnectionRow, openedConnection } from "../connections/connections.ts"
import { connectionRequest } from "../connections/request.ts"
import { accessOf } from "../connections/tokens.ts"
import { conversationOf } from "../conversations/conversation-row.ts"
import { type Attempt, attempt, isTaken, keepAttempt } from "../deliveries/attempt.ts"
import type { House } from "../house.ts"
import { isUuid } from "../http/askable.ts"
import type { ConversationRow } from "./conversing.ts"

type Step = { readonly row: ConversationRow; readonly instruction: string; readonly action: Action }

/** What a step comes to. A step that gets no answer comes to nothing: the chat goes on. */
export const askOutside = async (house: House, step: Step): Promise<Outcome> => {
  const { action } = step
  switch (action.type) {
    case "getFromAPI":
      return asked(house, step, askingEndpoint(action.params))
    case "askAI":
      return asked(house, step, askingAgent(action.params))
    case "crmAuth":
    case "crmApi":
      return askedOfConnection(house, step, action.params)
    default:
      // A payment has no provider here (decisions "Send to API"): nothing was paid.
      return noOutcome
  }
}

const asked = async (house: House, step: Step, asking: Asking | null): Promise<Outcome> =>
  asking === null ? noOutcome : cameTo(await kept(house, step, asking, () => attempt(house, asking)))

const cameTo = (made: Attempt | null): Outcome => (made !== null && isTaken(made) ? outcomeOf(made.answer?.body ?? "") : noOutcome)

/** Keeps a call, without the headers, which may hold secrets, and what came of it. Null, and no call, where the conversation was erased. */
const kept = async (
  house: House,
  { row, instruction }: Step,
  { url, body = "" }: Asking,
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

type CrmParams = Extract<Action, { readonly type: "crmAuth" | "crmApi" }>["params"]

/** The connection of a step: its id, or an object that has it. */
const connectionId = (connection: unknown): string => {
  const id: unknown = typeof connection === "object" && connection !== null ? Reflect.get(connection, "id") : connection
  return typeof id === "string" && isUuid(id) ? id : ""
}

const askedOfConnection = async (house: House, step: Step, params: CrmParams): Promise<Outcome> => {
  const { database, secret } = house
  const id = connectionId(params.connection)
  if (id === "") return noOutcome
  const row: ConnectionRow | undefined = await database.db
    .selectFrom("connections")
    .selectAll()
    .where("community_id", "=", step.row.community_id)
    .where("id", "=", id)
    .executeTakeFirst()
  if (row === undefined) return noOutcome
  const connection = openedConnection(secret, row)
  const column = "column" in params && typeof params.column === "string" ? params.column : ""
  const call = (access: string | null) => connectionRequest(connection, { column, conversation: conversationOf(step.row), access })
  const access = await accessOf(house, row, connection)
  const first = call(access)
  if (first === null) return noOutcome
  const made = await kept(house, step, first, () => attempt(house, first))
  // A token may have been taken back before its time.
  if (made?.answer?.status !== 401 || connection.authType !== 5) return cameTo(made)
  const renewed = await accessOf(house, row, connection, { isRefused: true })
  const second = renewed === null ? null : call(renewed)
  return second === null ? noOutcome : cameTo(await kept(house, step, second, () => attempt(house, second)))
}

// How many conversations there are: of a chat, of each day, of each chat of a community (adapters/contract/conversation-contract.ts).
import { sql } from "kysely"
import { recentDayCount } from "../../../domain/conversations/conversation.ts"
import * as contract from "../../contract/conversation-contract.ts"
import { communityEndpoint, type EndpointHandler } from "../http/endpoint-handler.ts"
import { validationFailed } from "../http/http-error.ts"
import { getScriptRow } from "../scripts/script-repository.ts"
import { filterConversations } from "./conversation-repository.ts"

const count = communityEndpoint(
  contract.countConversations,
  "conversations.read",
  async ({ database: { db } }, { community, params: { id }, payload }) => {
    const script = await getScriptRow(db, { community: community.uuid, id })
    const found = await db
      .selectFrom("conversations")
      .where(filterConversations(script.id, payload))
      .select((its) => its.fn.countAll().as("count"))
      .executeTakeFirstOrThrow()
    return { count: Number(found.count) }
  },
)

const countHoldings = communityEndpoint(
  contract.countResponses,
  "conversations.read",
  async ({ database: { db } }, { community, params: { id } }) => {
    const script = await getScriptRow(db, { community: community.uuid, id })
    const found = await db
      .selectFrom("conversations")
      .where("script_id", "=", script.id)
      .select(({ fn }) => [
        fn.countAll().as("all"),
        fn.count("started_at").as("begun"),
        fn.countAll().filterWhere("started_at", "is not", null).filterWhere("is_answered", "=", true).as("answered"),
      ])
      .executeTakeFirstOrThrow()
    const begun = Number(found.begun)
    return { conversations: begun, answered: Number(found.answered), links: Number(found.all) - begun }
  },
)

const answered = communityEndpoint(
  contract.countAnsweredConversations,
  "conversations.read",
  async ({ database: { db } }, { community }) => {
    // Counted script by script: the conversations of one stand together.
    const found = await db
      .selectFrom("scripts")
      .where("community_id", "=", community.uuid)
      .select((its) => [
        "id",
        its
          .selectFrom("conversations")
          .whereRef("script_id", "=", "scripts.id")
          .where("started_at", "is not", null)
          .where("is_answered", "=", true)
          .select(({ fn }) => fn.countAll().as("count"))
          .as("count"),
      ])
      .execute()
    return Object.fromEntries(found.flatMap(({ id, count: its }) => (Number(its) > 0 ? [[id, Number(its)]] : [])))
  },
)

/** The time zone of a query, or a 422; the server's own without one. */
const zoneOf = (zone = "UTC"): string => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError) throw validationFailed({ field: "zone", message: "This is no time zone." })
    throw error
  }
}

const dayMs = 86_400_000

const days = communityEndpoint(
  contract.countConversationsByDay,
  "conversations.read",
  async ({ database: { db }, now }, { community, params: { id }, payload: { zone } }) => {
    const script = await getScriptRow(db, { community: community.uuid, id })
    const day = sql<string>`to_char(started_at at time zone ${zoneOf(zone)}, 'YYYY-MM-DD')`
    const found = await db
      .selectFrom("conversations")
      .where("script_id", "=", script.id)
      .where("started_at", ">=", new Date(now().getTime() - recentDayCount * dayMs))
      .select((its) => [day.as("day"), its.fn.countAll().as("count")])
      .groupBy("day")
      .orderBy("day")
      .execute()
    return { items: found.map((it) => ({ day: it.day, count: Number(it.count) })) }
  },
)

export const countEndpoints: ReadonlyArray<EndpointHandler> = [count, countHoldings, answered, days]

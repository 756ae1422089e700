// Endpoints that count conversations: of a script, per day, and per script of a community.
import { sql } from "kysely"
import { recentDayCount } from "../../../domain/conversations/conversation.ts"
import * as contract from "../../contract/conversation-contract.ts"
import { communityEndpoint, type EndpointHandler } from "../http/endpoint-handler.ts"
import { validationFailed } from "../http/http-error.ts"
import { getScriptRow } from "../scripts/script-repository.ts"
import { filterConversations } from "./conversation-repository.ts"

const countConversations = communityEndpoint(
  contract.countConversations,
  "conversations.read",
  async ({ database: { db } }, { community, params: { id }, payload }) => {
    const script = await getScriptRow(db, { community: community.uuid, id })
    const found = await db
      .selectFrom("conversations")
      .where(filterConversations(script.id, payload))
      .select((eb) => eb.fn.countAll().as("count"))
      .executeTakeFirstOrThrow()
    return { count: Number(found.count) }
  },
)

const countResponses = communityEndpoint(
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
    const started = Number(found.begun)
    return { conversations: started, answered: Number(found.answered), links: Number(found.all) - started }
  },
)

const countAnsweredConversations = communityEndpoint(
  contract.countAnsweredConversations,
  "conversations.read",
  async ({ database: { db } }, { community }) => {
    // One subquery per script: the primary key keeps a script's conversations together.
    const found = await db
      .selectFrom("scripts")
      .where("community_id", "=", community.uuid)
      .select((eb) => [
        "id",
        eb
          .selectFrom("conversations")
          .whereRef("script_id", "=", "scripts.id")
          .where("started_at", "is not", null)
          .where("is_answered", "=", true)
          .select(({ fn }) => fn.countAll().as("count"))
          .as("count"),
      ])
      .execute()
    return Object.fromEntries(
      found.flatMap(({ id, count: answeredCount }) => (Number(answeredCount) > 0 ? [[id, Number(answeredCount)]] : [])),
    )
  },
)

/** Parses the time zone parameter (default UTC); throws a 422. */
const parseTimeZone = (zone = "UTC"): string => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError) throw validationFailed({ field: "zone", message: "This is no time zone." })
    throw error
  }
}

const dayMs = 86_400_000

const countConversationsByDay = communityEndpoint(
  contract.countConversationsByDay,
  "conversations.read",
  async ({ database: { db }, now }, { community, params: { id }, payload: { zone } }) => {
    const script = await getScriptRow(db, { community: community.uuid, id })
    const day = sql<string>`to_char(started_at at time zone ${parseTimeZone(zone)}, 'YYYY-MM-DD')`
    const found = await db
      .selectFrom("conversations")
      .where("script_id", "=", script.id)
      .where("started_at", ">=", new Date(now().getTime() - recentDayCount * dayMs))
      .select((eb) => [day.as("day"), eb.fn.countAll().as("count")])
      .groupBy("day")
      .orderBy("day")
      .execute()
    return { items: found.map((it) => ({ day: it.day, count: Number(it.count) })) }
  },
)

export const countEndpoints: ReadonlyArray<EndpointHandler> = [
  countConversations,
  countResponses,
  countAnsweredConversations,
  countConversationsByDay,
]

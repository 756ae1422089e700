// How many conversations there are: of a chat, of each day, of each chat of a community (adapters/contract/conversation-contract.ts).
import { sql } from "kysely"
import { shownDays } from "../../../domain/conversations/conversation.ts"
import * as contract from "../../contract/conversation-contract.ts"
import { type Call, inCommunity } from "../http/endpoint-handler.ts"
import { violated } from "../http/http-error.ts"
import { foundRow } from "../scripts/script-repository.ts"
import { chosenOf } from "./conversation-repository.ts"

const count = inCommunity(
  contract.countConversations,
  "conversations.read",
  async ({ database: { db } }, { community, params: { id }, payload }) => {
    const script = await foundRow(db, { community: community.uuid, id })
    const found = await db
      .selectFrom("conversations")
      .where(chosenOf(script.id, payload))
      .select((its) => its.fn.countAll().as("count"))
      .executeTakeFirstOrThrow()
    return { count: Number(found.count) }
  },
)

const holdings = inCommunity(contract.countHoldings, "conversations.read", async ({ database: { db } }, { community, params: { id } }) => {
  const script = await foundRow(db, { community: community.uuid, id })
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
})

const answered = inCommunity(contract.countAnswered, "conversations.read", async ({ database: { db } }, { community }) => {
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
})

/** The time zone of a query, or a 422; the server's own without one. */
const zoneOf = (zone = "UTC"): string => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError) throw violated({ field: "zone", message: "This is no time zone." })
    throw error
  }
}

const dayMs = 86_400_000

const days = inCommunity(
  contract.countByDay,
  "conversations.read",
  async ({ database: { db }, now }, { community, params: { id }, payload: { zone } }) => {
    const script = await foundRow(db, { community: community.uuid, id })
    const day = sql<string>`to_char(started_at at time zone ${zoneOf(zone)}, 'YYYY-MM-DD')`
    const found = await db
      .selectFrom("conversations")
      .where("script_id", "=", script.id)
      .where("started_at", ">=", new Date(now().getTime() - shownDays * dayMs))
      .select((its) => [day.as("day"), its.fn.countAll().as("count")])
      .groupBy("day")
      .orderBy("day")
      .execute()
    return { items: found.map((it) => ({ day: it.day, count: Number(it.count) })) }
  },
)

export const countCalls: ReadonlyArray<Call> = [count, holdings, answered, days]

// Conversations as exports list and deliveries send them, and recent activity of a script.
import * as Schema from "effect/Schema"
import { fromEpochDay, toEpochDay } from "../date/calendar-date.ts"
import { openStruct } from "../schema/open-struct.ts"

/** The statuses of a conversation. */
export const conversationStatuses = ["finished", "pending", "expired"] as const

const instant = Schema.NullOr(Schema.String)

/** [X16] Scores that a conversation reached, by uuid of their instructions: the total and the average of the scored answers before them. */
export const ConversationScores = Schema.Record(Schema.String, Schema.Struct({ total: Schema.Finite, average: Schema.Finite }))
export type ConversationScores = typeof ConversationScores.Type

/**
 * A conversation. Instants are in ISO 8601. `answers` are keyed by instruction uuid: a choice as its value or uuid,
 * several as a list, numbers as numbers, anything else as text. `revision` is the script revision that the conversation
 * began with.
 */
export const Conversation = openStruct({
  cuuid: Schema.String,
  uuid: Schema.NullOr(Schema.String),
  status: Schema.Literals(conversationStatuses),
  startedAt: instant,
  updatedAt: instant,
  syncedAt: instant,
  finishedAt: instant,
  revision: Schema.optionalKey(Schema.Int),
  metadata: Schema.Record(Schema.String, Schema.Unknown),
  answers: Schema.Record(Schema.String, Schema.Unknown),
  actions: Schema.Record(Schema.String, Schema.Unknown),
  scores: Schema.optionalKey(ConversationScores),
})
export type Conversation = typeof Conversation.Type

/** The number of conversations that began on a day (`YYYY-MM-DD`). */
export type DayCount = { readonly day: string; readonly count: number }

/** Number of days shown, including today. */
export const recentDayCount = 14

/** Returns the last days up to `today`, oldest first, with their counts; 0 if a day has none. */
export const listRecentDays = (dayCounts: ReadonlyArray<DayCount>, today: string): ReadonlyArray<DayCount> => {
  const last = toEpochDay(today)
  if (last === null) return []
  const counts = new Map(dayCounts.map(({ day, count }) => [day, count]))
  return Array.from({ length: recentDayCount }, (_, i) => {
    const day = fromEpochDay(last - recentDayCount + 1 + i)
    return { day, count: counts.get(day) ?? 0 }
  })
}

// A conversation as exports list it and deliveries send it (spec/3-community §3 "Conversation export row").
import * as Schema from "effect/Schema"
import { fromEpochDay, toEpochDay } from "../date/calendar-date.ts"
import { openStruct } from "../schema/open-struct.ts"

export const conversationStatuses = ["finished", "pending", "expired"] as const

const instant = Schema.NullOr(Schema.String)

/**
 * Instants are ISO 8601. `answers` stand under the uuid of their instruction: a choice as its value or uuid, several as a list of them,
 * numbers as numbers, everything else as text. `revision` is that of the script that the conversation began with.
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
})
export type Conversation = typeof Conversation.Type

// How a chat went lately: the conversations that began on each of the last days (design/interface "Details of a chat").

/** Conversations that began on a day (`YYYY-MM-DD`). */
export type DayCount = { readonly day: string; readonly count: number }

/** Days that are shown, today among them. */
export const recentDayCount = 14

/** Each of the last days up to today, the earliest first, with what was counted of it: nothing where nothing was. */
export const listRecentDays = (counted: ReadonlyArray<DayCount>, today: string): ReadonlyArray<DayCount> => {
  const last = toEpochDay(today)
  if (last === null) return []
  const counts = new Map(counted.map(({ day, count }) => [day, count]))
  return Array.from({ length: recentDayCount }, (_, i) => {
    const day = fromEpochDay(last - recentDayCount + 1 + i)
    return { day, count: counts.get(day) ?? 0 }
  })
}

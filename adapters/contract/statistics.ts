// The call of the live statistics' page. Like those of the chat its path stands under a base of its own (`STATS_URL`), and carries no cookie.
import * as Schema from "effect/Schema"
import { isIsoDate } from "../../domain/conditions/iso-date.ts"
import { Language } from "../../domain/script/language.ts"
import { Chart } from "../../domain/statistics/chart.ts"
import { StylePayload } from "../../domain/style/style-file.ts"
import { endpoint } from "./endpoint.ts"

const day = Schema.optionalKey(Schema.String.check(Schema.makeFilter(isIsoDate)))

/** Conversations that were begun and finished, and a chart for each question. */
export const Statistics = Schema.Struct({
  community: Schema.Struct({ name: Schema.String, slug: Schema.String }),
  title: Schema.String,
  language: Language,
  begun: Schema.Int,
  finished: Schema.Int,
  charts: Schema.Array(Chart),
  style: StylePayload,
})
export type Statistics = typeof Statistics.Type

/** What was answered between two days (UTC), both included. 404: there is no such chat, or it is deleted. */
export const readStatistics = endpoint({
  method: "get",
  path: "/stats/api/{slug}/{script}",
  payload: Schema.Struct({ from: day, until: day }),
  answer: Statistics,
})

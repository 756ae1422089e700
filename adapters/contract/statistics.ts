// The call of the live statistics' page. Like those of the chat its path stands under a base of its own (`STATS_URL`), and carries no cookie.
import * as Schema from "effect/Schema"
import { isIsoDate } from "../../domain/conditions/iso-date.ts"
import { Statistics } from "../../domain/statistics/told.ts"
import { endpoint } from "./endpoint.ts"

const day = Schema.optionalKey(Schema.String.check(Schema.makeFilter(isIsoDate)))

/** What was answered between two days (UTC), both included. 404: there is no such chat, or it is deleted. */
export const readStatistics = endpoint({
  method: "get",
  path: "/stats/api/{slug}/{script}",
  payload: Schema.Struct({ from: day, until: day }),
  answer: Statistics,
})

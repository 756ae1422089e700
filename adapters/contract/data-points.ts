// The calls about the data points that a script takes from a connection (spec/2-editor §7).
import * as Schema from "effect/Schema"
import { DataPoints } from "../../domain/connections/data-points.ts"
import { Nothing } from "./account.ts"
import { endpoint } from "./endpoint.ts"

export const saveDataPoints = endpoint({
  method: "post",
  path: "/api/datapoint/{id}/save",
  payload: DataPoints,
  answer: Schema.Literal("ok"),
})

export const showDataPoints = endpoint({
  method: "get",
  path: "/api/datapoint/{id}/show",
  payload: Nothing,
  answer: Schema.Struct({ fields: DataPoints }),
})

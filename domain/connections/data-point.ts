// What a script takes from outside: values that connections give (spec/2-editor §2 "External data modal", §3 "Data point").
import * as Schema from "effect/Schema"
import type { ConditionValue } from "../conditions/condition-value.ts"
import { limitValue } from "./response-value.ts"

/** [O8] One value that a connection gives, and the key by which the chat knows it. */
export const DataPoint = Schema.Struct({
  /** The id of a connection of the community. */
  selectedConnection: Schema.String,
  /** [O8] The key by which the chat knows the value, as `crm.key`. */
  valueSource: Schema.String,
  /** [O8] Where it stands in what the connection answers. */
  dataSelector: Schema.String,
})
export type DataPoint = typeof DataPoint.Type
/** [O6] The values that a script takes from outside, in their order. */
export const DataPoints = Schema.Array(DataPoint)

/** Whether anything has been said of a row beside its connection: one that was only added is not saved, and nothing is lacking in it. */
export const isStarted = ({ valueSource, dataSelector }: DataPoint): boolean => valueSource.trim() !== "" || dataSelector.trim() !== ""

/** [O6] Rows that a script has at most, and characters of their texts. */
const mostRows = 100
const longestText = 1024

export type DataPointProblem = { readonly field: string; readonly key: "ERROR.DATA_POINTS" }

/** What keeps data points from being saved; `connections` are the ids of the community's connections. */
export const dataPointProblems = (rows: ReadonlyArray<DataPoint>, connections: ReadonlySet<string>): ReadonlyArray<DataPointProblem> => {
  const problem = (field: string): DataPointProblem => ({ field, key: "ERROR.DATA_POINTS" })
  return [
    ...(rows.length > mostRows ? [problem("")] : []),
    ...rows.flatMap(({ selectedConnection, valueSource, dataSelector }, i) => [
      ...(connections.has(selectedConnection) ? [] : [problem(`${i}.selectedConnection`)]),
      ...(valueSource.trim() === "" || valueSource.length > longestText ? [problem(`${i}.valueSource`)] : []),
      ...(dataSelector.trim() === "" || dataSelector.length > longestText ? [problem(`${i}.dataSelector`)] : []),
    ]),
  ]
}

/** [O8] The keys by which a script knows what it takes from outside, each once. */
export const dataKeys = (rows: ReadonlyArray<DataPoint>): ReadonlyArray<string> => [
  ...new Set(rows.map(({ valueSource }) => valueSource.trim()).filter((key) => key !== "")),
]

/** [O8] What a script takes of the answer of a connection, by key; what does not stand in it is null. Of two for one key the later counts. */
export const extractDataPoints = (
  rows: ReadonlyArray<DataPoint>,
  connection: string,
  answer: unknown,
): Readonly<Record<string, ConditionValue>> =>
  Object.fromEntries(
    rows
      .filter(({ selectedConnection }) => selectedConnection === connection)
      .map(({ valueSource, dataSelector }) => [valueSource.trim(), limitValue(valueAt(answer, dataSelector))]),
  )

/** What stands at `path` in a JSON value: `person.address[0].city`, with or without `$.` before it; null where nothing does. Total. */
export const valueAt = (value: unknown, path: string): unknown => {
  const steps =
    path
      .trim()
      .replace(/^\$\.?/, "")
      .match(/[^.[\]]+/g) ?? []
  let at: unknown = value
  for (const step of steps) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return null
    at = Reflect.get(at, step)
  }
  return at ?? null
}

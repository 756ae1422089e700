// What a script takes from outside: values that connections give (spec/2-editor §2 "External data modal", §3 "Data point").
import * as Schema from "effect/Schema"

export const DataPoint = Schema.Struct({
  /** The id of a connection of the community. */
  selectedConnection: Schema.String,
  valueSource: Schema.String,
  dataSelector: Schema.String,
})
export type DataPoint = typeof DataPoint.Type
export const DataPoints = Schema.Array(DataPoint)

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

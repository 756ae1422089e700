// Data points of a script: values that connections provide (O6, O8), and limits on what is stored of their responses (A11).

import * as Schema from "effect/Schema"
import { type ConditionValue, toConditionValue } from "../conditions/condition-value.ts"

/** [O8] A value that a connection provides. */
export const DataPoint = Schema.Struct({
  /** The id of a connection of the community. */
  selectedConnection: Schema.String,
  /** The key under which the chat knows the value, as `crm.key`. */
  valueSource: Schema.String,
  /** The path of the value in the connection's response. */
  dataSelector: Schema.String,
})
export type DataPoint = typeof DataPoint.Type
/** [O6] The data points of a script, in order. */
export const DataPoints = Schema.Array(DataPoint)

/** Whether a row has been filled in beyond its connection; an untouched row is neither saved nor validated. */
export const isStarted = ({ valueSource, dataSelector }: DataPoint): boolean => valueSource.trim() !== "" || dataSelector.trim() !== ""

/** [O6] Maximum number of rows, and maximum length of their texts in characters. */
const maxRows = 100
const maxTextLength = 1024

export type DataPointProblem = { readonly field: string; readonly key: "ERROR.DATA_POINTS" }

/**
 * Returns the problems that keep data points from being saved; `connections` are the ids of the community's
 * connections.
 */
export const dataPointProblems = (rows: ReadonlyArray<DataPoint>, connections: ReadonlySet<string>): ReadonlyArray<DataPointProblem> => {
  const problem = (field: string): DataPointProblem => ({ field, key: "ERROR.DATA_POINTS" })
  return [
    ...(rows.length > maxRows ? [problem("")] : []),
    ...rows.flatMap(({ selectedConnection, valueSource, dataSelector }, i) => [
      ...(connections.has(selectedConnection) ? [] : [problem(`${i}.selectedConnection`)]),
      ...(valueSource.trim() === "" || valueSource.length > maxTextLength ? [problem(`${i}.valueSource`)] : []),
      ...(dataSelector.trim() === "" || dataSelector.length > maxTextLength ? [problem(`${i}.dataSelector`)] : []),
    ]),
  ]
}

/** [O8] Returns the distinct keys of a script's data points. */
export const listDataKeys = (rows: ReadonlyArray<DataPoint>): ReadonlyArray<string> => [
  ...new Set(rows.map(({ valueSource }) => valueSource.trim()).filter((key) => key !== "")),
]

/**
 * [O8] Extracts the data points of a connection's response by key; a missing value is null. If two rows have the same
 * key, the later one wins.
 */
export const extractDataPoints = (
  rows: ReadonlyArray<DataPoint>,
  connection: string,
  response: unknown,
): Readonly<Record<string, ConditionValue>> =>
  Object.fromEntries(
    rows
      .filter(({ selectedConnection }) => selectedConnection === connection)
      .map(({ valueSource, dataSelector }) => [valueSource.trim(), limitValue(getValueAtPath(response, dataSelector))]),
  )

/**
 * Returns the value at `path` in a JSON value: `person.address[0].city`, with or without a leading `$.`; null if there
 * is none. Total.
 */
export const getValueAtPath = (value: unknown, path: string): unknown => {
  const steps =
    path
      .trim()
      .replace(/^\$\.?/, "")
      .match(/[^.[\]]+/g) ?? []
  let current: unknown = value
  for (const step of steps) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, step)) return null
    current = Reflect.get(current, step)
  }
  return current ?? null
}

/** [A11] Maximum number of characters of a text, of list members, and of object fields that are stored. */
export const responseLimits = { maxCharacters: 10_000, members: 1000, maxFields: 1000 } as const

/**
 * [A11] Returns a response value as stored: long texts and lists are cut; a value that conditions cannot use becomes
 * null. Total.
 */
export const limitValue = (json: unknown): ConditionValue => {
  const value = toConditionValue(Array.isArray(json) ? json.slice(0, responseLimits.members) : json)
  return Array.isArray(value) ? value.map(truncate) : typeof value === "string" ? truncate(value) : value
}

const truncate = <Member extends number | string>(member: Member): Member | string =>
  typeof member === "string" ? member.slice(0, responseLimits.maxCharacters) : member

/** [A11] Returns the fields of a response as stored; the first ones if there are too many. */
export const limitFields = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, ConditionValue>> =>
  Object.fromEntries(
    Object.entries(fields)
      .slice(0, responseLimits.maxFields)
      .map(([key, value]) => [key.slice(0, responseLimits.maxCharacters), limitValue(value)]),
  )

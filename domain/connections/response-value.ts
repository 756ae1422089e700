// Limits on what is stored of an external response: only values that conditions can use, and only so much (A11).
import { type ConditionValue, toConditionValue } from "../conditions/condition-value.ts"

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

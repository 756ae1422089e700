// What is kept of an answer from outside: what conditions and texts can name, and no more of it than anybody would (decisions A11).
import { type ConditionValue, toConditionValue } from "../conditions/condition-value.ts"

/** [A11] Characters of a text, members of a list, and fields of an object that are kept at most. */
export const responseLimits = { maxCharacters: 10_000, members: 1000, maxFields: 1000 } as const

/** [A11] A value of an answer as it is kept: a text or a list no longer than is kept; what is no value of conditions is null. Total. */
export const limitValue = (json: unknown): ConditionValue => {
  const value = toConditionValue(Array.isArray(json) ? json.slice(0, responseLimits.members) : json)
  return Array.isArray(value) ? value.map(cut) : typeof value === "string" ? cut(value) : value
}

const cut = <Member extends number | string>(member: Member): Member | string =>
  typeof member === "string" ? member.slice(0, responseLimits.maxCharacters) : member

/** [A11] The fields of an answer as they are kept, the first of them where there are too many. */
export const limitFields = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, ConditionValue>> =>
  Object.fromEntries(
    Object.entries(fields)
      .slice(0, responseLimits.maxFields)
      .map(([key, value]) => [key.slice(0, responseLimits.maxCharacters), limitValue(value)]),
  )

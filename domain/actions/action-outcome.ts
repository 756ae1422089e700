// How a response becomes the outcome of an action (A11).

import type { ConditionValue } from "../conditions/condition-value.ts"
import { limitFields, limitValue } from "../connections/data-point.ts"
import { getOwnField, isRecord } from "../json/json-value.ts"

/** The outcome of an action, and its results by key; null and empty if there was no response. */
export type ActionOutcome = { readonly outcome: ConditionValue; readonly results: Readonly<Record<string, ConditionValue>> }

/** The outcome of an action without a response. */
export const noOutcome: ActionOutcome = { outcome: null, results: {} }

/** Fields in which services commonly return their answer. */
const outcomeFieldNames = ["answer", "text", "output", "result", "value"] as const

/** [A11] Parses a response into the action's outcome. Total, for any text. */
export const parseOutcome = (body: string): ActionOutcome => toOutcome(parseResponseBody(body))

/**
 * [A11] Returns the outcome of a parsed response: for a JSON object its fields as results and the first commonly used
 * answer field as the outcome (else true); for anything else the value itself.
 */
export const toOutcome = (value: unknown): ActionOutcome => {
  if (!isRecord(value)) return { outcome: limitValue(value), results: {} }
  const answer = outcomeFieldNames
    .map((key) => limitValue(getOwnField(value, key)))
    .find((it) => typeof it === "string" || typeof it === "number")
  return { outcome: answer ?? true, results: limitFields(value) }
}

/** Parses a response body as JSON, or returns the text itself. */
export const parseResponseBody = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

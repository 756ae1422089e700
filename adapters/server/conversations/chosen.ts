// The conversations of a script that a query chooses.
import type { ExpressionBuilder } from "kysely"
import type { Tables } from "../database/tables.ts"
import { violated } from "../http/trouble.ts"

type Chosen = { readonly filledonly?: boolean; readonly from?: string; readonly to?: string }

/** An instant of a query, or a 422. */
const instantOf = (field: string, text: string): Date => {
  const at = new Date(text)
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1970 || at.getUTCFullYear() > 9999)
    throw violated({ field, message: "This is no date." })
  return at
}

export type Its = ExpressionBuilder<Tables, "conversations">

/** Those of a script that were begun, as far as a query chooses them. */
export const chosenOf =
  (script: string, { filledonly = false, from, to }: Chosen) =>
  (its: Its) =>
    its.and([
      its("script_id", "=", script),
      its("started_at", "is not", null),
      ...(filledonly ? [its("is_answered", "=", true)] : []),
      ...(from === undefined ? [] : [its("started_at", ">=", instantOf("from", from))]),
      ...(to === undefined ? [] : [its("started_at", "<=", instantOf("to", to))]),
    ])

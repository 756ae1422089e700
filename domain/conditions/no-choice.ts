// A comparison of a choice question's answer with a value that is no choice of it.
import type { Choice } from "../questions/question.ts"
import { compare } from "./compare.ts"
import type { Compare, Holds, Operand, Reference } from "./condition.ts"
import type { Possible } from "./possible.ts"
import type { Value } from "./value.ts"

/** `value` is no value (or, with the facet `text`, no text) of a choice; `meant` is the choice whose text it is, if any. */
export type NoChoice = {
  readonly reference: Extract<Reference, { readonly _tag: "Answer" }>
  readonly value: number | string | boolean
  readonly meant: { readonly value: number; readonly text: string } | null
}

/** The wrong value in a comparison, or null. Only equality and membership are looked at: an order needs no choice to be exact. */
export const noChoice = (of: Compare | Holds, possibleOf: (reference: Reference) => Possible): NoChoice | null => {
  if (of._tag === "Holds") return null
  const pair = [sides(of.left, of.right), sides(of.right, of.left)].find((one) => one !== null)
  if (pair === undefined || pair === null) return null
  const { reference, value } = pair
  const possible = possibleOf(reference)
  const isList = possible._tag === "Several"
  const by = isList ? ["contains", "!contains"] : ["==", "!="]
  if (!by.includes(of.by) || (isList && reference !== of.left)) return null
  const known = choicesOf(possible)
  if (known === null || known.length === 0) return null
  const facet = reference.facet === "text" ? "text" : "value"
  if (facet === "text" && "recalls" in possible && possible.recalls) return null
  if (known.some((choice) => compare(choice[facet], "==", value))) return null
  const meant = typeof value === "string" ? known.find(({ text }) => text.trim().toLowerCase() === value.trim().toLowerCase()) : undefined
  return { reference, value, meant: facet === "value" ? (meant ?? null) : null }
}

const sides = (one: Operand, other: Operand): Pick<NoChoice, "reference" | "value"> | null => {
  if (one._tag !== "Answer" || one.facet === "score" || one.facet === "amount") return null
  return other._tag === "Literal" && other.value !== null ? { reference: one, value: other.value } : null
}

type Known = { readonly value: number; readonly text: string }

const choicesOf = (possible: Possible): ReadonlyArray<Known> | null => {
  switch (possible._tag) {
    case "OneOf":
      return possible.isChoice ? possible.answers.flatMap(({ value, text }) => known(value, text)) : null
    case "Several":
      return possible.choices.map(({ value, translation }: Choice) => ({ value, text: translation.content }))
    default:
      return null
  }
}

const known = (value: Value, text: Value): ReadonlyArray<Known> =>
  typeof value === "number" && typeof text === "string" ? [{ value, text }] : []

// The bounds of sums: whether a comparison of a sum with a number can be true [C17].
import type { Atom } from "./atomic-condition.ts"
import type { Operand, Reference } from "./condition.ts"
import { compareValues } from "./evaluate.ts"
import type { PossibleAnswers } from "./possible-answers.ts"

type Bounds = { readonly least: number; readonly most: number }
type GetPossible = (reference: Reference) => PossibleAnswers

const unlimited: Bounds = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY }

/** Returns whether a sum that must have some order relative to a number can have it; true if it cannot tell. */
export const isSumPossible = ({ of, mustHold }: Atom, getPossible: GetPossible): boolean => {
  if (of._tag !== "Compare" || !mustHold) return true
  const [left, right] = [getBounds(of.left, getPossible), getBounds(of.right, getPossible)]
  if (left === null || right === null) return true
  switch (of.by) {
    case "<":
    case "<=":
      return compareValues(left.least, of.by, right.most)
    case ">":
    case ">=":
      return compareValues(left.most, of.by, right.least)
    case "==":
      return left.least <= right.most && right.least <= left.most
    default:
      return true
  }
}

const getBounds = (operand: Operand, getPossible: GetPossible): Bounds | null => {
  if (operand._tag === "Literal") return typeof operand.value === "number" ? { least: operand.value, most: operand.value } : null
  if (operand._tag !== "Sum") return null
  return operand.terms.reduce(
    (sum, term) => {
      const { least, most } = getTermBounds(term, getPossible)
      // What is not answered counts for nothing.
      return { least: sum.least + Math.min(0, least), most: sum.most + Math.max(0, most) }
    },
    { least: 0, most: 0 },
  )
}

const getTermBounds = (reference: Reference, getPossible: GetPossible): Bounds => {
  if (reference._tag !== "Answer") return unlimited
  const possible = getPossible(reference)
  const facet = reference.facet ?? "value"
  switch (possible._tag) {
    case "Nothing":
      return { least: 0, most: 0 }
    case "Score":
      return (facet === "value" ? "total" : facet) === possible.facet ? possible : unlimited
    case "Number":
      return facet === "value" || facet === "amount"
        ? { least: possible.least ?? unlimited.least, most: possible.most ?? unlimited.most }
        : unlimited
    case "OneOf": {
      if (facet === "text") return unlimited
      const numbers = possible.answers.flatMap((answer) => {
        const value = answer[facet]
        return typeof value === "number" ? [value] : []
      })
      return { least: Math.min(0, ...numbers), most: Math.max(0, ...numbers) }
    }
    default:
      return unlimited
  }
}

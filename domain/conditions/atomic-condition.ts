// Atomic conditions: one comparison or one bare operand, with the references and constants in it.

import { toNameKey } from "../script/instruction-name.ts"
import type { Comparison, Condition, Facet, Reference, TruthTest } from "./condition.ts"
import type { ConditionValue } from "./condition-value.ts"
import { type ConditionTest, compileCondition } from "./evaluate.ts"

/** A literal value in a condition. */
export type Constant = Exclude<ConditionValue, ReadonlyArray<unknown>>

/**
 * An atomic condition. `mustHold` is the required outcome. `about` is the one variable that the atom refers to; null if
 * there is none, more than one, a sum, or a nested condition.
 */
export type Atom = {
  readonly of: Comparison | TruthTest
  readonly mustHold: boolean
  readonly about: { readonly subject: string; readonly reference: Reference } | null
  readonly facets: ReadonlyArray<Facet>
  readonly constants: ReadonlyArray<Constant>
  readonly test: ConditionTest
}

/** Returns the atom (`is`) and its negation (`isNot`). */
export const createAtomPair = (of: Comparison | TruthTest): { readonly is: Atom; readonly isNot: Atom } => {
  const is = createAtom(of)
  const { test } = is
  return { is, isNot: { ...is, mustHold: false, test: (environment) => !test(environment) } }
}

/** Creates the atom of a comparison or a bare operand that must be true. */
export const createAtom = (of: Comparison | TruthTest): Atom => {
  const references: Array<Reference> = []
  const facets: Array<Facet> = []
  const constants: Array<Constant> = []
  let isNested = false
  for (const operand of of._tag === "Holds" ? [of.operand] : [of.left, of.right]) {
    // The representative answers of its terms say nothing about a sum.
    if (operand._tag === "Sum") {
      isNested = true
      continue
    }
    const reference = operand._tag === "Count" ? operand.of : operand
    if (reference._tag === "Truth") isNested = true
    else if (reference._tag === "Literal") constants.push(reference.value)
    else {
      references.push(reference)
      if (reference._tag === "Answer" && reference.facet !== null) facets.push(reference.facet)
    }
  }
  return { of, mustHold: true, about: isNested ? null : findSingleVariable(references), facets, constants, test: compileCondition(of) }
}

const findSingleVariable = ([reference, other]: ReadonlyArray<Reference>): Atom["about"] => {
  if (reference === undefined) return null
  const subject = getReferenceKey(reference)
  return other === undefined || getReferenceKey(other) === subject ? { subject, reference } : null
}

/** Whether the atom compares only constants. */
export const isConstant = ({ of, constants }: Atom): boolean => constants.length === (of._tag === "Holds" ? 1 : 2)

/** Returns the key of the variable that a reference refers to; all facets share it. */
export const getReferenceKey = (reference: Reference): string => {
  switch (reference._tag) {
    case "Answer":
      return `answers ${toNameKey(reference.name)}`
    case "Metadata":
      return `metadata ${reference.key}`
    case "Action":
      return `actions ${JSON.stringify([toNameKey(reference.name), reference.key])}`
    case "Crm":
      return `crm ${reference.key}`
  }
}

/** Unwraps `(a && b) == true` into `a && b` and its required outcome; null for any other comparison. */
export const unwrapComparison = ({ left, by, right }: Comparison): { readonly condition: Condition; readonly holds: boolean } | null => {
  const [truth, other] = left._tag === "Truth" ? [left, right] : [right, left]
  if (truth._tag !== "Truth" || other._tag !== "Literal" || typeof other.value !== "boolean") return null
  if (by !== "==" && by !== "!=") return null
  return { condition: truth.of, holds: (by === "==") === other.value }
}

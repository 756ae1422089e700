// The parts of a condition that are compared or asked alone: what they refer to, and what they are compared with.

import { nameKey } from "../script/name.ts"
import type { Compare, Condition, Holds, Operand, Reference } from "./condition.ts"
import { compile, type Test } from "./evaluate.ts"
import type { Value } from "./value.ts"

/** A comparison or a bare operand, and whether it must hold or must not. */
export type Atom = { readonly of: Compare | Holds; readonly holds: boolean; readonly test: Test }

export const atom = (of: Compare | Holds, holds: boolean): Atom => {
  const test = compile(of)
  return { of, holds, test: holds ? test : (environment) => !test(environment) }
}

/** What an atom asks about: the one thing that several references, of whatever facet, share. */
export const subjectOf = (reference: Reference): string => {
  switch (reference._tag) {
    case "Answer":
      return `answers ${nameKey(reference.name)}`
    case "Metadata":
      return `metadata ${reference.key}`
    case "Action":
      return `actions ${JSON.stringify([nameKey(reference.name), reference.key])}`
    case "Crm":
      return `crm ${reference.key}`
  }
}

export const operandsOf = (of: Compare | Holds): ReadonlyArray<Operand> => (of._tag === "Holds" ? [of.operand] : [of.left, of.right])

/** The references of an atom itself; those within a nested condition are not its own. */
export const referencesOf = (of: Compare | Holds): ReadonlyArray<Reference> =>
  operandsOf(of).flatMap((operand): ReadonlyArray<Reference> => {
    switch (operand._tag) {
      case "Truth":
      case "Literal":
        return []
      case "Count":
        return [operand.of]
      default:
        return [operand]
    }
  })

export const isNested = (of: Compare | Holds): boolean => operandsOf(of).some(({ _tag }) => _tag === "Truth")

/** The values written in an atom. */
export const constantsOf = (of: Compare | Holds): ReadonlyArray<Exclude<Value, ReadonlyArray<unknown>>> =>
  operandsOf(of).flatMap((operand) => (operand._tag === "Literal" ? [operand.value] : []))

/** `(a && b) == true` says no more than `a && b`: the condition within and whether it must hold, or null for any other comparison. */
export const unwrapped = ({ left, by, right }: Compare): { readonly condition: Condition; readonly holds: boolean } | null => {
  const [truth, other] = left._tag === "Truth" ? [left, right] : [right, left]
  if (truth._tag !== "Truth" || other._tag !== "Literal" || typeof other.value !== "boolean") return null
  if (by !== "==" && by !== "!=") return null
  return { condition: truth.of, holds: (by === "==") === other.value }
}

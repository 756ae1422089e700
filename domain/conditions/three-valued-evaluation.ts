// Three-valued evaluation of conditions: true, false, or null while the known answers leave it open (I9).
import type { Instruction } from "../script/instruction.ts"
import { toNameKey } from "../script/instruction-name.ts"
import { type Atom, unwrapComparison } from "./atomic-condition.ts"
import type { Comparison, Condition, TruthTest } from "./condition.ts"
import type { AnswerFacets } from "./condition-value.ts"
import { type AnalyzedVariable, collectVariables, listConditionReferences, type VariableAtom } from "./condition-variables.ts"
import { type AtomicPart, emptyEnvironment, listAtomicParts } from "./satisfiability.ts"

/** Returns the class of a variable's answer, null if it is unknown. */
export type GetAnswerClass = (variable: number) => number | null

/** Returns whether a condition is true; null if the known answers leave it open. */
type EvaluateClasses = (getClass: GetAnswerClass) => boolean | null

/**
 * A part of a condition, with the outcome that makes it count as true: without it the condition is false, or with it the condition is true
 * (`isAlternative`).
 */
type DecisivePart = {
  readonly of: Condition
  readonly mustHold: boolean
  readonly isAlternative: boolean
  readonly holds: EvaluateClasses
}

/**
 * A compiled condition, the variables that it depends on (`asks`), those that it refers to even if it cannot be decided (`reads`), the number
 * of its atomic parts, and those that are required, or else its alternatives; none if it consists of one.
 */
export type JointCondition = {
  readonly asks: ReadonlyArray<number>
  readonly reads: ReadonlyArray<number>
  readonly size: number
  readonly decisiveParts: ReadonlyArray<DecisivePart>
  readonly holds: EvaluateClasses
}

type CompiledPart = Pick<JointCondition, "asks" | "holds">

/** A condition that is left open. */
export const undecidable: JointCondition = { asks: [], reads: [], size: 1, decisiveParts: [], holds: () => null }

/** Compiles the conditions of instructions (null if an instruction has none), together with their variables. */
export const compileJointConditions = (
  instructions: ReadonlyArray<Instruction>,
  conditions: ReadonlyArray<Condition | null>,
): { readonly variables: ReadonlyArray<AnalyzedVariable>; readonly judged: ReadonlyArray<JointCondition | null> } => {
  const { variables, parts } = collectVariables(instructions, conditions)
  const compiledAtoms = new Map<Atom, CompiledPart>()
  const readBy = new Map(parts.map(({ of, about }) => [of, about]))
  const compiledParts = new Map(
    parts.map((part) => {
      const compiled = compiledAtoms.get(part.atom) ?? compilePart(part, variables)
      compiledAtoms.set(part.atom, compiled)
      return [part.of, compiled] as const
    }),
  )
  return {
    variables,
    judged: conditions.map((condition) => {
      if (condition === null) return null
      const ownParts = listAtomicParts(condition)
      const indexes = ownParts.flatMap(({ of }) => compiledParts.get(of)?.asks ?? [])
      return {
        asks: [...new Set(indexes)],
        reads: [...new Set(ownParts.flatMap(({ of }) => readBy.get(of) ?? []))],
        size: ownParts.length,
        decisiveParts: ownParts.length === 1 ? [] : listDecisiveParts(condition, ownParts, compiledParts),
        holds: (getClass) => evaluateThreeValued(condition, compiledParts, getClass),
      }
    }),
  }
}

const listDecisiveParts = (
  condition: Condition,
  parts: ReadonlyArray<AtomicPart>,
  compiledParts: ReadonlyMap<Comparison | TruthTest, CompiledPart>,
): ReadonlyArray<DecisivePart> => {
  const alternatives = listTerms(condition, "Any")
  const requiredParts = [...parts.filter(({ isRequired }) => isRequired), ...listRequiredDisjunctions(condition)]
  const decisive = alternatives.length > 1 ? alternatives : requiredParts
  return decisive.map(({ of, mustHold }) => ({
    of,
    mustHold,
    isAlternative: decisive === alternatives,
    holds: (getClass) => flip(evaluateThreeValued(of, compiledParts, getClass), !mustHold),
  }))
}

type Term = Pick<DecisivePart, "of" | "mustHold">

/** Returns the disjunctions that must hold for a condition to be true. */
const listRequiredDisjunctions = (condition: Condition): ReadonlyArray<Term> =>
  listTerms(condition, "All").filter(({ of, mustHold }) => listTerms(of, "Any", mustHold).length > 1)

/** Returns the terms of a conjunction ("All") or a disjunction ("Any"), and of those within it; another condition is its only term. */
const listTerms = (condition: Condition, connective: "All" | "Any", mustHold = true): ReadonlyArray<Term> => {
  if (condition._tag === "Not") return listTerms(condition.term, connective, !mustHold)
  const opposite = connective === "All" ? "Any" : "All"
  if ((condition._tag === "Any" || condition._tag === "All") && condition._tag === (mustHold ? connective : opposite))
    return condition.terms.flatMap((term) => listTerms(term, connective, mustHold))
  return [{ of: condition, mustHold }]
}

const flip = (holds: boolean | null, isNegated: boolean): boolean | null => (holds === null ? null : holds !== isNegated)

const compilePart = (
  { atom: { of, test }, about, isSingleton }: VariableAtom,
  allVariables: ReadonlyArray<AnalyzedVariable>,
): CompiledPart => {
  const [variable] = about
  if (variable === undefined) {
    const result = test(emptyEnvironment)
    return { asks: [], holds: () => result }
  }
  if (isSingleton) {
    const truthTable = allVariables[variable]?.truthTables.get(of)
    if (truthTable === undefined) return { asks: [], holds: () => null }
    return {
      asks: about,
      holds: (getClass) => {
        const answerClass = getClass(variable)
        return answerClass === null ? null : (truthTable[answerClass] ?? null)
      },
    }
  }
  // Representative answers decide one variable at a time. Several variables can be decided together only if all their
  // answers are listed.
  const comparesTexts = listConditionReferences(of).some((reference) => reference._tag === "Answer" && reference.facet === "text")
  const isListed = ({ possible, isExhaustive }: AnalyzedVariable): boolean =>
    isExhaustive && !(comparesTexts && (possible._tag === "OneOf" ? possible.recalls : possible._tag !== "Nothing"))
  const variables = about.flatMap((index) => allVariables[index] ?? [])
  if (!variables.every(isListed)) return { asks: [], holds: () => null }
  return {
    asks: about,
    holds: (getClass) => {
      const answers = new Map<string, AnswerFacets>()
      for (const [i, { reference, representatives }] of variables.entries()) {
        const answerClass = getClass(about[i] ?? -1)
        if (answerClass === null) return null
        const answer = representatives?.[answerClass]
        if (reference._tag === "Answer" && answer !== undefined) answers.set(toNameKey(reference.name), answer)
      }
      return test({ ...emptyEnvironment, answers })
    },
  }
}

const evaluateThreeValued = (
  condition: Condition,
  parts: ReadonlyMap<Comparison | TruthTest, CompiledPart>,
  getClass: GetAnswerClass,
): boolean | null => {
  switch (condition._tag) {
    case "All":
    case "Any": {
      const decisive = condition._tag === "Any"
      let isOpen = false
      for (const term of condition.terms) {
        const holds = evaluateThreeValued(term, parts, getClass)
        if (holds === decisive) return decisive
        isOpen ||= holds === null
      }
      return isOpen ? null : !decisive
    }
    case "Not": {
      const holds = evaluateThreeValued(condition.term, parts, getClass)
      return holds === null ? null : !holds
    }
    default: {
      const part = parts.get(condition)
      if (part !== undefined) return part.holds(getClass)
      const unwrapped = condition._tag === "Compare" ? unwrapComparison(condition) : null
      if (unwrapped === null) return null
      const holds = evaluateThreeValued(unwrapped.condition, parts, getClass)
      return holds === null ? null : holds === unwrapped.holds
    }
  }
}

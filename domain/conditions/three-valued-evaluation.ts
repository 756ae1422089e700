// Three-valued evaluation of conditions: true, false, or null while the known answers leave it open (I9).
import type { Instruction } from "../script/instruction.ts"
import { toNameKey } from "../script/instruction-name.ts"
import { type Atom, unwrapComparison } from "./atomic-condition.ts"
import type { Comparison, Condition, TruthTest } from "./condition.ts"
import type { AnswerFacets } from "./condition-value.ts"
import { type AnalyzedVariable, collectVariables, type VariableAtom } from "./condition-variables.ts"
import { emptyEnvironment, listAtomicParts } from "./satisfiability.ts"

/** Returns the class of a variable's answer, null if it is unknown. */
export type GetAnswerClass = (variable: number) => number | null

/** Returns whether a condition is true; null if the known answers leave it open. */
type EvaluateClasses = (getClass: GetAnswerClass) => boolean | null

/** A compiled condition, the variables that it depends on, and the number of its atomic parts. */
export type JointCondition = { readonly asks: ReadonlyArray<number>; readonly size: number; readonly holds: EvaluateClasses }

/** Compiles the conditions of instructions (null if an instruction has none), together with their variables. */
export const compileJointConditions = (
  instructions: ReadonlyArray<Instruction>,
  conditions: ReadonlyArray<Condition | null>,
): { readonly things: ReadonlyArray<AnalyzedVariable>; readonly judged: ReadonlyArray<JointCondition | null> } => {
  const { things, parts } = collectVariables(instructions, conditions)
  const compiledAtoms = new Map<Atom, JointCondition>()
  const compiledParts = new Map(
    parts.map((part) => {
      const compiled = compiledAtoms.get(part.atom) ?? compilePart(part, things)
      compiledAtoms.set(part.atom, compiled)
      return [part.of, compiled] as const
    }),
  )
  return {
    things,
    judged: conditions.map((condition) => {
      if (condition === null) return null
      const ownParts = listAtomicParts(condition)
      const variables = ownParts.flatMap(({ of }) => compiledParts.get(of)?.asks ?? [])
      return {
        asks: [...new Set(variables)],
        size: ownParts.length,
        holds: (getClass) => evaluateThreeValued(condition, compiledParts, getClass),
      }
    }),
  }
}

const undecidable: JointCondition = { asks: [], size: 1, holds: () => null }

const compilePart = (
  { atom: { of, test, facets }, about, isSingleton }: VariableAtom,
  allVariables: ReadonlyArray<AnalyzedVariable>,
): JointCondition => {
  const [variable] = about
  if (variable === undefined) {
    const result = test(emptyEnvironment)
    return { asks: [], size: 1, holds: () => result }
  }
  if (isSingleton) {
    const truthTable = allVariables[variable]?.truthTables.get(of)
    if (truthTable === undefined) return undecidable
    return {
      asks: about,
      size: 1,
      holds: (getClass) => {
        const answerClass = getClass(variable)
        return answerClass === null ? null : (truthTable[answerClass] ?? null)
      },
    }
  }
  // Representative answers decide one variable at a time. Several variables can be decided together only if all their
  // answers are listed.
  const comparesTexts = facets.includes("text") || hasNestedCondition(of)
  const isListed = ({ possible, representatives }: AnalyzedVariable): boolean =>
    representatives !== null && (possible._tag === "Nothing" || (possible._tag === "OneOf" && !(possible.recalls && comparesTexts)))
  const variables = about.flatMap((index) => allVariables[index] ?? [])
  if (!variables.every(isListed)) return undecidable
  return {
    asks: about,
    size: 1,
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

const hasNestedCondition = (of: Comparison | TruthTest): boolean =>
  of._tag === "Compare" && (of.left._tag === "Truth" || of.right._tag === "Truth")

const evaluateThreeValued = (
  condition: Condition,
  parts: ReadonlyMap<Comparison | TruthTest, JointCondition>,
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

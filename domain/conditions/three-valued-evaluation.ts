// Conditions judged by what is known of the answers: whether each holds, fails, or is open (decisions I9).
import type { Instruction } from "../script/instruction.ts"
import { nameKey } from "../script/instruction-name.ts"
import { unwrapComparison } from "./atomic-condition.ts"
import type { Comparison, Condition, TruthTest } from "./condition.ts"
import type { AnswerFacets } from "./condition-value.ts"
import { type AnalyzedVariable, collectVariables, type Variable, type VariableAtom } from "./condition-variables.ts"
import { emptyEnvironment, listAtomicParts } from "./satisfiability.ts"

/** The class of a thing's answer, null where nothing is known of it. */
export type GetAnswerClass = (thing: number) => number | null

/** Whether it holds: null where what is known leaves that open. */
type Judge = (classOf: GetAnswerClass) => boolean | null

/** A condition, and the things that its judging asks about. */
export type JointCondition = { readonly asks: ReadonlyArray<number>; readonly holds: Judge }

/** The conditions of instructions, each at its place (null where there is none), and the things that they ask about. */
export const compileJointConditions = (
  instructions: ReadonlyArray<Instruction>,
  conditions: ReadonlyArray<Condition | null>,
): { readonly things: ReadonlyArray<Variable>; readonly judged: ReadonlyArray<JointCondition | null> } => {
  const { things, parts } = collectVariables(instructions, conditions)
  const judges = new Map(parts.map((part) => [part.atom.of, judgedPart(part, things)] as const))
  return {
    things,
    judged: conditions.map((condition) => {
      if (condition === null) return null
      const asks = listAtomicParts(condition).flatMap(({ of }) => judges.get(of)?.asks ?? [])
      return { asks: [...new Set(asks)], holds: (classOf) => evaluateThreeValued(condition, judges, classOf) }
    }),
  }
}

const undecidable: JointCondition = { asks: [], holds: () => null }

const judgedPart = (
  { atom: { of, test, facets }, about, isSingleton }: VariableAtom,
  things: ReadonlyArray<AnalyzedVariable>,
): JointCondition => {
  const [only] = about
  if (only === undefined) {
    const always = test(emptyEnvironment)
    return { asks: [], holds: () => always }
  }
  if (isSingleton) {
    const truths = things[only]?.truthTables.get(of)
    if (truths === undefined) return undecidable
    return {
      asks: about,
      holds: (classOf) => {
        const is = classOf(only)
        return is === null ? null : (truths[is] ?? null)
      },
    }
  }
  // Of several things at once candidates tell nothing, save where they are all the answers that there are.
  const seesTexts = facets.includes("text") || hasTruth(of)
  const isListed = ({ possible, representatives }: AnalyzedVariable): boolean =>
    representatives !== null && (possible._tag === "Nothing" || (possible._tag === "OneOf" && !(possible.recalls && seesTexts)))
  const all = about.flatMap((index) => things[index] ?? [])
  if (!all.every(isListed)) return undecidable
  return {
    asks: about,
    holds: (classOf) => {
      const answers = new Map<string, AnswerFacets>()
      for (const [i, { reference, representatives: known }] of all.entries()) {
        const is = classOf(about[i] ?? -1)
        if (is === null) return null
        const answered = known?.[is]
        if (reference._tag === "Answer" && answered !== undefined) answers.set(nameKey(reference.name), answered)
      }
      return test({ ...emptyEnvironment, answers })
    },
  }
}

const hasTruth = (of: Comparison | TruthTest): boolean => of._tag === "Compare" && (of.left._tag === "Truth" || of.right._tag === "Truth")

const evaluateThreeValued = (
  condition: Condition,
  parts: ReadonlyMap<Comparison | TruthTest, JointCondition>,
  classOf: GetAnswerClass,
): boolean | null => {
  switch (condition._tag) {
    case "All":
    case "Any": {
      const decisive = condition._tag === "Any"
      let isOpen = false
      for (const term of condition.terms) {
        const holds = evaluateThreeValued(term, parts, classOf)
        if (holds === decisive) return decisive
        isOpen ||= holds === null
      }
      return isOpen ? null : !decisive
    }
    case "Not": {
      const holds = evaluateThreeValued(condition.term, parts, classOf)
      return holds === null ? null : !holds
    }
    default: {
      const part = parts.get(condition)
      if (part !== undefined) return part.holds(classOf)
      const within = condition._tag === "Compare" ? unwrapComparison(condition) : null
      if (within === null) return null
      const holds = evaluateThreeValued(within.condition, parts, classOf)
      return holds === null ? null : holds === within.holds
    }
  }
}

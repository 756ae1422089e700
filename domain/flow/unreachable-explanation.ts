// Why an instruction is never shown, in the words that the check and the graph share, with the conditions that exclude each other.

import type { ConditionIssue } from "../conditions/condition-analysis.ts"
import { describePartIssue, type PartIssueMessage } from "../conditions/part-issue-message.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import type { AnalyzedInstruction, ReachabilityAnalysis } from "./analyzed-instruction.ts"
import { findSmallestConflict } from "./excluding-conditions.ts"
import type { PathBudget } from "./path-following.ts"

/** A message of the catalog of findings with its values. */
type ExplanationMessage =
  | PartIssueMessage
  | {
      readonly key: "condition.never-true" | "condition.unreachable" | "condition.never-shown" | "condition.never-reached"
      readonly values: Readonly<Record<never, string>>
    }
  | { readonly key: "condition.after-end"; readonly values: { readonly name: string } }
  | {
      readonly key: "condition.conflict" | "condition.conflicts" | "condition.ended" | "condition.after-ends"
      readonly values: { readonly names: string }
    }

/**
 * `because` lists the instructions whose conditions, judged together, are the reason; empty if its own, judged alone, is reason enough, or if
 * the search for them was cut short.
 */
export type UnreachableExplanation = ExplanationMessage & { readonly because: ReadonlyArray<number> }

/** Limits the search for the smallest sets of conditions of one script. */
const maxComparisons = 500_000

/** Creates a function that explains why an instruction is unreachable; it returns null for one that is empty, unreadable or reachable. */
export const createExplainer = (analysis: ReachabilityAnalysis): ((step: AnalyzedInstruction) => UnreachableExplanation | null) => {
  const budget: PathBudget = { remaining: maxComparisons }
  const nameOf = (place: number): string => {
    const step = analysis.steps[place]
    return step === undefined ? "" : getInstructionName(step.instruction)
  }
  const quoteNames = (places: ReadonlyArray<number>): string => places.map((place) => `“${nameOf(place)}”`).join(", ")
  const endsBefore = findEnds(analysis, budget)

  const explainCondition = (step: AnalyzedInstruction): UnreachableExplanation => {
    if (step.isUnreachableAlone || step.isFalseByParts || step.issues.some((issue) => !isAboutPart(issue)))
      return { ...explainAlone(step), because: [] }
    const because = findSmallestConflict(analysis, { places: [step.place], goal: "shown" }, budget)
    if (because === null) return { key: "condition.never-shown", values: {}, because: [] }
    const others = because.filter((place) => place !== step.place)
    const ends = others.filter((place) => analysis.steps[place]?.isEnd)
    if (others.length === 0) return { key: "condition.never-true", values: {}, because }
    if (ends.length > 0) return { key: "condition.ended", values: { names: quoteNames(ends) }, because }
    return { key: others.length === 1 ? "condition.conflict" : "condition.conflicts", values: { names: quoteNames(others) }, because }
  }
  return (step) => {
    if (step.unreachableReason === "condition") return explainCondition(step)
    if (step.unreachableReason !== "after-end") return null
    const { ends, because } = endsBefore()
    const [end] = ends
    if (end === undefined) return { key: "condition.never-reached", values: {}, because: [] }
    if (ends.length === 1) return { key: "condition.after-end", values: { name: nameOf(end) }, because }
    return { key: "condition.after-ends", values: { names: quoteNames(ends) }, because }
  }
}

const isAboutPart = (issue: ConditionIssue) => issue._tag === "NoChoice" || issue._tag === "PartNeverTrue"

/** Explains a condition that is never true by itself, or wrong: by the first part that is never true, if such parts are the whole reason. */
const explainAlone = ({ issues }: AnalyzedInstruction): ExplanationMessage => {
  if (issues.some(({ _tag }) => _tag === "NeverTrue")) return { key: "condition.never-true", values: {} }
  const part = issues.find((issue) => issue._tag === "PartNeverTrue" || (issue._tag === "NoChoice" && !issue.isAlwaysTrue))
  if (part?._tag === "PartNeverTrue" || part?._tag === "NoChoice") return describePartIssue(part)
  return { key: "condition.unreachable", values: {} }
}

type EndsBefore = { readonly ends: ReadonlyArray<number>; readonly because: ReadonlyArray<number> }

/** The ends after which the conversation never goes on, found once for all instructions behind them. */
const findEnds = (analysis: ReachabilityAnalysis, budget: PathBudget): (() => EndsBefore) => {
  let found: EndsBefore | null = null
  const find = (): EndsBefore => {
    const { endIndex, steps } = analysis
    const last = endIndex === null ? undefined : steps[endIndex]
    if (endIndex === null || last === undefined) return { ends: [], because: [] }
    if (last.condition === null) return { ends: [endIndex], because: [endIndex] }
    const because = findSmallestConflict(analysis, { places: [endIndex], goal: "continuing" }, budget)
    if (because === null) return { ends: [], because: [] }
    return { ends: because.filter((place) => steps[place]?.isEnd), because }
  }
  return () => {
    found ??= find()
    return found
  }
}

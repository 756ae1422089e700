// Conditions that are true whatever the answers are, and required parts of conditions that are.
import { printCondition } from "../conditions/condition-syntax.ts"
import type { JointCondition } from "../conditions/three-valued-evaluation.ts"
import type { AnalyzedInstruction, ReachabilityAnalysis } from "./analyzed-instruction.ts"
import { followGroups, type PathBudget, type PathsAtStep } from "./path-following.ts"
import { followSelection, spendAtMost } from "./path-queries.ts"
import { selectRelevantSteps } from "./relevant-steps.ts"

/**
 * A condition that is always true (`isWhole`), with the part that makes it so, if there is one (else null); or a required part of a condition
 * that is always true.
 */
export type AlwaysTrue =
  | { readonly place: number; readonly isWhole: true; readonly part: string | null }
  | { readonly place: number; readonly isWhole: false; readonly part: string }

/** The conditions and parts that are always true, and the places of the conditions for which that cannot be told. */
export type AlwaysTrueJudgment = { readonly found: ReadonlyArray<AlwaysTrue>; readonly open: ReadonlyArray<number> }

/** Limits how many comparisons are evaluated for one script, for what that leaves open, and for one condition. */
const maxComparisons = 1_000_000
const maxComparisonsOneByOne = 500_000
const maxComparisonsForOne = 200_000

const judgments = new WeakMap<ReachabilityAnalysis, AlwaysTrueJudgment>()

/**
 * Judges which conditions, and which parts of the others, are always true. Ends do not count: a condition that is true only because the
 * conversation has ended otherwise says what its author means. Keeps the judgment with the analysis.
 */
export const judgeAlwaysTrue = (analysis: ReachabilityAnalysis): AlwaysTrueJudgment => {
  const known = judgments.get(analysis)
  if (known !== undefined) return known
  const judgment = computeJudgment(analysis)
  judgments.set(analysis, judgment)
  return judgment
}

const computeJudgment = (analysis: ReachabilityAnalysis): AlwaysTrueJudgment => {
  const { groups, variables } = analysis
  const withoutEnds = followGroups(
    groups.map((group) => (hasPassableEnd(group) ? group.map((step) => ({ ...step, isEnd: false })) : [])),
    variables,
    { remaining: maxComparisons },
  )
  const budget: PathBudget = { remaining: maxComparisonsOneByOne }
  const found: Array<AlwaysTrue> = []
  const open: Array<number> = []
  const judged = groups
    .flatMap((group, groupIndex) =>
      group.flatMap((step, i) => {
        const paths = (hasPassableEnd(group) ? withoutEnds : analysis.pathsPerGroup)[groupIndex]?.[i]
        return paths !== undefined && step.condition !== null && isJudged(step) ? [{ place: step.place, paths }] : []
      }),
    )
    .toSorted((a, b) => a.place - b.place)
  for (const { place, paths } of judged) {
    const last = paths.isOpen ? spendAtMost(maxComparisonsForOne, budget, (part) => followAlone(analysis, place, part)) : paths
    if (last === null || last.isOpen) open.push(place)
    else found.push(...listAlwaysTrue(place, last.isAlwaysTrue, last.alwaysTrueParts))
  }
  return { found, open }
}

const hasPassableEnd = (group: ReadonlyArray<AnalyzedInstruction>): boolean =>
  group.some(({ isEnd, condition }) => isEnd && condition !== null)

/** Follows only the instructions on which the condition depends. */
const followAlone = (analysis: ReachabilityAnalysis, place: number, budget: PathBudget): PathsAtStep | null => {
  if (budget.remaining < 0) return null
  const candidates = analysis.steps.filter(({ isUnreachableAlone }) => !isUnreachableAlone)
  const selection = selectRelevantSteps(analysis, { candidates, last: place, required: [place], leavesEndsAside: true }, budget)
  const isOptional = { ...selection, steps: selection.steps.map((step) => ({ ...step, isRequired: false })) }
  return followSelection(isOptional, place, false, budget).last
}

/** A wrong name, and a value that no choice has, are corrected first. */
const isJudged = ({ issues, unreachableReason }: AnalyzedInstruction): boolean =>
  unreachableReason === null && issues.every(({ _tag }) => _tag === "PartNeverTrue")

const listAlwaysTrue = (place: number, isWhole: boolean, parts: JointCondition["decisiveParts"]): ReadonlyArray<AlwaysTrue> => {
  const [alternative] = parts.filter(({ isAlternative }) => isAlternative)
  if (isWhole) return [{ place, isWhole, part: alternative === undefined ? null : printPart(alternative) }]
  return parts.map((part) => ({ place, isWhole, part: printPart(part) }))
}

const printPart = ({ of, mustHold }: JointCondition["decisiveParts"][number]): string =>
  printCondition(mustHold ? of : { _tag: "Not", term: of })

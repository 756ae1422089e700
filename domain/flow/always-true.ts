// Conditions that are true whatever the answers are, and required parts of conditions that are.
import { printCondition } from "../conditions/condition-syntax.ts"
import type { JointCondition } from "../conditions/three-valued-evaluation.ts"
import { followPaths, type PathBudget } from "./path-following.ts"
import type { AnalyzedInstruction, ReachabilityAnalysis } from "./reachability.ts"

/** A condition that is always true, with `part` null, or a part of it that is. */
export type AlwaysTrue = { readonly place: number; readonly part: string | null }

const maxComparisons = 1_000_000

/**
 * Returns the conditions, and the parts of the others, that are always true. Ends do not count: a condition that is true only because the
 * conversation has ended otherwise says what its author means.
 */
export const findAlwaysTrue = ({ groups, pathsPerGroup, variables }: ReachabilityAnalysis): ReadonlyArray<AlwaysTrue> => {
  const budget: PathBudget = { remaining: maxComparisons }
  return groups
    .flatMap((group, groupIndex) => {
      const hasPassableEnd = group.some(({ isEnd, condition }) => isEnd && condition !== null)
      const paths = hasPassableEnd
        ? followPaths(
            group.map((step) => ({ ...step, isEnd: false })),
            variables,
            budget,
          )
        : (pathsPerGroup[groupIndex] ?? [])
      return group.flatMap((step, i) => {
        const { isAlwaysTrue = false, alwaysTrueParts = [] } = paths[i] ?? {}
        return isJudged(step) ? listAlwaysTrue(step.place, isAlwaysTrue, alwaysTrueParts) : []
      })
    })
    .toSorted((a, b) => a.place - b.place)
}

/** A wrong name, and a value that no choice has, are corrected first. */
const isJudged = ({ issues, unreachableReason }: AnalyzedInstruction): boolean =>
  unreachableReason === null && issues.every(({ _tag }) => _tag === "PartNeverTrue")

const listAlwaysTrue = (place: number, isWhole: boolean, parts: JointCondition["requiredParts"]): ReadonlyArray<AlwaysTrue> =>
  isWhole
    ? [{ place, part: null }]
    : parts.map(({ of, mustHold }) => ({ place, part: printCondition(mustHold ? of : { _tag: "Not", term: of }) }))

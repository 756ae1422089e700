// The smallest sets of conditions that exclude each other, or that always end the conversation.

import { undecidable } from "../conditions/three-valued-evaluation.ts"
import { followPaths, type PathBudget } from "./path-following.ts"
import type { ReachabilityAnalysis } from "./reachability.ts"
import { listRelevantSteps } from "./step-groups.ts"

/** What no conversation does: show all these instructions, or show them and go on after the last of them. */
export type ImpossibleGoal = { readonly places: ReadonlyArray<number>; readonly goal: "shown" | "continuing" }

/** The most other conditions of which every pair is tried. */
const maxPairedConditions = 8

/**
 * Returns the smallest set of instructions found whose conditions alone make the goal impossible. It contains the instructions of the goal,
 * and no other that is not needed. Null if the budget is spent before.
 */
export const findSmallestConflict = (
  { steps, groups, variables }: ReachabilityAnalysis,
  { places, goal }: ImpossibleGoal,
  budget: PathBudget,
): ReadonlyArray<number> | null => {
  const last = Math.max(...places)
  // Groups share no variable, so that no other group can contribute.
  const related = new Set(groups.filter((group) => group.some(({ place }) => places.includes(place))).flat())
  const earlier = steps.filter((step) => step.place <= last && related.has(step))
  const relevantSteps = listRelevantSteps(earlier, variables, ({ place, isEnd }) => isEnd || places.includes(place))
  const conditional = relevantSteps
    .filter(({ condition, place }) => condition !== null && !places.includes(place))
    .map(({ place }) => place)
  const isConflict = (kept: ReadonlyArray<number>): boolean => {
    if (budget.remaining < 0) return false
    const relaxed = relevantSteps.map((step) => {
      const isOpen = step.condition !== null && !places.includes(step.place) && !kept.includes(step.place)
      return { ...step, ...(isOpen && { condition: undecidable }), isRequired: goal === "shown" && places.includes(step.place) }
    })
    return followPaths(relaxed, variables, budget).at(-1)?.[goal]._tag === "Never"
  }
  const withPlaces = (others: ReadonlyArray<number>): ReadonlyArray<number> => [...others, ...places].toSorted((a, b) => a - b)
  if (isConflict([])) return withPlaces([])
  const single = conditional.find((other) => isConflict([other]))
  if (single !== undefined) return withPlaces([single])
  if (conditional.length <= maxPairedConditions)
    for (const [i, first] of conditional.entries())
      for (const second of conditional.slice(i + 1)) if (isConflict([first, second])) return withPlaces([first, second])
  let kept = conditional
  for (const candidate of conditional) {
    const without = kept.filter((other) => other !== candidate)
    if (isConflict(without)) kept = without
  }
  return budget.remaining < 0 ? null : withPlaces(kept)
}

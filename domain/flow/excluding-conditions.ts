// The smallest sets of conditions that exclude each other, or that always end the conversation.

import { undecidable } from "../conditions/three-valued-evaluation.ts"
import { maxSummedPaths } from "./path-enumeration.ts"
import { followPaths, type PathBudget } from "./path-following.ts"
import { type CompiledSteps, selectRelevantSteps } from "./relevant-steps.ts"
import { groupRelatedSteps } from "./step-groups.ts"

/** What no conversation does: show all these instructions, or show them and go on after the last of them. */
export type ImpossibleGoal = { readonly places: ReadonlyArray<number>; readonly goal: "shown" | "continuing" }

/** The most other conditions of which every pair is tried. */
const maxPairedConditions = 8

/**
 * Returns the smallest set of instructions found whose conditions alone make the goal impossible. It contains the instructions of the goal,
 * and no other that is not needed; ends without a condition count as always shown. Null if the budget is spent before.
 */
export const findSmallestConflict = (
  script: CompiledSteps,
  { places, goal }: ImpossibleGoal,
  budget: PathBudget,
): ReadonlyArray<number> | null => {
  if (budget.remaining < 0) return null
  const last = Math.max(...places)
  // A question that is never shown because of its own condition may be the reason why what depends on its answer is shown or not.
  const candidates = script.steps.filter(
    ({ isUnreachableAlone, unreachableReason }) => !isUnreachableAlone || unreachableReason === "condition",
  )
  const selection = selectRelevantSteps(script, { candidates, last, required: goal === "shown" ? places : [] }, budget)
  // To select the steps takes as long as to follow some paths.
  budget.remaining -= 10 * selection.steps.length
  // Groups share no variable, so that no other group can contribute.
  const related = new Set(
    groupRelatedSteps(selection.steps, selection.variables, selection.sums)
      .filter((group) => group.some(({ place }) => places.includes(place)))
      .flat(),
  )
  const steps = selection.steps.filter((step) => related.has(step))
  const conditional = steps.filter(({ condition, place }) => condition !== null && !places.includes(place)).map(({ place }) => place)
  const isConflict = (kept: ReadonlyArray<number>): boolean => {
    if (budget.remaining < 0) return false
    const relaxed = steps.map((step) => {
      const isOpen = step.condition !== null && !places.includes(step.place) && !kept.includes(step.place)
      return { ...step, ...(isOpen && { condition: undecidable }) }
    })
    budget.remaining -= 2 * steps.length
    return followPaths(relaxed, selection.variables, budget, maxSummedPaths).at(-1)?.[goal]._tag === "Never"
  }
  const withPlaces = (others: ReadonlyArray<number>): ReadonlyArray<number> => [...others, ...places].toSorted((a, b) => a - b)
  if (isConflict([])) return withPlaces([])
  const single = conditional.find((other) => isConflict([other]))
  if (single !== undefined) return withPlaces([single])
  if (conditional.length <= maxPairedConditions)
    for (const [i, first] of conditional.entries())
      for (const second of conditional.slice(i + 1)) if (isConflict([first, second])) return withPlaces([first, second])
  if (!isConflict(conditional)) return null
  let kept = conditional
  for (const candidate of conditional) {
    const without = kept.filter((other) => other !== candidate)
    if (isConflict(without)) kept = without
  }
  return budget.remaining < 0 ? null : withPlaces(kept)
}

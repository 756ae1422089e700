// The answers that a goal needs: without any one of them, other answers could miss it.

import { addAnswer, emptySum, type Sum } from "../conditions/possible-scores.ts"
import type { PickedAnswer } from "./path-enumeration.ts"
import type { PathBudget } from "./path-following.ts"
import type { RelevantSteps } from "./relevant-steps.ts"

/** What a conversation has to get to: to show the instruction at `last`, or to go on after it. */
export type Goal = { readonly last: number; readonly isContinuing: boolean }

/** Leaves out the picks without which the goal is reached just as well, whatever is answered instead. */
export const listNeededPicks = (
  picks: ReadonlyArray<PickedAnswer>,
  selection: RelevantSteps,
  goal: Goal,
  budget: PathBudget,
): ReadonlyArray<PickedAnswer> => {
  const cost = selection.steps.reduce((sum, { condition }) => sum + 1 + (condition?.size ?? 0), 0)
  let needed = picks
  for (const pick of picks) {
    budget.remaining -= cost
    if (budget.remaining < 0) return needed
    const without = needed.filter((it) => it !== pick)
    if (isReachedWith(without, selection, goal)) needed = without
  }
  return needed
}

/** Whether conversations with these answers certainly reach the goal, whatever the other answers are. */
const isReachedWith = (
  picks: ReadonlyArray<PickedAnswer>,
  { steps, variables, sums }: RelevantSteps,
  { last, isContinuing }: Goal,
): boolean => {
  const classes = new Map<number | null, number | null>(picks.map(({ variable, answerClass }) => [variable, answerClass]))
  const answers = new Map(picks.flatMap(({ place, answer }) => (answer === null ? [] : [[place, answer] as const])))
  const wasShown = new Map<number, boolean | null>()
  let sum: Sum | null = emptySum
  const getClass = (index: number): number | null => {
    const { sourceIndex, unansweredClass } = variables[index] ?? { sourceIndex: -1, unansweredClass: 0 }
    const isAsked = sourceIndex === -1 ? true : (wasShown.get(sourceIndex) ?? (wasShown.has(sourceIndex) ? null : false))
    return isAsked === null ? null : isAsked ? (classes.get(index) ?? null) : unansweredClass
  }
  for (const { place, condition, isEnd, isRequired, isForbidden } of steps) {
    const isShown = condition === null || condition.holds(getClass)
    wasShown.set(place, isShown)
    if (isRequired && isShown !== true) return false
    if (isForbidden === true && isShown !== false) return false
    if (isEnd && isShown !== false) return !isContinuing && isRequired && place === last
    const score = sums.scores.get(place)
    if (score !== undefined) classes.set(score.variable, sum === null ? null : score.classify(sum))
    if (sums.counted.has(place) && isShown !== false) {
      const answer = answers.get(place)
      sum = isShown === null || answer === undefined || sum === null ? null : addAnswer(sum, answer)
    }
  }
  return true
}

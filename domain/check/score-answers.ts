// Answers that lead to the scores that a claim needs, in the form in which they are played.

import { noAnswer } from "../conditions/condition-value.ts"
import type { NeededAnswer, PathQuery, QueryResult } from "../flow/path-queries.ts"
import type { ReachabilityAnalysis } from "../flow/reachability.ts"
import { listAnswersForScores } from "../flow/score-conflicts.ts"
import { type CountedAnswer, findClass, findScoreClass, listScoreSums, type SumBudget } from "../flow/score-sums.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import { listNeededValues, type NeededValue } from "./path-examples.ts"

/** At most this many scores are played for one claim. */
const maxAttempts = 5

/** A score with answers that lead to it. */
export type ReachedScore = { readonly total: number; readonly answered: number; readonly given: ReadonlyArray<NeededValue> }

/**
 * Returns the scores that the questions before `end` lead to, smallest first; `isComplete` is false if some are left out. The engine decides
 * whether all of the questions are asked.
 */
export const listScores = (
  analysis: ReachabilityAnalysis,
  end: number,
  budget: SumBudget,
  isAllowed: (answer: CountedAnswer) => boolean = () => true,
): { readonly scores: ReadonlyArray<ReachedScore>; readonly isComplete: boolean } => {
  const { sums, isComplete } = listScoreSums(analysis.steps, analysis.variables, { end, variables: new Set(), isAllowed }, budget)
  return { scores: sums.map(({ total, answered, given }) => ({ total, answered, given: toNeededValues(analysis, given) })), isComplete }
}

const toNeededValues = ({ steps }: ReachabilityAnalysis, given: ReadonlyArray<CountedAnswer>): ReadonlyArray<NeededValue> =>
  given.flatMap(({ place, facets }) => {
    const instruction = steps[place]?.instruction
    if (instruction === undefined || (facets === noAnswer && instruction.question?.skipable !== true)) return []
    const reference = { _tag: "Answer", name: getInstructionName(instruction), facet: null } as const
    return [{ place, reference, value: facets.value }]
  })

/**
 * Generates the values to play for the result of a query about the instructions at `shown`. Nobody can choose a score, so that there are
 * several ways if a score is needed: the engine tells which of them leads to it.
 */
export function* generateWays(
  analysis: ReachabilityAnalysis,
  { shown }: PathQuery,
  result: QueryResult,
  budget: SumBudget,
): Generator<ReadonlyArray<NeededValue>> {
  const needed = result._tag === "Possible" ? result.needed : []
  const isScore = ({ variable }: NeededAnswer): boolean => variable.possible._tag === "Score"
  const others = needed.filter((it) => !isScore(it))
  const withOthers = (given: ReadonlyArray<NeededValue>): ReadonlyArray<NeededValue> => {
    const places = new Set(given.map(({ place }) => place))
    return [...listNeededValues(others).filter(({ place }) => !places.has(place)), ...given]
  }
  const score = needed
    .filter(isScore)
    .toSorted((a, b) => a.variable.sourceIndex - b.variable.sourceIndex)
    .at(-1)
  if (score !== undefined) {
    const isAllowed = ({ place, facets }: CountedAnswer): boolean =>
      others.every(({ variable, answerClass }) => variable.sourceIndex !== place || findClass(variable, facets) === answerClass)
    const { scores } = listScores(analysis, score.variable.sourceIndex, budget, isAllowed)
    const reached = scores.filter((sum) => findScoreClass(score.variable, sum) === score.answerClass)
    for (const { given } of reached.slice(0, maxAttempts)) yield withOthers(given)
  }
  if (result._tag === "Possible") yield listNeededValues(needed)
  for (const given of listAnswersForScores(analysis, shown, budget).slice(0, maxAttempts)) yield withOthers(toNeededValues(analysis, given))
}

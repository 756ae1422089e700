// Conditions on scores that the answers which a score counts exclude.

import type { AnalyzedVariable } from "../conditions/condition-variables.ts"
import { undecidable } from "../conditions/three-valued-evaluation.ts"
import { isScored } from "../questions/choice-question.ts"
import { getInstructionKind } from "../script/instruction.ts"
import {
  type CountedAnswer,
  type CountedStep,
  createSumBudget,
  findScoreClass,
  listScoreSums,
  type ScoreSum,
  type SumBudget,
} from "./score-sums.ts"

/** A script whose conditions were compiled together. */
type CompiledScript<Step extends CountedStep = CountedStep> = {
  readonly steps: ReadonlyArray<Step>
  readonly variables: ReadonlyArray<AnalyzedVariable>
}

/** Returns the places of the instructions that no conversation shows, because no answers lead to a score that their condition asks for. */
export const findScoreConflicts = ({ steps, variables }: CompiledScript): ReadonlySet<number> => {
  const budget = createSumBudget()
  const conflicts = new Set<number>()
  const scorePlaces = [...new Set(steps.flatMap((step) => findLatestScore(step, variables) ?? []))]
  for (const scorePlace of scorePlaces.toSorted((a, b) => a - b)) {
    const asking = steps.filter((step) => step.unreachableReason === null && findLatestScore(step, variables) === scorePlace)
    const reachable = steps.map((step) => (conflicts.has(step.place) ? { ...step, unreachableReason: "condition" } : step))
    const outcomes = listOutcomes({ steps: reachable, variables }, scorePlace, asking, budget)
    for (const step of asking) if (outcomes?.every((outcome) => isShownBy(step, outcome) === false)) conflicts.add(step.place)
  }
  return conflicts
}

/** Whether the answers that scores count exclude that one conversation shows the instructions at all these places. */
export const areExcludedByScores = (script: CompiledScript, places: ReadonlyArray<number>, budget: SumBudget): boolean =>
  listOutcomesOfGoal(script, places, budget).some((outcomes) => outcomes?.every(({ isShown }) => isShown === false))

/**
 * Returns answers to the counted questions that may lead to all these places, the certain ones first: a score and what else depends on its
 * questions are decided together.
 */
export const listAnswersForScores = (
  script: CompiledScript,
  places: ReadonlyArray<number>,
  budget: SumBudget,
): ReadonlyArray<ReadonlyArray<CountedAnswer>> => {
  const outcomes = listOutcomesOfGoal(script, places, budget).flatMap((it) => it ?? [])
  const [certain, open] = [true, null].map((verdict) => outcomes.filter(({ isShown }) => isShown === verdict).map(({ given }) => given))
  return [...(certain ?? []), ...(open ?? [])]
}

/**
 * Returns the smallest set of instructions found whose conditions exclude that the instructions at `places` are shown together: these, and the
 * counted questions without whose conditions there would be answers.
 */
export const findScoreConflict = ({ steps, variables }: CompiledScript, places: ReadonlyArray<number>): ReadonlyArray<number> => {
  const budget = createSumBudget()
  const isRelaxed = ({ place, condition }: CountedStep, kept: ReadonlyArray<number>): boolean =>
    condition !== null && !places.includes(place) && !kept.includes(place)
  const isExcludedWith = (kept: ReadonlyArray<number>): boolean =>
    areExcludedByScores(
      { steps: steps.map((step) => (isRelaxed(step, kept) ? { ...step, condition: undecidable } : step)), variables },
      places,
      budget,
    )
  // Sums depend on no other conditions.
  const isRelevant = ({ place, condition, instruction }: CountedStep): boolean =>
    condition !== null && place < last && !places.includes(place) && (isScored(instruction) || getInstructionKind(instruction) === "score")
  const last = Math.max(...places)
  let kept = steps.filter(isRelevant).map(({ place }) => place)
  for (const candidate of kept) {
    const without = kept.filter((place) => place !== candidate)
    if (isExcludedWith(without)) kept = without
  }
  return [...kept, ...places].toSorted((a, b) => a - b)
}

/** Returns the place of the last score that a condition asks for; null if it asks for none. */
const findLatestScore = ({ condition }: Pick<CountedStep, "condition">, variables: ReadonlyArray<AnalyzedVariable>): number | null => {
  const places = (condition?.asks ?? []).flatMap((variable) => {
    const { possible, sourceIndex = -1 } = variables[variable] ?? {}
    return possible?._tag === "Score" ? [sourceIndex] : []
  })
  return places.length === 0 ? null : Math.max(...places)
}

/** What the answers to the counted questions decide. */
type Outcome = Pick<ScoreSum, "given" | "getClass">

/** For each score that the goal asks for, its outcomes, and whether they show the whole goal; null if there are too many to list. */
const listOutcomesOfGoal = (script: CompiledScript, places: ReadonlyArray<number>, budget: SumBudget) => {
  const goal = script.steps.filter(({ place }) => places.includes(place))
  const scorePlaces = new Set(goal.flatMap((step) => findLatestScore(step, script.variables) ?? []))
  return [...scorePlaces].map(
    (scorePlace) =>
      listOutcomes(script, scorePlace, goal, budget)?.map((outcome) => {
        const verdicts = goal.map((step) => isShownBy(step, outcome))
        return { given: outcome.given, isShown: verdicts.includes(false) ? false : verdicts.includes(null) ? null : true }
      }) ?? null,
  )
}

/** Returns what the answers before a score decide, distinguished by what `asking` depends on; null if there are too many to list. */
const listOutcomes = (
  { steps, variables }: CompiledScript,
  scorePlace: number,
  asking: ReadonlyArray<CountedStep>,
  budget: SumBudget,
): ReadonlyArray<Outcome> | null => {
  const score = steps.find(({ place }) => place === scorePlace)
  if (score === undefined) return null
  const asked = new Set([...asking, score].flatMap(({ condition }) => condition?.asks ?? []))
  const { sums, isComplete } = listScoreSums(steps, variables, { end: scorePlace, variables: asked, isAllowed: () => true }, budget)
  if (!isComplete) return null
  // All facets of a score share one variable.
  const variable = variables.find(({ sourceIndex }) => sourceIndex === scorePlace)
  return sums.flatMap((sum): ReadonlyArray<Outcome> => {
    const isShown = isShownBy(score, sum)
    const classes = [
      ...(isShown === false ? [] : [variable === undefined ? null : findScoreClass(variable, sum)]),
      ...(isShown === true ? [] : [variable?.unansweredClass ?? null]),
    ]
    return classes.map((scoreClass) => ({
      given: sum.given,
      getClass: (index) => (variables[index] === variable ? scoreClass : sum.getClass(index)),
    }))
  })
}

const isShownBy = ({ condition }: CountedStep, { getClass }: Pick<Outcome, "getClass">): boolean | null =>
  condition === null || condition.holds(getClass)

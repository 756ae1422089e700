// Questions about all conversations of a script: whether some answers lead to instructions together, or past all ends.

import type { Condition } from "../conditions/condition.ts"
import type { AnalyzedVariable } from "../conditions/condition-variables.ts"
import { compileJointConditions, joinConditions } from "../conditions/three-valued-evaluation.ts"
import type { PathStep, PickedAnswer } from "./path-enumeration.ts"
import { followPaths, listPicks, type PathBudget, type Reach } from "./path-following.ts"
import { type AnalyzedInstruction, joinReaches, type ReachabilityAnalysis } from "./reachability.ts"
import { groupRelatedSteps, listRelevantSteps } from "./step-groups.ts"

/**
 * Asks for answers that show all instructions of `shown`, with `condition` true when the last of them is; if `isWithoutEnd`, for answers
 * that show no end instruction either, from the first to the last instruction of the script.
 */
export type PathQuery = { readonly shown: ReadonlyArray<number>; readonly condition?: Condition; readonly isWithoutEnd?: boolean }

/** An answer that a conversation needs: the class of the answer to a variable. */
export type NeededAnswer = { readonly variable: AnalyzedVariable; readonly answerClass: number }

/** Some answers do, these among them whatever the others are; none do; or it cannot be told. */
export type QueryResult =
  | { readonly _tag: "Possible"; readonly needed: ReadonlyArray<NeededAnswer> }
  | { readonly _tag: "Impossible" }
  | { readonly _tag: "Unknown" }

/** Limits how many comparisons are evaluated for all questions about one script. What is left when it is spent is unknown. */
const maxComparisons = 1_000_000

type QueryStep = AnalyzedInstruction & { readonly isRequired: boolean }

/** Answers questions about the conversations of one script, in their order. */
export const answerPathQueries = (analysis: ReachabilityAnalysis, queries: ReadonlyArray<PathQuery>): ReadonlyArray<QueryResult> => {
  if (queries.length === 0) return []
  const { steps } = analysis
  const { variables, judged } = queries.some(({ condition }) => condition !== undefined)
    ? compileWith(analysis, queries)
    : { variables: analysis.variables, judged: steps.map(({ condition }) => condition) }
  const compiled = steps.map((step): AnalyzedInstruction => ({ ...step, condition: judged[step.place] ?? null }))
  const budget: PathBudget = { remaining: maxComparisons }
  return queries.map(({ shown, isWithoutEnd = false }, i): QueryResult => {
    const last = isWithoutEnd ? steps.length - 1 : Math.max(...shown)
    const goal = { last, shown, isWithoutEnd }
    const own = judged[steps.length + i] ?? null
    const lastShown = Math.max(...shown)
    const querySteps = compiled.flatMap((step): ReadonlyArray<QueryStep> => {
      if (step.unreachableReason !== null || step.place > last) return []
      const condition = step.place === lastShown ? joinConditions(step.condition, own) : step.condition
      return [{ ...step, condition, isRequired: shown.includes(step.place) }]
    })
    if (shown.some((place) => !querySteps.some((step) => step.place === place))) return { _tag: "Impossible" }
    const relevant = listRelevantSteps(querySteps, variables, ({ isRequired, isEnd }) => isRequired || isEnd)
    const reach = joinReaches(followGroups(relevant, variables, goal, budget))
    if (reach._tag !== "Shown") return { _tag: reach._tag === "Never" ? "Impossible" : "Unknown" }
    const needed = listNeededPicks(listPicks(reach), relevant, variables, goal, budget).flatMap(({ variable: index, answerClass }) => {
      const variable = variables[index]
      return variable === undefined ? [] : [{ variable, answerClass }]
    })
    return { _tag: "Possible", needed }
  })
}

/** Compiles the conditions of the script again, together with those of the questions: these can distinguish more answers. */
const compileWith = ({ steps }: ReachabilityAnalysis, queries: ReadonlyArray<PathQuery>) =>
  compileJointConditions(
    steps.map(({ instruction }) => instruction),
    [...steps.map(({ parsed }) => parsed), ...queries.map(({ condition }) => condition ?? null)],
  )

type Goal = { readonly last: number; readonly shown: ReadonlyArray<number>; readonly isWithoutEnd: boolean }

const followGroups = (
  steps: ReadonlyArray<QueryStep>,
  variables: ReadonlyArray<AnalyzedVariable>,
  { last, isWithoutEnd }: Goal,
  budget: PathBudget,
): ReadonlyArray<Reach> =>
  groupRelatedSteps(steps, variables).flatMap((group) => {
    const paths = followPaths(group, variables, budget).at(-1)
    if (paths === undefined) return []
    return [group.at(-1)?.place === last && !isWithoutEnd ? paths.shown : paths.continuing]
  })

/** Leaves out the picks without which the goal is reached just as well, whatever is answered instead. */
const listNeededPicks = (
  picks: ReadonlyArray<PickedAnswer>,
  steps: ReadonlyArray<QueryStep>,
  variables: ReadonlyArray<AnalyzedVariable>,
  goal: Goal,
  budget: PathBudget,
): ReadonlyArray<PickedAnswer> => {
  const cost = steps.reduce((sum, { condition }) => sum + 1 + (condition?.size ?? 0), 0)
  let needed = picks
  for (const pick of picks) {
    budget.remaining -= cost
    if (budget.remaining < 0) return needed
    const without = needed.filter((it) => it !== pick)
    if (isReachedWith(without, steps, variables, goal)) needed = without
  }
  return needed
}

/** Whether conversations with these answers certainly reach the goal, whatever the other answers are. */
const isReachedWith = (
  picks: ReadonlyArray<PickedAnswer>,
  steps: ReadonlyArray<PathStep & { readonly isEnd: boolean; readonly isRequired: boolean }>,
  variables: ReadonlyArray<AnalyzedVariable>,
  { last, isWithoutEnd }: Goal,
): boolean => {
  const classes = new Map(picks.map(({ variable, answerClass }) => [variable, answerClass]))
  const wasShown = new Map<number, boolean | null>()
  const getClass = (index: number): number | null => {
    const { sourceIndex, unansweredClass } = variables[index] ?? { sourceIndex: -1, unansweredClass: 0 }
    const isAsked = sourceIndex === -1 ? true : (wasShown.get(sourceIndex) ?? (wasShown.has(sourceIndex) ? null : false))
    return isAsked === null ? null : isAsked ? (classes.get(index) ?? null) : unansweredClass
  }
  for (const { place, condition, isEnd, isRequired } of steps) {
    const isShown = condition === null || condition.holds(getClass)
    wasShown.set(place, isShown)
    if (isRequired && isShown !== true) return false
    if (isEnd && isShown !== false) return !isWithoutEnd && isRequired && place === last
  }
  return true
}

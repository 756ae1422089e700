// Questions about all conversations of a script: whether some answers lead to instructions together, or past all ends.

import { type Condition, listTerms, type Reference } from "../conditions/condition.ts"
import type { ConditionValue } from "../conditions/condition-value.ts"
import { splitRecalls } from "../recall/recall.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import { type Goal, listNeededPicks } from "./needed-answers.ts"
import { maxSummedPaths, type PickedAnswer } from "./path-enumeration.ts"
import { followGroups, listPicks, type PathBudget, type PathsAtStep, type Reach } from "./path-following.ts"
import { joinReaches } from "./reach-joining.ts"
import { type CompiledSteps, type RelevantSteps, selectRelevantSteps } from "./relevant-steps.ts"
import { groupRelatedSteps } from "./step-groups.ts"

/**
 * Asks for answers that show all instructions of `shown`, and none of `hidden`. `condition` must be true before the last of `shown`, or right
 * after it with `isConditionAfter`; if `isWithoutEnd`, no end instruction may be shown either, up to `until`, which is the last instruction if it
 * is not given.
 */
export type PathQuery = {
  readonly shown: ReadonlyArray<number>
  readonly hidden?: ReadonlyArray<number>
  readonly condition?: Condition
  readonly isConditionAfter?: boolean
  readonly isWithoutEnd?: boolean
  readonly until?: number
}

/** A value that a conversation needs: the answer to a question, the outcome of an action, or what is known from the start (`place` -1). */
export type NeededValue = { readonly place: number; readonly reference: Reference; readonly value: ConditionValue }

/**
 * Some answers do, these among them whatever the others are; none do; or it cannot be told. Then `candidate` perhaps does, together with
 * certain answers to all other questions: null if the conversation needs more than answers.
 */
export type QueryResult =
  | { readonly _tag: "Possible"; readonly needed: ReadonlyArray<NeededValue> }
  | { readonly _tag: "Impossible" }
  | { readonly _tag: "Unknown"; readonly candidate: ReadonlyArray<NeededValue> | null }

/** Limits how many comparisons are evaluated for all questions about one script, and for one of them. What is left then is unknown. */
const maxComparisons = 1_000_000
const maxComparisonsPerQuery = 200_000

/** Creates a function that answers questions about the conversations of one script. Each takes from what is left for the later ones. */
export const createPathQueries = (script: CompiledSteps): ((query: PathQuery) => QueryResult) => {
  const budget: PathBudget = { remaining: maxComparisons }
  return (query) => answerPathQuery(script, query, budget)
}

/** Runs a search with at most this much of a budget, and takes from the budget what the search spent. */
export const spendAtMost = <Result>(most: number, budget: PathBudget, run: (part: PathBudget) => Result): Result => {
  const start = Math.min(most, budget.remaining)
  const part: PathBudget = { remaining: start }
  const result = run(part)
  budget.remaining -= start - part.remaining
  return result
}

const answerPathQuery = (script: CompiledSteps, query: PathQuery, total: PathBudget): QueryResult =>
  spendAtMost(maxComparisonsPerQuery, total, (budget) => {
    const followed = followQuery(script, query, budget)
    if (followed === null) return { _tag: "Impossible" }
    const { selection, reach, goal } = followed
    if (reach._tag === "Never") return { _tag: "Impossible" }
    const picks = listPicks(reach)
    if (reach._tag === "Shown")
      return { _tag: "Possible", needed: toNeededValues(listNeededPicks(picks, selection, goal, budget), selection) }
    const hasCandidate = reach.trails.length > 0 && !dependsOnOthers(selection)
    return { _tag: "Unknown", candidate: hasCandidate ? toNeededValues(picks, selection) : null }
  })

/** Whether conditions read what is known from the start, themselves or in texts of choices: no answers decide that. */
const dependsOnOthers = ({ steps, variables }: RelevantSteps): boolean =>
  steps.some(({ condition, instruction }) => {
    const recalls = (instruction?.question?.choices ?? []).flatMap(({ translation }) => splitRecalls(translation.content, "plain"))
    return (
      (condition?.reads ?? []).some((it) => isKnownFromStart(variables[it]?.reference)) ||
      recalls.some((it) => it._tag === "Recall" && listTerms(it.reference).some(isKnownFromStart))
    )
  })

const isKnownFromStart = (reference: Reference | undefined): boolean => reference?._tag === "Crm" || reference?._tag === "Metadata"

type Followed = { readonly selection: RelevantSteps; readonly reach: Reach; readonly goal: Goal; readonly last: PathsAtStep | null }

const noSteps: RelevantSteps = { steps: [], variables: [], sums: { counted: new Map(), scores: new Map() } }

/**
 * Follows the paths that a question is about; null if one of its instructions is never shown anyway. Once the budget is spent, no steps are
 * selected.
 */
export const followQuery = (script: CompiledSteps, query: PathQuery, budget: PathBudget): Followed | null => {
  const { steps } = script
  const { shown, hidden = [], condition, isConditionAfter = false, isWithoutEnd = false, until = steps.length - 1 } = query
  const candidates = steps.filter(({ unreachableReason }) => unreachableReason === null)
  if (shown.some((place) => !candidates.some((step) => step.place === place))) return null
  const lastShown = Math.max(...shown)
  const last = isWithoutEnd ? until : Math.max(lastShown, ...hidden)
  const goal = { last, isContinuing: isWithoutEnd || last > lastShown || isConditionAfter }
  if (budget.remaining < 0) return { selection: noSteps, goal, reach: { _tag: "Unknown", trails: [] }, last: null }
  const requirement = condition === undefined ? null : { at: lastShown + (isConditionAfter ? 0.5 : -0.5), condition }
  const selection = selectRelevantSteps(script, { candidates, last, required: shown, forbidden: hidden, requirement }, budget)
  const followed = followSelection(selection, last, goal.isContinuing, budget)
  if (followed.reach._tag !== "Unknown" || !selection.variables.some(isKnownByCrm)) return { selection, goal, ...followed }
  const withoutCrm = leaveCrmOpen(selection)
  const independent = followSelection(withoutCrm, last, goal.isContinuing, budget)
  return independent.reach._tag === "Shown" ? { selection: withoutCrm, goal, ...independent } : { selection, goal, ...followed }
}

const isKnownByCrm = ({ reference }: RelevantSteps["variables"][number]): boolean => reference._tag === "Crm"

/** The same steps with everything left open that depends on what a CRM knows: some answers decide a condition without it. */
const leaveCrmOpen = (selection: RelevantSteps): RelevantSteps => {
  const open = new Set(selection.variables.flatMap((variable, index) => (isKnownByCrm(variable) ? [index] : [])))
  const steps = selection.steps.map((step) => {
    const { condition } = step
    if (condition === null) return step
    const holds: typeof condition.holds = (getClass) => condition.holds((variable) => (open.has(variable) ? null : getClass(variable)))
    return { ...step, condition: { ...condition, asks: condition.asks.filter((variable) => !open.has(variable)), holds } }
  })
  return { ...selection, steps }
}

/** Returns whether a conversation gets to a place, or on after it, and what is known of the last step. */
export const followSelection = (
  { steps, variables, sums }: RelevantSteps,
  last: number,
  isContinuing: boolean,
  budget: PathBudget,
): { readonly reach: Reach; readonly last: PathsAtStep | null } => {
  const groups = groupRelatedSteps(steps, variables, sums)
  let lastPaths: PathsAtStep | null = null
  const reaches = followGroups(groups, variables, budget, maxSummedPaths).flatMap((found, i) => {
    const paths = found.at(-1)
    if (paths === undefined) return []
    const isLast = groups[i]?.at(-1)?.place === last
    if (isLast) lastPaths = paths
    return [isLast && !isContinuing ? paths.shown : paths.continuing]
  })
  return { reach: joinReaches(reaches), last: lastPaths }
}

const toNeededValues = (picks: ReadonlyArray<PickedAnswer>, { steps, variables }: RelevantSteps): ReadonlyArray<NeededValue> =>
  picks.flatMap(({ place, variable, answerClass, answer }): ReadonlyArray<NeededValue> => {
    const asked = variables[variable ?? -1]
    if (asked !== undefined && answer === null)
      return [{ place, reference: asked.reference, value: asked.givenAnswers[answerClass ?? -1]?.value ?? null }]
    const instruction = steps.find((step) => step.place === place)?.instruction
    if (!instruction || answer === null) return []
    return [{ place, reference: { _tag: "Answer", name: getInstructionName(instruction), facet: null }, value: answer.value }]
  })

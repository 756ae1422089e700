// Follows all paths through related steps at once, to find whether some answers lead to each step.

import type { AnalyzedVariable } from "../conditions/condition-variables.ts"
import type { JointCondition } from "../conditions/three-valued-evaluation.ts"
import { createPathTracker, type PathState, type PathStep, type PickedAnswer } from "./path-enumeration.ts"
import { findSums, type InstructionStep } from "./score-tracking.ts"

/** The picks of a path, newest first. */
type Trail = { readonly pick: PickedAnswer; readonly rest: Trail } | null

/** Whether some answers lead to a place: those of `trails`, together, certainly do; none do; or those perhaps do, which cannot be told. */
export type Reach =
  | { readonly _tag: "Shown"; readonly trails: ReadonlyArray<Trail> }
  | { readonly _tag: "Never" }
  | { readonly _tag: "Unknown"; readonly trails: ReadonlyArray<Trail> }

/** Returns the answers that lead to a place, or perhaps do. */
export const listPicks = ({ trails }: Exclude<Reach, { readonly _tag: "Never" }>): ReadonlyArray<PickedAnswer> =>
  trails.flatMap((trail) => {
    const picks: Array<PickedAnswer> = []
    for (let entry = trail; entry !== null; entry = entry.rest) picks.push(entry.pick)
    return picks.toReversed()
  })

/**
 * Whether some answers show a step, and whether some go on after it. `isAlwaysTrue`: its condition is true on every path to it;
 * `alwaysTrueParts` are the decisive parts that are. `isOpen`: its condition could not be decided on some path.
 */
export type PathsAtStep = {
  readonly shown: Reach
  readonly continuing: Reach
  readonly isAlwaysTrue: boolean
  readonly alwaysTrueParts: JointCondition["decisiveParts"]
  readonly isOpen: boolean
}

/** The comparisons that can still be evaluated. Once they are spent, every condition counts as undecided. */
export type PathBudget = { remaining: number }

/** One path, or several that no later condition distinguishes; it is certain if all conditions on it were decided. */
type FollowedPath = PathState & { readonly trail: Trail; readonly isCertain: boolean }

/** Of a step with `isRequired`, only the paths that show it are followed; of one with `isForbidden`, only those that do not. */
export type FollowedStep = PathStep &
  InstructionStep & { readonly isEnd: boolean; readonly isRequired?: boolean; readonly isForbidden?: boolean }

const always: Reach = { _tag: "Shown", trails: [] }

/** What is known about a step once the budget is spent. */
const undecided = ({ condition }: FollowedStep): PathsAtStep => ({
  shown: { _tag: "Unknown", trails: [] },
  continuing: { _tag: "Unknown", trails: [] },
  isAlwaysTrue: false,
  alwaysTrueParts: [],
  isOpen: condition !== null,
})

/** Returns what is known about each step. `steps` are in script order, and no other step decides whether they are shown. */
export const followPaths = (
  steps: ReadonlyArray<FollowedStep>,
  variables: ReadonlyArray<AnalyzedVariable>,
  budget: PathBudget,
  maxPaths?: number,
): ReadonlyArray<PathsAtStep> => steps.map(createPathFollower(steps, variables, budget, maxPaths))

/** Follows groups of steps at the same time, in script order, so that no step takes from the budget of an earlier one. */
export const followGroups = (
  groups: ReadonlyArray<ReadonlyArray<FollowedStep>>,
  variables: ReadonlyArray<AnalyzedVariable>,
  budget: PathBudget,
  maxPaths?: number,
): ReadonlyArray<ReadonlyArray<PathsAtStep>> => {
  const followers = groups.map((group) => createPathFollower(group, variables, budget, maxPaths))
  const found = groups.map((): Array<PathsAtStep> => [])
  const inOrder = groups.flatMap((group, index) => group.map((step) => ({ step, index }))).toSorted((a, b) => a.step.place - b.step.place)
  for (const { step, index } of inOrder) {
    const paths = followers[index]?.(step)
    if (paths !== undefined) found[index]?.push(paths)
  }
  return found
}

/** Creates a function that returns what is known about each step; it is called for one after another. */
const createPathFollower = (
  steps: ReadonlyArray<FollowedStep>,
  variables: ReadonlyArray<AnalyzedVariable>,
  budget: PathBudget,
  maxPaths?: number,
): ((step: FollowedStep) => PathsAtStep) => {
  const [first] = steps
  if (steps.length === 1 && first?.condition === null) {
    const [shown, continuing]: readonly [Reach, Reach] = [
      first.isForbidden === true ? { _tag: "Never" } : always,
      first.isEnd || first.isForbidden === true ? { _tag: "Never" } : always,
    ]
    return () => ({ shown, continuing, isAlwaysTrue: false, alwaysTrueParts: [], isOpen: false })
  }
  // A respondent cannot choose what a CRM knows.
  const canBeGiven = ({ variable }: PickedAnswer): boolean => variables[variable ?? -1]?.reference._tag !== "Crm"
  const withClasses = (path: FollowedPath, answerClasses: ReadonlyArray<number>, _: number, pick: PickedAnswer | null): FollowedPath =>
    pick === null
      ? { ...path, answerClasses }
      : { ...path, answerClasses, trail: { pick, rest: path.trail }, isCertain: path.isCertain && canBeGiven(pick) }
  const tracker = createPathTracker(steps, variables, withClasses, {
    sums: findSums(steps, variables),
    ...(maxPaths !== undefined && { maxPaths }),
  })
  let paths: ReadonlyArray<FollowedPath> = [{ answerClasses: [], wasShown: true, trail: null, isCertain: true }]
  return (step) => {
    const { place, condition, isEnd, isRequired, isForbidden } = step
    if (budget.remaining < 0 && paths.length > 0) return undecided(step)
    const entered = tracker.enter(step, paths)
    budget.remaining -= entered.length * (1 + (condition?.size ?? 0))
    if (budget.remaining < 0) return undecided(step)
    const shown: Array<FollowedPath> = []
    const skipped: Array<FollowedPath> = []
    let [isOpen, alwaysTrueParts] = [false, condition?.decisiveParts ?? []]
    for (const path of entered) {
      const getClass = tracker.classOf(path)
      const verdict = condition === null || condition.holds(getClass)
      isOpen ||= verdict === null
      if (alwaysTrueParts.length > 0) alwaysTrueParts = alwaysTrueParts.filter((part) => part.holds(getClass) === true)
      const isCertain = path.isCertain && verdict !== null
      if (verdict !== false) shown.push({ ...path, isCertain, wasShown: true })
      if (verdict !== true && isRequired !== true) skipped.push({ ...path, isCertain, wasShown: false })
    }
    const left = tracker.leave(place, isEnd || isForbidden === true ? skipped : [...shown, ...skipped])
    budget.remaining -= left.length
    paths = mergeEqualPaths(left)
    const isAlwaysTrue = condition !== null && entered.length > 0 && !isOpen && shown.length === entered.length
    return { shown: toReach(shown), continuing: toReach(paths), isAlwaysTrue, alwaysTrueParts, isOpen }
  }
}

const toReach = (paths: ReadonlyArray<FollowedPath>): Reach => {
  const certain = paths.find(({ isCertain }) => isCertain)
  if (certain !== undefined) return { _tag: "Shown", trails: [certain.trail] }
  const [open] = paths
  return open === undefined ? { _tag: "Never" } : { _tag: "Unknown", trails: [open.trail] }
}

/** Merges paths that have the same answer classes; a certain one says more than one that may not exist. */
const mergeEqualPaths = (paths: ReadonlyArray<FollowedPath>): ReadonlyArray<FollowedPath> => {
  const merged = new Map<string, FollowedPath>()
  for (const path of paths) {
    const key = path.answerClasses.join()
    const same = merged.get(key)
    if (same === undefined || (path.isCertain && !same.isCertain)) merged.set(key, { ...path, wasShown: true })
  }
  return [...merged.values()]
}

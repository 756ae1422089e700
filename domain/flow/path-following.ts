// Follows all paths through related steps at once, to find whether some answers lead to each step.

import type { Variable } from "../conditions/condition-variables.ts"
import type { JointCondition } from "../conditions/three-valued-evaluation.ts"
import { createPathTracker, type PathState, type PathStep, type PickedAnswer } from "./path-enumeration.ts"

/** The picks of a path, newest first. */
type Trail = { readonly pick: PickedAnswer; readonly rest: Trail } | null

/** Whether some answers lead to a place: those of `trails`, together, certainly do; none do; or it cannot be told. */
export type Reach =
  | { readonly _tag: "Shown"; readonly trails: ReadonlyArray<Trail> }
  | { readonly _tag: "Never" }
  | { readonly _tag: "Unknown" }

/** Returns the answers that lead to a place. */
export const listPicks = ({ trails }: Extract<Reach, { readonly _tag: "Shown" }>): ReadonlyArray<PickedAnswer> =>
  trails.flatMap((trail) => {
    const picks: Array<PickedAnswer> = []
    for (let entry = trail; entry !== null; entry = entry.rest) picks.push(entry.pick)
    return picks.toReversed()
  })

/**
 * Whether some answers show a step, and whether some go on after it. `isAlwaysTrue`: its condition is true on every path to it;
 * `alwaysTrueParts` are the required parts that are. `isOpen`: its condition could not be decided on some path.
 */
export type PathsAtStep = {
  readonly shown: Reach
  readonly continuing: Reach
  readonly isAlwaysTrue: boolean
  readonly alwaysTrueParts: JointCondition["requiredParts"]
  readonly isOpen: boolean
}

/** The comparisons that can still be evaluated. Once they are spent, every condition counts as undecided. */
export type PathBudget = { remaining: number }

/** One path, or several that no later condition distinguishes; it is certain if all conditions on it were decided. */
type FollowedPath = PathState & { readonly trail: Trail; readonly isCertain: boolean }

/** Of a step with `isRequired`, only the paths that show it are followed. */
type FollowedStep = PathStep & { readonly isEnd: boolean; readonly isRequired?: boolean }

const always: Reach = { _tag: "Shown", trails: [] }

const unconditional = { isAlwaysTrue: false, alwaysTrueParts: [], isOpen: false }

/** Returns what is known about each step. `steps` are in script order, and no other step decides whether they are shown. */
export const followPaths = (
  steps: ReadonlyArray<FollowedStep>,
  variables: ReadonlyArray<Variable>,
  budget: PathBudget,
): ReadonlyArray<PathsAtStep> => {
  const [first] = steps
  if (steps.length === 1 && first?.condition === null)
    return [{ shown: always, continuing: first.isEnd ? { _tag: "Never" } : always, ...unconditional }]
  const tracker = createPathTracker<FollowedPath>(steps, variables, (path, answerClasses, _, pick) => ({
    ...path,
    answerClasses,
    trail: pick === null ? path.trail : { pick, rest: path.trail },
  }))
  let paths: ReadonlyArray<FollowedPath> = [{ answerClasses: [], wasShown: true, trail: null, isCertain: true }]
  return steps.map((step): PathsAtStep => {
    const { place, condition, isEnd, isRequired } = step
    const entered = tracker.enter(step, paths)
    budget.remaining -= entered.length * (1 + (condition?.size ?? 0))
    const isSpent = budget.remaining < 0
    const shown: Array<FollowedPath> = []
    const skipped: Array<FollowedPath> = []
    let [isOpen, alwaysTrueParts] = [false, condition?.requiredParts ?? []]
    for (const path of entered) {
      const getClass = tracker.classOf(path)
      const verdict = condition === null || (isSpent ? null : condition.holds(getClass))
      isOpen ||= verdict === null
      if (alwaysTrueParts.length > 0) alwaysTrueParts = isSpent ? [] : alwaysTrueParts.filter((part) => part.holds(getClass) === true)
      const isCertain = path.isCertain && verdict !== null
      if (verdict !== false) shown.push({ ...path, isCertain, wasShown: true })
      if (verdict !== true && isRequired !== true) skipped.push({ ...path, isCertain, wasShown: false })
    }
    paths = mergeEqualPaths(tracker.leave(place, isEnd ? skipped : [...shown, ...skipped]))
    const isAlwaysTrue = condition !== null && entered.length > 0 && !isOpen && shown.length === entered.length
    return { shown: toReach(shown), continuing: toReach(paths), isAlwaysTrue, alwaysTrueParts, isOpen }
  })
}

const toReach = (paths: ReadonlyArray<FollowedPath>): Reach => {
  const certain = paths.find(({ isCertain }) => isCertain)
  if (certain !== undefined) return { _tag: "Shown", trails: [certain.trail] }
  return { _tag: paths.length === 0 ? "Never" : "Unknown" }
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

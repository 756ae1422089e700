// Follows all paths through related steps at once, to find whether some answers lead to each step.

import type { Variable } from "../conditions/condition-variables.ts"
import { createPathTracker, type PathState, type PathStep, type Pick } from "./path-enumeration.ts"

/** The picks of a path, newest first. */
type Trail = { readonly pick: Pick; readonly rest: Trail } | null

/** Whether some answers lead to a place: those of `trails`, together, certainly do; none do; or it cannot be told. */
export type Reach =
  | { readonly _tag: "Shown"; readonly trails: ReadonlyArray<Trail> }
  | { readonly _tag: "Never" }
  | { readonly _tag: "Unknown" }

/** Whether some answers show a step, and whether some go on after it. */
export type PathsAtStep = { readonly shown: Reach; readonly continuing: Reach }

/** The comparisons that can still be evaluated. Once they are spent, every condition counts as undecided. */
export type PathBudget = { remaining: number }

/** One path, or several that no later condition distinguishes; it is certain if all conditions on it were decided. */
type FollowedPath = PathState & { readonly trail: Trail; readonly isCertain: boolean }

type FollowedStep = PathStep & { readonly isEnd: boolean }

const always: Reach = { _tag: "Shown", trails: [] }

/** Returns what is known about each step. `steps` are in script order, and no other step decides whether they are shown. */
export const followPaths = (
  steps: ReadonlyArray<FollowedStep>,
  variables: ReadonlyArray<Variable>,
  budget: PathBudget,
): ReadonlyArray<PathsAtStep> => {
  const [first] = steps
  if (steps.length === 1 && first?.condition === null) return [{ shown: always, continuing: first.isEnd ? { _tag: "Never" } : always }]
  const tracker = createPathTracker<FollowedPath>(steps, variables, (path, answerClasses, _, pick) => ({
    ...path,
    answerClasses,
    trail: pick === null ? path.trail : { pick, rest: path.trail },
  }))
  let paths: ReadonlyArray<FollowedPath> = [{ answerClasses: [], wasShown: true, trail: null, isCertain: true }]
  return steps.map((step): PathsAtStep => {
    const { place, condition, isEnd } = step
    const entered = tracker.enter(step, paths)
    budget.remaining -= entered.length * (1 + (condition?.size ?? 0))
    const isSpent = budget.remaining < 0
    const shown: Array<FollowedPath> = []
    const skipped: Array<FollowedPath> = []
    for (const path of entered) {
      const verdict = condition === null || (isSpent ? null : condition.holds(tracker.classOf(path)))
      const isCertain = path.isCertain && verdict !== null
      if (verdict !== false) shown.push({ ...path, isCertain, wasShown: true })
      if (verdict !== true) skipped.push({ ...path, isCertain, wasShown: false })
    }
    paths = mergeEqualPaths(tracker.leave(place, isEnd ? skipped : [...shown, ...skipped]))
    return { shown: toReach(shown), continuing: toReach(paths) }
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

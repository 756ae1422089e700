// Path state: the answer class of each variable that later conditions still use. The cost depends on how many variables are in use at
// a time, not on how many there are.

import type { Variable } from "../conditions/condition-variables.ts"
import type { GetAnswerClass, JointCondition } from "../conditions/three-valued-evaluation.ts"

/** An instruction on a path; `condition` is null if it is always shown. */
export type PathStep = { readonly place: number; readonly condition: JointCondition | null }

/** One path, or several that no later condition distinguishes. `wasShown`: it showed the last instruction. */
export type PathState = { readonly answerClasses: ReadonlyArray<number>; readonly wasShown: boolean }

/** An answer that a path assumes: the class of the answer to a variable. */
export type PickedAnswer = { readonly variable: number; readonly answerClass: number }

/** The maximum number of paths followed at a time; a variable that would exceed it is not tracked. */
const maxPaths = 256

type Paths<Path> = ReadonlyArray<Path>

export type PathTracker<Path> = {
  /** The paths at a step, before its condition is evaluated; splits them by its variables that are known from the start. */
  readonly enter: (step: PathStep, paths: Paths<Path>) => Paths<Path>
  /** The class of each variable on a path; null if it is not tracked. */
  readonly classOf: (path: Path) => GetAnswerClass
  /** The paths after the instruction at an index: with the classes of its variables, without those that no later condition uses. */
  readonly leave: (index: number, paths: Paths<Path>) => Paths<Path>
}

/**
 * Creates the tracker for one pass over `steps`, which are all steps in script order. `withClasses` returns a path with
 * other classes. `share` is the fraction of the path's conversations that have these classes; `pick` is the answer that tells them from the
 * others, or null if the question was not asked.
 */
export const createPathTracker = <Path extends PathState>(
  steps: ReadonlyArray<PathStep>,
  variables: ReadonlyArray<Variable>,
  withClasses: (path: Path, classes: ReadonlyArray<number>, share: number, pick: PickedAnswer | null) => Path,
): PathTracker<Path> => {
  const lastUse = findLastUse(steps, variables)
  const variablesBySource = new Map<number, ReadonlyArray<number>>()
  for (const variable of lastUse.keys()) {
    const sourceIndex = variables[variable]?.sourceIndex ?? -1
    variablesBySource.set(sourceIndex, [...(variablesBySource.get(sourceIndex) ?? []), variable])
  }
  const visited = new Set<number>()
  const untracked = new Set<number>()
  let tracked: ReadonlyArray<number> = []

  const splitPaths = (variable: number, paths: Paths<Path>): Paths<Path> => {
    visited.add(variable)
    const { unansweredClass, answerClasses } = variables[variable] ?? { unansweredClass: 0, answerClasses: [] }
    if (paths.length * answerClasses.length > maxPaths) {
      untracked.add(variable)
      return paths
    }
    tracked = [...tracked, variable]
    return paths.flatMap((path) =>
      (path.wasShown ? answerClasses : [{ of: unansweredClass, share: 1 }]).map(({ of, share }) =>
        withClasses(path, [...path.answerClasses, of], share, path.wasShown ? { variable, answerClass: of } : null),
      ),
    )
  }
  return {
    enter: ({ condition }, paths) =>
      (condition?.asks ?? [])
        .filter((variable) => variables[variable]?.sourceIndex === -1)
        .reduce((split, variable) => (visited.has(variable) ? split : splitPaths(variable, split)), paths),
    classOf:
      ({ answerClasses }) =>
      (variable) =>
        untracked.has(variable) ? null : (answerClasses[tracked.indexOf(variable)] ?? variables[variable]?.unansweredClass ?? null),
    leave: (index, paths) => {
      const split = (variablesBySource.get(index) ?? []).reduce((soFar, variable) => splitPaths(variable, soFar), paths)
      const isStillUsed = tracked.map((variable) => (lastUse.get(variable) ?? -1) > index)
      if (isStillUsed.every(Boolean)) return split
      tracked = tracked.filter((_, i) => isStillUsed[i])
      return split.map((path) =>
        withClasses(
          path,
          path.answerClasses.filter((_, i) => isStillUsed[i]),
          1,
          null,
        ),
      )
    },
  }
}

/** Finds, for each variable that a condition after its source uses, the last index that does. */
const findLastUse = (steps: ReadonlyArray<PathStep>, variables: ReadonlyArray<Variable>): ReadonlyMap<number, number> => {
  const lastUse = new Map<number, number>()
  for (const { place: index, condition } of steps)
    for (const variable of condition?.asks ?? []) if ((variables[variable]?.sourceIndex ?? index) < index) lastUse.set(variable, index)
  return lastUse
}

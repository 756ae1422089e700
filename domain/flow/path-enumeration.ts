// Path state: the answer class of each variable that later conditions still use, and the sum that later scores still use. The cost depends on
// how many variables are in use at a time, not on how many there are.

import type { AnswerFacets } from "../conditions/condition-value.ts"
import type { Variable } from "../conditions/condition-variables.ts"
import { addAnswer, emptySum, type Sum } from "../conditions/possible-scores.ts"
import type { GetAnswerClass, JointCondition } from "../conditions/three-valued-evaluation.ts"

/** An instruction on a path; `condition` is null if it is always shown. */
export type PathStep = { readonly place: number; readonly condition: JointCondition | null }

/** One path, or several that no later condition distinguishes. `wasShown`: it showed the last instruction. */
export type PathState = { readonly answerClasses: ReadonlyArray<number>; readonly wasShown: boolean }

/**
 * An answer that a path assumes: its class of a variable, null if no condition asks for it, and, of a question that scores count, the answer
 * itself. `place` is that of the instruction that sets it, -1 if it is known from the start.
 */
export type PickedAnswer = {
  readonly place: number
  readonly variable: number | null
  readonly answerClass: number | null
  readonly answer: AnswerFacets | null
}

/** A question that scores count: its answers with their classes of its variable, null if they are too many to list. */
export type CountedQuestion = {
  readonly variable: number | null
  readonly unansweredClass: number
  readonly answers: ReadonlyArray<{ readonly answerClass: number | null; readonly answer: AnswerFacets }> | null
}

/** A score: its variable, and the class of that for each sum. */
export type TrackedScore = { readonly variable: number; readonly classify: (sum: Sum) => number | null }

/** What scores depend on, by the place of the question and of the score. Without it, scores count as independent of the answers. */
export type SumTracking = {
  readonly counted: ReadonlyMap<number, CountedQuestion>
  readonly scores: ReadonlyMap<number, TrackedScore>
}

const noSums: SumTracking = { counted: new Map(), scores: new Map() }

/** The maximum number of paths followed at a time; a variable that would exceed it is not tracked. */
const defaultMaxPaths = 256
/** The maximum before equal paths are merged, while a sum is tracked. */
const maxSplitPaths = 16_384
/** The maximum after that, and where few steps are followed. */
export const maxSummedPaths = 2000

type TrackerOptions = { readonly sums?: SumTracking; readonly maxPaths?: number }

/** Stands for the class of an answer that is not known. */
const unknownClass = -1

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
  { sums = noSums, maxPaths = defaultMaxPaths }: TrackerOptions = {},
): PathTracker<Path> => {
  const lastUse = findLastUse(steps, variables)
  const variablesBySource = new Map<number, ReadonlyArray<number>>()
  for (const variable of lastUse.keys()) {
    const sourceIndex = variables[variable]?.sourceIndex ?? -1
    variablesBySource.set(sourceIndex, [...(variablesBySource.get(sourceIndex) ?? []), variable])
  }
  // The sum is tracked as one more variable, whose classes are the sums.
  const sumVariable = variables.length
  const interned = createSumList()
  lastUse.set(sumVariable, Math.max(-1, ...[...sums.scores].flatMap(([place, { variable }]) => (lastUse.has(variable) ? [place] : []))))
  const visited = new Set<number>()
  const untracked = new Set<number>()
  let tracked: ReadonlyArray<number> = []

  const splitPaths = (variable: number, paths: Paths<Path>): Paths<Path> => {
    visited.add(variable)
    const { unansweredClass, answerClasses, sourceIndex } = variables[variable] ?? {
      unansweredClass: 0,
      answerClasses: [],
      sourceIndex: -1,
    }
    if (paths.length * answerClasses.length > (tracked.includes(sumVariable) ? maxSummedPaths : maxPaths)) {
      untracked.add(variable)
      return paths
    }
    tracked = [...tracked, variable]
    return paths.flatMap((path) =>
      (path.wasShown ? answerClasses : [{ of: unansweredClass, share: 1 }]).map(({ of, share }) =>
        withClasses(
          path,
          [...path.answerClasses, of],
          share,
          path.wasShown ? { place: sourceIndex, variable, answerClass: of, answer: null } : null,
        ),
      ),
    )
  }
  const forgetSum = (paths: Paths<Path>): Paths<Path> => {
    const at = tracked.indexOf(sumVariable)
    untracked.add(sumVariable)
    if (at === -1) return paths
    tracked = tracked.filter((variable) => variable !== sumVariable)
    return paths.map((path) => withClasses(path, path.answerClasses.toSpliced(at, 1), 1, null))
  }
  const addToSum = (place: number, { variable, unansweredClass, answers }: CountedQuestion, paths: Paths<Path>): Paths<Path> => {
    if (answers === null || paths.length > maxSummedPaths || paths.length * answers.length > maxSplitPaths) return forgetSum(paths)
    const at = tracked.includes(sumVariable) ? tracked.indexOf(sumVariable) : tracked.length
    const isAsked = variable !== null && lastUse.has(variable)
    tracked = [...(tracked.includes(sumVariable) ? tracked : [...tracked, sumVariable]), ...(isAsked ? [variable] : [])]
    if (isAsked) visited.add(variable)
    return paths.flatMap((path) => {
      const before = interned.get(path.answerClasses[at])
      const withAnswer = (sum: Sum, answerClass: number | null): ReadonlyArray<number> => [
        ...path.answerClasses.slice(0, at),
        interned.indexOf(sum),
        ...path.answerClasses.slice(at + 1),
        ...(isAsked ? [answerClass ?? unknownClass] : []),
      ]
      if (!path.wasShown) return [withClasses(path, withAnswer(before, unansweredClass), 1, null)]
      return answers.map(({ answerClass, answer }) => {
        const pick = { place, variable, answerClass, answer }
        return withClasses(path, withAnswer(addAnswer(before, answer), answerClass), 1 / answers.length, pick)
      })
    })
  }
  const readSum = ({ variable, classify }: TrackedScore, paths: Paths<Path>): Paths<Path> => {
    if (!lastUse.has(variable)) return paths
    visited.add(variable)
    if (untracked.has(sumVariable)) {
      untracked.add(variable)
      return paths
    }
    const at = tracked.indexOf(sumVariable)
    tracked = [...tracked, variable]
    return paths.map((path) => {
      const shownClass = classify(interned.get(path.answerClasses[at])) ?? unknownClass
      const scoreClass = path.wasShown ? shownClass : (variables[variable]?.unansweredClass ?? unknownClass)
      return withClasses(path, [...path.answerClasses, scoreClass], 1, null)
    })
  }
  const followSum = (index: number, paths: Paths<Path>): Paths<Path> => {
    const [counted, score] = [sums.counted.get(index), sums.scores.get(index)]
    if (score !== undefined) return readSum(score, paths)
    const isUsed = counted !== undefined && index < (lastUse.get(sumVariable) ?? -1) && !untracked.has(sumVariable)
    return isUsed ? addToSum(index, counted, paths) : paths
  }
  return {
    enter: ({ condition }, paths) =>
      (condition?.asks ?? [])
        .filter((variable) => variables[variable]?.sourceIndex === -1)
        .reduce((split, variable) => (visited.has(variable) ? split : splitPaths(variable, split)), paths),
    classOf:
      ({ answerClasses }) =>
      (variable) => {
        if (untracked.has(variable)) return null
        const answerClass = answerClasses[tracked.indexOf(variable)] ?? variables[variable]?.unansweredClass ?? null
        return answerClass === unknownClass ? null : answerClass
      },
    leave: (index, paths) => {
      const summed = followSum(index, paths)
      const unvisited = (variablesBySource.get(index) ?? []).filter((variable) => !visited.has(variable))
      const split = unvisited.reduce((soFar, variable) => splitPaths(variable, soFar), summed)
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

type SumList = { readonly indexOf: (sum: Sum) => number; readonly get: (index: number | undefined) => Sum }

/** Numbers the sums in the order in which they are found; what has no number is the empty sum. */
const createSumList = (): SumList => {
  const sums: Array<Sum> = []
  const indexes = new Map<string, number>()
  return {
    indexOf: (sum) => {
      const key = `${sum.total} ${sum.answered}`
      const known = indexes.get(key)
      if (known !== undefined) return known
      indexes.set(key, sums.length)
      return sums.push(sum) - 1
    },
    get: (index) => sums[index ?? -1] ?? emptySum,
  }
}

/** Finds, for each variable that a condition after its source uses, the last index that does. */
const findLastUse = (steps: ReadonlyArray<PathStep>, variables: ReadonlyArray<Variable>): Map<number, number> => {
  const lastUse = new Map<number, number>()
  for (const { place: index, condition } of steps)
    for (const variable of condition?.asks ?? []) if ((variables[variable]?.sourceIndex ?? index) < index) lastUse.set(variable, index)
  return lastUse
}

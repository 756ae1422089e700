// Groups of steps that can be followed independently of each other: no condition of one depends on a variable of another (I9).
import type { Variable } from "../conditions/condition-variables.ts"
import type { PathStep, SumTracking } from "./path-enumeration.ts"

/**
 * Puts steps in the same group if their conditions, or the instructions that they refer to, share a variable (union-find), and the questions
 * that a score counts with the score.
 */
export const groupRelatedSteps = <Step extends PathStep>(
  steps: ReadonlyArray<Step>,
  variables: ReadonlyArray<Variable>,
  sums: SumTracking | null = null,
): ReadonlyArray<ReadonlyArray<Step>> => {
  const parents = new Map<string, string>()
  const findRoot = (node: string): string => {
    let root = node
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next
    for (let current = node; current !== root; ) {
      const next = parents.get(current) ?? root
      parents.set(current, root)
      current = next
    }
    return root
  }
  const union = (a: string, b: string): void => {
    const [rootA, rootB] = [findRoot(a), findRoot(b)]
    if (rootA !== rootB) parents.set(rootA, rootB)
  }
  for (const { place: index, condition } of steps)
    for (const variable of condition?.asks ?? []) union(`step ${index}`, `variable ${variable}`)
  for (const [i, { sourceIndex }] of variables.entries()) if (sourceIndex >= 0) union(`step ${sourceIndex}`, `variable ${i}`)
  if (sums !== null) for (const [a, b] of listSumLinks(sums)) union(`step ${a}`, `step ${b}`)
  const groups = new Map<string, Array<Step>>()
  for (const step of steps) {
    const root = findRoot(`step ${step.place}`)
    const group = groups.get(root)
    if (group === undefined) groups.set(root, [step])
    else group.push(step)
  }
  return [...groups.values()]
}

/** Pairs of places that connect each score with the questions that it counts: a later score counts those of an earlier one too. */
const listSumLinks = ({ counted, scores }: SumTracking): ReadonlyArray<readonly [number, number]> => {
  const links: Array<readonly [number, number]> = []
  let previous: number | null = null
  const places = [...counted.keys(), ...scores.keys()].toSorted((a, b) => a - b)
  for (const place of places) {
    if (previous !== null) links.push([previous, place])
    previous = place
  }
  return links
}

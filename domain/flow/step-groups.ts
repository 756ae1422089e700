// Groups of steps that can be followed independently of each other: no condition of one depends on a variable of another (I9).
import type { Variable } from "../conditions/condition-variables.ts"
import type { PathStep } from "./path-enumeration.ts"

/** Puts steps in the same group if their conditions, or the instructions that they refer to, share a variable (union-find). */
export const groupRelatedSteps = <Step extends PathStep>(
  steps: ReadonlyArray<Step>,
  variables: ReadonlyArray<Variable>,
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
  const groups = new Map<string, Array<Step>>()
  for (const step of steps) {
    const root = findRoot(`step ${step.place}`)
    const group = groups.get(root)
    if (group === undefined) groups.set(root, [step])
    else group.push(step)
  }
  return [...groups.values()]
}

/** Returns the steps that matter, and all steps on which their conditions depend, in script order. */
export const listRelevantSteps = <Step extends PathStep>(
  steps: ReadonlyArray<Step>,
  variables: ReadonlyArray<Variable>,
  matters: (step: Step) => boolean,
): ReadonlyArray<Step> => {
  const byPlace = new Map(steps.map((step) => [step.place, step]))
  const relevant = new Set(steps.filter(matters))
  for (const { condition } of relevant)
    for (const variable of condition?.asks ?? []) {
      const source = byPlace.get(variables[variable]?.sourceIndex ?? -1)
      if (source !== undefined) relevant.add(source)
    }
  return steps.filter((step) => relevant.has(step))
}

// The steps that decide whether some instructions are shown. Only their conditions are compiled together, so that no other condition adds to the
// answers that have to be told apart, and no later instruction changes what is found about an earlier one.

import type { Condition } from "../conditions/condition.ts"
import { type AnalyzedVariable, listConditionReferences } from "../conditions/condition-variables.ts"
import { isCounted } from "../conditions/possible-scores.ts"
import { compileJointConditions } from "../conditions/three-valued-evaluation.ts"
import { getInstructionKind } from "../script/instruction.ts"
import { buildNameIndex, toNameKey } from "../script/instruction-name.ts"
import type { AnalyzedInstruction, ReachabilityAnalysis } from "./analyzed-instruction.ts"
import type { SumTracking } from "./path-enumeration.ts"
import type { FollowedStep, PathBudget } from "./path-following.ts"
import { findSums } from "./score-tracking.ts"

/** Steps in script order, with their variables and what their scores depend on. */
export type RelevantSteps = {
  readonly steps: ReadonlyArray<FollowedStep & { readonly isRequired: boolean }>
  readonly variables: ReadonlyArray<AnalyzedVariable>
  readonly sums: SumTracking
}

/** A condition that must be true between two instructions: `at` is a place between theirs. */
export type Requirement = { readonly at: number; readonly condition: Condition }

/**
 * What has to be decided: which of `candidates` are shown (`required`) or not (`forbidden`) up to `last`, and whether a requirement is met. All
 * ends on the way matter, unless they are left aside.
 */
export type RelevanceRequest = {
  readonly candidates: ReadonlyArray<AnalyzedInstruction>
  readonly last: number
  readonly required: ReadonlyArray<number>
  readonly forbidden?: ReadonlyArray<number>
  readonly requirement?: Requirement | null
  readonly leavesEndsAside?: boolean
}

/** What is known of a script while its paths are analyzed. */
export type CompiledSteps = Pick<ReachabilityAnalysis, "instructions" | "steps" | "variables">

/** Preparing a comparison takes as long as evaluating it about this many times. */
const preparationCost = 2

/**
 * Selects the steps that matter, with all steps on which their conditions depend, and compiles their conditions; takes from the budget for
 * each comparison in them.
 */
export const selectRelevantSteps = (script: CompiledSteps, request: RelevanceRequest, budget: PathBudget): RelevantSteps => {
  const { candidates, last, required, forbidden = [], requirement = null, leavesEndsAside = false } = request
  const reachable = candidates.filter(({ place }) => place <= last)
  const matters = ({ place, isEnd }: AnalyzedInstruction): boolean =>
    required.includes(place) || forbidden.includes(place) || (isEnd && !leavesEndsAside)
  const places = listDependencies(script, reachable, reachable.filter(matters), requirement?.condition ?? null)
  const relevant = reachable.filter(({ place }) => places.has(place))
  budget.remaining -= preparationCost * relevant.reduce((sum, { condition }) => sum + 1 + (condition?.size ?? 0), 0)
  const { variables, judged } = compileJointConditions(script.instructions, [
    ...relevant.map(({ parsed }) => parsed),
    requirement?.condition ?? null,
  ])
  const selected = relevant.map(({ place, instruction, isEnd }, i) => ({
    place,
    instruction,
    condition: judged[i] ?? null,
    isEnd: isEnd && !leavesEndsAside,
    isRequired: required.includes(place),
    isForbidden: forbidden.includes(place),
  }))
  const own =
    requirement === null
      ? []
      : [{ place: requirement.at, instruction: null, condition: judged.at(-1) ?? null, isEnd: false, isRequired: true, isForbidden: false }]
  const steps = [...selected, ...own].toSorted((a, b) => a.place - b.place)
  return { steps, variables, sums: findSums(steps, variables) }
}

/** The places of these steps, of those that their conditions and another condition refer to, and of the questions that scores count. */
const listDependencies = (
  { variables, instructions }: CompiledSteps,
  reachable: ReadonlyArray<AnalyzedInstruction>,
  start: ReadonlyArray<AnalyzedInstruction>,
  condition: Condition | null,
): ReadonlySet<number> => {
  const byPlace = new Map(reachable.map((step) => [step.place, step]))
  const counted = reachable.filter(({ instruction }) => isCounted(instruction))
  const found = new Set<number>(start.map(({ place }) => place))
  const add = (place: number): void => {
    const step = byPlace.get(place)
    if (step === undefined) return
    found.add(place)
    if (getInstructionKind(step.instruction) === "score") for (const other of counted) if (other.place < place) found.add(other.place)
  }
  if (condition !== null) {
    const nameIndex = buildNameIndex(instructions)
    for (const reference of listConditionReferences(condition)) if ("name" in reference) add(nameIndex.get(toNameKey(reference.name)) ?? -1)
  }
  // The set grows while it is followed.
  for (const place of found) for (const variable of byPlace.get(place)?.condition?.reads ?? []) add(variables[variable]?.sourceIndex ?? -1)
  return found
}

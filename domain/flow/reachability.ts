// Which instructions can be shown: all conditions and ends are judged together. The check, the graph and the duration use this judgment.

import type { Condition } from "../conditions/condition.ts"
import { analyzeConditions, isChatEnd } from "../conditions/condition-analysis.ts"
import { parseInstructionCondition } from "../conditions/instruction-condition.ts"
import { compileJointConditions } from "../conditions/three-valued-evaluation.ts"
import { deepEqual } from "../json/json-value.ts"
import { getInstructionKind, type Instruction } from "../script/instruction.ts"
import type { AnalyzedInstruction, ReachabilityAnalysis, UnreachableReason } from "./analyzed-instruction.ts"
import { followGroups, type PathBudget, type PathsAtStep, type Reach } from "./path-following.ts"
import { followQuery, type PathQuery, spendAtMost } from "./path-queries.ts"
import { joinReaches } from "./reach-joining.ts"
import type { CompiledSteps } from "./relevant-steps.ts"
import { findSums } from "./score-tracking.ts"
import { groupRelatedSteps } from "./step-groups.ts"

/** Limits how many comparisons are evaluated for the paths of one script. What is left when it is spent counts as unknown. */
const maxComparisons = 1_000_000
/** The same for the instructions that following all paths at once leaves open, and for one of them. */
const maxComparisonsOneByOne = 500_000
const maxComparisonsForOne = 200_000

let latest: { readonly instructions: ReadonlyArray<Instruction>; readonly analysis: ReachabilityAnalysis } | null = null

/**
 * Analyzes which instructions can be shown; returns them as steps in script order, and the variables of their conditions. Remembers the
 * latest result, since the check, the graph and the duration ask for the same instructions, and an author who types a message asks for them
 * again with each key.
 */
export const analyzeReachability = (instructions: ReadonlyArray<Instruction>): ReachabilityAnalysis => {
  if (latest?.instructions === instructions) return latest.analysis
  const isSame = latest !== null && haveSamePaths(latest.instructions, instructions)
  const analysis = isSame && latest !== null ? replaceInstructions(latest.analysis, instructions) : computeReachability(instructions)
  latest = { instructions, analysis }
  return analysis
}

/** Whether two scripts differ at most in what no condition and no end depends on: texts that are shown, and reading delays. */
export const haveSamePaths = (a: ReadonlyArray<Instruction>, b: ReadonlyArray<Instruction>): boolean =>
  a.length === b.length && a.every((instruction, index) => isSameStep(instruction, b[index]))

const isSameStep = (a: Instruction, b: Instruction | undefined): boolean =>
  a === b ||
  (b !== undefined &&
    (["uuid", "order", "type", "label", "condition", "question", "action"] as const).every((field) => deepEqual(a[field], b[field])))

const replaceInstructions = (analysis: ReachabilityAnalysis, instructions: ReadonlyArray<Instruction>): ReachabilityAnalysis => {
  const steps = analysis.steps.map((step, index) => ({ ...step, instruction: instructions[index] ?? step.instruction }))
  return { ...analysis, instructions, steps, groups: analysis.groups.map((group) => group.flatMap(({ place }) => steps[place] ?? [])) }
}

const computeReachability = (instructions: ReadonlyArray<Instruction>): ReachabilityAnalysis => {
  const analyses = analyzeConditions(instructions)
  const conditions = instructions.map(readCondition)
  const { variables, judged } = compileJointConditions(instructions, conditions.map(toReadable))
  const getReasonAlone = (instruction: Instruction, index: number): UnreachableReason | null => {
    if (conditions[index] === "unreadable") return "unreadable"
    const { unreachable = null } = analyses[index] ?? {}
    if (unreachable !== null) return unreachable === "condition" ? "condition" : "after-end"
    return getInstructionKind(instruction) === "empty" ? "empty" : null
  }
  const alone = instructions.map((instruction, index): AnalyzedInstruction => {
    const unreachableReason = getReasonAlone(instruction, index)
    return {
      place: index,
      instruction,
      isEnd: isChatEnd(instruction),
      condition: judged[index] ?? null,
      parsed: toReadable(conditions[index]),
      issues: analyses[index]?.issues ?? [],
      isFalseByParts: analyses[index]?.isFalseByParts ?? false,
      unreachableReason,
      isUnreachableAlone: unreachableReason !== null,
      reach: unreachableReason === null ? { _tag: "Unknown", trails: [] } : { _tag: "Never" },
    }
  })
  const reachable = alone.filter(({ unreachableReason }) => unreachableReason === null)
  const groups = groupRelatedSteps(reachable, variables, findSums(reachable, variables))
  const pathsPerGroup = followGroups(groups, variables, { remaining: maxComparisons })
  const together = applyReaches(alone, combineGroups(groups, pathsPerGroup))
  const { steps, endIndex } = decideOneByOne({ ...together, variables, instructions })
  return {
    instructions,
    steps,
    variables,
    groups: groups.map((group) => group.flatMap(({ place }) => steps[place] ?? [])),
    pathsPerGroup,
    endIndex,
  }
}

type Judged = Pick<ReachabilityAnalysis, "steps" | "endIndex">

const applyReaches = (
  alone: ReadonlyArray<AnalyzedInstruction>,
  { reaches, endIndex }: { readonly reaches: ReadonlyMap<number, Reach>; readonly endIndex: number | null },
): Judged => ({
  endIndex,
  steps: alone.map((step): AnalyzedInstruction => {
    const isAfterEnd = endIndex !== null && step.place > endIndex
    const reach = reaches.get(step.place)
    if (step.unreachableReason !== null || (reach === undefined && !isAfterEnd)) return step
    if (isAfterEnd) return { ...step, reach: { _tag: "Never" }, unreachableReason: "after-end" }
    return { ...step, reach: reach ?? step.reach, unreachableReason: reach?._tag === "Never" ? "condition" : null }
  }),
})

/**
 * Decides what following all paths at once left open because they are too many: for each instruction it follows only the steps before it that
 * decide whether it is shown.
 */
const decideOneByOne = ({ steps, endIndex, ...script }: Judged & Omit<CompiledSteps, "steps">): Judged => {
  const budget: PathBudget = { remaining: maxComparisonsOneByOne }
  const decided = [...steps]
  const getReach = (query: PathQuery): Reach =>
    spendAtMost(maxComparisonsForOne, budget, (part) => followQuery({ ...script, steps: decided }, query, part)?.reach ?? { _tag: "Never" })
  const isPassed = (end: number): boolean => getReach({ shown: [], isWithoutEnd: true, until: end })._tag !== "Never"
  for (const step of steps) {
    if (step.reach._tag !== "Unknown" || budget.remaining < 0) continue
    const { place } = step
    const reach = getReach({ shown: [place] })
    const ends = decided.filter((it) => reach._tag === "Never" && it.place < place && it.isEnd && it.unreachableReason === null)
    const lastEnd = ends.at(-1)
    if (lastEnd !== undefined && !isPassed(lastEnd.place)) {
      const end = ends.find((it) => !isPassed(it.place)) ?? lastEnd
      return applyReaches(decided, { reaches: new Map(), endIndex: end.place })
    }
    decided[place] = { ...step, reach, unreachableReason: reach._tag === "Never" ? "condition" : null }
  }
  return { steps: decided, endIndex }
}

/**
 * Combines what is known of each group: an instruction is shown if its own group leads there and no other group has ended the
 * conversation. Groups share no variable, so that their answers can be combined freely.
 */
const combineGroups = (
  groups: ReadonlyArray<ReadonlyArray<AnalyzedInstruction>>,
  pathsPerGroup: ReadonlyArray<ReadonlyArray<PathsAtStep>>,
): { readonly reaches: ReadonlyMap<number, Reach>; readonly endIndex: number | null } => {
  const byPlace = groups
    .flatMap((group, groupIndex) =>
      group.flatMap((step, i) => {
        const paths = pathsPerGroup[groupIndex]?.[i]
        return paths === undefined ? [] : [{ step, groupIndex, paths }]
      }),
    )
    .toSorted((a, b) => a.step.place - b.step.place)
  const reaches = new Map<number, Reach>()
  /** How each group that has shown an end goes on after its last one. */
  const continuing = new Map<number, Reach>()
  for (const { step, groupIndex, paths } of byPlace) {
    const others = continuing.size === 0 ? [] : [...continuing].flatMap(([other, reach]) => (other === groupIndex ? [] : [reach]))
    reaches.set(step.place, others.length === 0 ? paths.shown : joinReaches([paths.shown, ...others]))
    if (step.isEnd) continuing.set(groupIndex, paths.continuing)
    if (paths.continuing._tag === "Never") return { reaches, endIndex: step.place }
  }
  return { reaches, endIndex: null }
}

const toReadable = (condition: Condition | null | "unreadable" | undefined): Condition | null =>
  condition === "unreadable" ? null : (condition ?? null)

/** Parses the condition of an instruction; null if there is none. An instruction with an unreadable condition is never shown. */
const readCondition = (instruction: Instruction): Condition | null | "unreadable" => {
  const parsed = parseInstructionCondition(instruction)
  if (parsed === null) return null
  return parsed._tag === "Parsed" ? parsed.condition : "unreadable"
}

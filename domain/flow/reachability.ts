// Which instructions can be shown: all conditions and ends are judged together. The check, the graph and the duration use this judgment.

import type { Condition } from "../conditions/condition.ts"
import { analyzeConditions, type ConditionIssue, isChatEnd } from "../conditions/condition-analysis.ts"
import type { AnalyzedVariable } from "../conditions/condition-variables.ts"
import { parseInstructionCondition } from "../conditions/instruction-condition.ts"
import { compileJointConditions } from "../conditions/three-valued-evaluation.ts"
import { getInstructionKind, type Instruction } from "../script/instruction.ts"
import type { PathStep } from "./path-enumeration.ts"
import { followPaths, type PathBudget, type PathsAtStep, type Reach } from "./path-following.ts"
import { findScoreConflicts } from "./score-conflicts.ts"
import { groupRelatedSteps } from "./step-groups.ts"

/**
 * Why an instruction is unreachable: its condition is never true when the conversation is there, its condition cannot be parsed, it is
 * still empty, or the conversation ended before.
 */
export type UnreachableReason = "condition" | "unreadable" | "empty" | "after-end"

export type AnalyzedInstruction = PathStep & {
  readonly instruction: Instruction
  readonly isEnd: boolean
  /** The parsed condition; null if the instruction has none, or if it cannot be parsed. */
  readonly parsed: Condition | null
  /** The issues of its own condition, judged alone. */
  readonly issues: ReadonlyArray<ConditionIssue>
  /** Null if some answers lead to the instruction, or if that cannot be told. */
  readonly unreachableReason: UnreachableReason | null
  /** Whether its own condition, or an end whose condition is always true, is reason enough. */
  readonly isUnreachableAlone: boolean
  /** Whether it is unreachable because no answers lead to a score that its condition asks for. */
  readonly isExcludedByScores: boolean
  /** Whether the instruction is shown for some answers. */
  readonly reach: Reach
}

/** After `endIndex` the conversation never goes on; null if it can go on to the end of the script. `groups` are independent. */
export type ReachabilityAnalysis = {
  readonly steps: ReadonlyArray<AnalyzedInstruction>
  readonly variables: ReadonlyArray<AnalyzedVariable>
  readonly groups: ReadonlyArray<ReadonlyArray<AnalyzedInstruction>>
  readonly pathsPerGroup: ReadonlyArray<ReadonlyArray<PathsAtStep>>
  readonly endIndex: number | null
  /** The instructions whose conditions could not be decided for all answers. */
  readonly openPlaces: ReadonlyArray<number>
}

/** Limits how many comparisons are evaluated for the paths of one script. What is left when it is spent counts as unknown. */
const pathBudget = 1_000_000

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
const haveSamePaths = (a: ReadonlyArray<Instruction>, b: ReadonlyArray<Instruction>): boolean =>
  a.length === b.length && a.every((instruction, index) => isSameStep(instruction, b[index]))

const isSameStep = (a: Instruction, b: Instruction | undefined): boolean =>
  a === b ||
  (b !== undefined && (["order", "type", "label", "condition", "question", "action"] as const).every((field) => a[field] === b[field]))

const replaceInstructions = (analysis: ReachabilityAnalysis, instructions: ReadonlyArray<Instruction>): ReachabilityAnalysis => {
  const steps = analysis.steps.map((step, index) => ({ ...step, instruction: instructions[index] ?? step.instruction }))
  return { ...analysis, steps, groups: analysis.groups.map((group) => group.flatMap(({ place }) => steps[place] ?? [])) }
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
      unreachableReason,
      isUnreachableAlone: unreachableReason !== null,
      isExcludedByScores: false,
      reach: unreachableReason === null ? { _tag: "Unknown" } : { _tag: "Never" },
    }
  })
  const conflicts = findScoreConflicts({ steps: alone, variables })
  const withScores = alone.map(
    (step): AnalyzedInstruction =>
      conflicts.has(step.place) ? { ...step, unreachableReason: "condition", isExcludedByScores: true, reach: { _tag: "Never" } } : step,
  )
  const budget: PathBudget = { remaining: pathBudget }
  const groups = groupRelatedSteps(
    withScores.filter(({ unreachableReason }) => unreachableReason === null),
    variables,
  )
  const pathsPerGroup = groups.map((group) => followPaths(group, variables, budget))
  const { reaches, endIndex } = combineGroups(groups, pathsPerGroup)
  const steps = withScores.map((step): AnalyzedInstruction => {
    const isAfterEnd = endIndex !== null && step.place > endIndex
    const reach = reaches.get(step.place)
    if (step.unreachableReason !== null || (reach === undefined && !isAfterEnd)) return step
    if (isAfterEnd) return { ...step, reach: { _tag: "Never" }, unreachableReason: "after-end" }
    return { ...step, reach: reach ?? step.reach, unreachableReason: reach?._tag === "Never" ? "condition" : null }
  })
  const judgedGroups = groups.map((group) => group.flatMap(({ place }) => steps[place] ?? []))
  const openPlaces = groups
    .flatMap((group, groupIndex) => group.filter((_, i) => pathsPerGroup[groupIndex]?.[i]?.isOpen).map(({ place }) => place))
    .toSorted((a, b) => a - b)
  return { steps, variables, groups: judgedGroups, pathsPerGroup, endIndex, openPlaces }
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
  /** How each group that has shown an end goes on. */
  const continuing = new Map<number, Reach>()
  for (const { step, groupIndex, paths } of byPlace) {
    const others = continuing.size === 0 ? [] : [...continuing].flatMap(([other, reach]) => (other === groupIndex ? [] : [reach]))
    reaches.set(step.place, others.length === 0 ? paths.shown : joinReaches([paths.shown, ...others]))
    if (step.isEnd || continuing.has(groupIndex)) continuing.set(groupIndex, paths.continuing)
    if (paths.continuing._tag === "Never") return { reaches, endIndex: step.place }
  }
  return { reaches, endIndex: null }
}

/** All of these, which share no variable. */
export const joinReaches = (reaches: ReadonlyArray<Reach>): Reach => {
  if (reaches.some(({ _tag }) => _tag === "Never")) return { _tag: "Never" }
  const shown = reaches.flatMap((reach) => (reach._tag === "Shown" ? [reach] : []))
  return shown.length < reaches.length ? { _tag: "Unknown" } : { _tag: "Shown", trails: shown.flatMap(({ trails }) => trails) }
}

const toReadable = (condition: Condition | null | "unreadable" | undefined): Condition | null =>
  condition === "unreadable" ? null : (condition ?? null)

/** Parses the condition of an instruction; null if there is none. An instruction with an unreadable condition is never shown. */
const readCondition = (instruction: Instruction): Condition | null | "unreadable" => {
  const parsed = parseInstructionCondition(instruction)
  if (parsed === null) return null
  return parsed._tag === "Parsed" ? parsed.condition : "unreadable"
}

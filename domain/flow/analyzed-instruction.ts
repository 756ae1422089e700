// What is known about the instructions of a script once all of its conditions and ends have been judged together.

import type { Condition } from "../conditions/condition.ts"
import type { ConditionIssue } from "../conditions/condition-analysis.ts"
import type { AnalyzedVariable } from "../conditions/condition-variables.ts"
import type { Instruction } from "../script/instruction.ts"
import type { PathStep } from "./path-enumeration.ts"
import type { PathsAtStep, Reach } from "./path-following.ts"

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
  /** Whether parts of its condition that are reported as never true make all of it false. */
  readonly isFalseByParts: boolean
  /** Null if some answers lead to the instruction, or if that cannot be told. */
  readonly unreachableReason: UnreachableReason | null
  /** Whether its own condition, or an end whose condition is always true, is reason enough. */
  readonly isUnreachableAlone: boolean
  /** Whether the instruction is shown for some answers. */
  readonly reach: Reach
}

/** After `endIndex` the conversation never goes on; null if it can go on to the end of the script. `groups` are independent. */
export type ReachabilityAnalysis = {
  readonly instructions: ReadonlyArray<Instruction>
  readonly steps: ReadonlyArray<AnalyzedInstruction>
  readonly variables: ReadonlyArray<AnalyzedVariable>
  readonly groups: ReadonlyArray<ReadonlyArray<AnalyzedInstruction>>
  readonly pathsPerGroup: ReadonlyArray<ReadonlyArray<PathsAtStep>>
  readonly endIndex: number | null
}

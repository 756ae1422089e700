// The parsed condition of an instruction. It is kept as long as the instruction: an edit leaves all other instructions as they are.

import type { Instruction } from "../script/instruction.ts"
import type { ConditionSyntaxError } from "./condition.ts"
import { type ParsedCondition, parseCondition } from "./condition-syntax.ts"

const parsedConditions = new WeakMap<Instruction, ParsedCondition | ConditionSyntaxError>()

/** Parses the condition of an instruction; returns null if it is blank. */
export const parseInstructionCondition = (instruction: Instruction): ParsedCondition | ConditionSyntaxError | null => {
  const text = instruction.condition ?? ""
  if (text.trim() === "") return null
  const known = parsedConditions.get(instruction)
  if (known !== undefined) return known
  const parsed = parseCondition(text)
  parsedConditions.set(instruction, parsed)
  return parsed
}

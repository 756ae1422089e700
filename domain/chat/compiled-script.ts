// A script made ready to be played: conditions read and compiled once, however many conversations there are.

import { parseCondition, printReference } from "../conditions/condition-syntax.ts"
import type { ConditionValue, Environment } from "../conditions/condition-value.ts"
import { type ConditionTest, compileCondition, compileOperand } from "../conditions/evaluate.ts"
import type { Instruction } from "../script/instruction.ts"
import { buildNameIndex, getInstructionName, nameKey } from "../script/instruction-name.ts"
import type { Language } from "../script/language.ts"
import type { AuthoredScript } from "../script/script.ts"

/** One reference of a condition: as it is written canonically, and how its value is looked up. */
type Seen = { readonly reference: string; readonly get: (environment: Environment) => ConditionValue }

/** An instruction with its name, and its condition: none, unreadable, or a test with what it refers to. */
export type CompiledInstruction = {
  readonly instruction: Instruction
  readonly name: string
  readonly condition: null | "unreadable" | { readonly test: ConditionTest; readonly seen: ReadonlyArray<Seen> }
}

/** `named` are the instructions that names stand for, by the keys of the names. */
export type CompiledScript = {
  readonly language: Language
  readonly list: ReadonlyArray<CompiledInstruction>
  readonly instructionsByName: ReadonlyMap<string, Instruction>
}

/**
 * [E2] A script made ready to be played any number of times: its conditions read once, its names looked up once. What is wrong with it is
 * no error here: a condition that cannot be read does not hold, of several instructions with one name the first is meant.
 */
export const compileScript = ({ language, instructions }: Pick<AuthoredScript, "language" | "instructions">): CompiledScript => ({
  language,
  list: instructions.map((instruction) => ({
    instruction,
    name: getInstructionName(instruction),
    condition: conditionOf(instruction.condition ?? ""),
  })),
  instructionsByName: new Map(
    [...buildNameIndex(instructions).values()].flatMap((place) => {
      const instruction = instructions[place]
      return instruction === undefined ? [] : [[nameKey(getInstructionName(instruction)), instruction] as const]
    }),
  ),
})

const conditionOf = (text: string): CompiledInstruction["condition"] => {
  if (text.trim() === "") return null
  const parsed = parseCondition(text)
  if (parsed._tag === "ConditionSyntaxError") return "unreadable"
  const seen = new Map(parsed.references.map(({ reference }) => [printReference(reference), compileOperand(reference)] as const))
  return {
    test: compileCondition(parsed.condition),
    seen: [...seen].map(([reference, get]) => ({ reference, get })),
  }
}

// A script made ready to be played: conditions read and compiled once, however many conversations there are.

import { parse, printReference } from "../conditions/condition-syntax.ts"
import type { Environment, Value } from "../conditions/condition-value.ts"
import { compile, compileOperand, type Test } from "../conditions/evaluate.ts"
import type { Instruction } from "../script/instruction.ts"
import { nameKey, nameOf, placesOf } from "../script/instruction-name.ts"
import type { Language } from "../script/language.ts"
import type { Authored } from "../script/script.ts"

/** One reference of a condition: as it is written canonically, and how its value is looked up. */
type Seen = { readonly reference: string; readonly get: (environment: Environment) => Value }

/** An instruction with its name, and its condition: none, unreadable, or a test with what it refers to. */
export type Prepared = {
  readonly instruction: Instruction
  readonly name: string
  readonly condition: null | "unreadable" | { readonly test: Test; readonly seen: ReadonlyArray<Seen> }
}

/** `named` are the instructions that names stand for, by the keys of the names. */
export type Chat = {
  readonly language: Language
  readonly list: ReadonlyArray<Prepared>
  readonly named: ReadonlyMap<string, Instruction>
}

/**
 * [E2] A script made ready to be played any number of times: its conditions read once, its names looked up once. What is wrong with it is
 * no error here: a condition that cannot be read does not hold, of several instructions with one name the first is meant.
 */
export const prepare = ({ language, instructions }: Pick<Authored, "language" | "instructions">): Chat => ({
  language,
  list: instructions.map((instruction) => ({
    instruction,
    name: nameOf(instruction),
    condition: conditionOf(instruction.condition ?? ""),
  })),
  named: new Map(
    [...placesOf(instructions).values()].flatMap((place) => {
      const instruction = instructions[place]
      return instruction === undefined ? [] : [[nameKey(nameOf(instruction)), instruction] as const]
    }),
  ),
})

const conditionOf = (text: string): Prepared["condition"] => {
  if (text.trim() === "") return null
  const parsed = parse(text)
  if (parsed._tag === "ConditionSyntaxError") return "unreadable"
  const seen = new Map(parsed.mentions.map(({ reference }) => [printReference(reference), compileOperand(reference)] as const))
  return {
    test: compile(parsed.condition),
    seen: [...seen].map(([reference, get]) => ({ reference, get })),
  }
}

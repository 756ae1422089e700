// Compiled scripts: each condition is parsed once, however many conversations there are (E2).

import { parseCondition, printReference } from "../conditions/condition-syntax.ts"
import type { ConditionValue, Environment } from "../conditions/condition-value.ts"
import { type ConditionTest, compileCondition, compileOperand } from "../conditions/evaluate.ts"
import { indexAmountSources } from "../script/action-waiting.ts"
import type { Instruction } from "../script/instruction.ts"
import { buildNameIndex, getInstructionName, toNameKey } from "../script/instruction-name.ts"
import { dropOwnTranslations } from "../script/own-translations.ts"
import type { AuthoredScript } from "../script/script.ts"
import type { Language } from "../text/language.ts"

/** A reference of a condition in its canonical form, and the lookup of its value. */
type CompiledReference = { readonly reference: string; readonly get: (environment: Environment) => ConditionValue }

/**
 * An instruction with its name and compiled condition: null if it has none, else unreadable, or a test with its
 * references.
 */
export type CompiledInstruction = {
  readonly instruction: Instruction
  readonly name: string
  readonly condition: null | "unreadable" | { readonly test: ConditionTest; readonly references: ReadonlyArray<CompiledReference> }
}

/**
 * A compiled script; `instructionsByName` is keyed by the canonical form of the names (`nameKey`), `amountSources` by the amounts of payments that
 * name an instruction.
 */
export type CompiledScript = {
  readonly language: Language
  readonly list: ReadonlyArray<CompiledInstruction>
  readonly instructionsByName: ReadonlyMap<string, Instruction>
  readonly amountSources: ReadonlyMap<string, Instruction>
}

/**
 * [E2] Compiles a script so that it can be played any number of times: each condition is parsed once, each name
 * resolved once. Faulty scripts compile too: an unreadable condition is never true, and of several instructions with
 * the same name the first one wins.
 */
export const compileScript = ({ language, instructions }: Pick<AuthoredScript, "language" | "instructions">): CompiledScript =>
  assembleCompiledScript(language, compileInstructions(language, instructions))

/** Compiles some instructions of a script in `language`; `assembleCompiledScript` makes a script of all of them, in their order. */
export const compileInstructions = (language: Language, instructions: ReadonlyArray<Instruction>): ReadonlyArray<CompiledInstruction> =>
  instructions.map((authored) => {
    const instruction = dropOwnTranslations(authored, language)
    return {
      instruction,
      name: getInstructionName(instruction),
      condition: compileInstructionCondition(instruction.condition ?? ""),
    }
  })

/** Returns the script of compiled instructions. */
export const assembleCompiledScript = (language: Language, list: ReadonlyArray<CompiledInstruction>): CompiledScript => ({
  language,
  list,
  instructionsByName: new Map(
    [...buildNameIndex(list.map(({ instruction }) => instruction)).values()].flatMap((index) => {
      const compiled = list[index]
      return compiled === undefined ? [] : [[toNameKey(compiled.name), compiled.instruction] as const]
    }),
  ),
  amountSources: indexAmountSources(list.map(({ instruction }) => instruction)),
})

const compileInstructionCondition = (text: string): CompiledInstruction["condition"] => {
  if (text.trim() === "") return null
  const parsed = parseCondition(text)
  if (parsed._tag === "ConditionSyntaxError") return "unreadable"
  const references = new Map(parsed.references.map(({ reference }) => [printReference(reference), compileOperand(reference)] as const))
  return {
    test: compileCondition(parsed.condition),
    references: [...references].map(([reference, get]) => ({ reference, get })),
  }
}

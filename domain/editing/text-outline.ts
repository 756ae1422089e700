// A script as a readable outline: every instruction in order with its text and condition.
import { ConditionSyntaxError } from "../conditions/condition.ts"
import { parseCondition, printCondition } from "../conditions/condition-syntax.ts"
import { analyzeReachability } from "../flow/reachability.ts"
import { createExplainer, type UnreachableExplanation } from "../flow/unreachable-explanation.ts"
import { toPlainTextWithAlt } from "../rich-text/plain-text.ts"
import { getInstructionKind, type Instruction, type InstructionKind } from "../script/instruction.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import type { AuthoredScript } from "../script/script.ts"

/** An instruction in the outline. */
export type OutlineEntry = {
  /** The position, from 1. */
  readonly number: number
  readonly name: string
  readonly kind: InstructionKind
  /** In canonical form, or as written if it is invalid; null if the instruction is always shown. */
  readonly condition: string | null
  /** Why no conversation shows the instruction, in the words of the check; null if one may, or if it is still empty or unreadable. */
  readonly neverShown: UnreachableExplanation | null
  /** The plain text in the script's language if there is one, possibly several lines; an image is `[alternative text]`. */
  readonly text: string
  /** Choices with their plain texts. */
  readonly choices: ReadonlyArray<{ readonly value: number; readonly text: string }>
  /** Options and params that are set, by their field names. */
  readonly settings: ReadonlyArray<readonly [name: string, value: string | number | boolean | ReadonlyArray<string>]>
}

/** Returns an entry for each instruction, in script order. */
export const buildTextOutline = ({ instructions, language }: AuthoredScript): ReadonlyArray<OutlineEntry> => {
  const analysis = analyzeReachability(instructions)
  const explain = createExplainer(analysis)
  return analysis.steps.map((step, index) => {
    const { instruction } = step
    return {
      number: index + 1,
      name: getInstructionName(instruction),
      kind: getInstructionKind(instruction),
      condition: getCondition(instruction),
      neverShown: explain(step),
      text: getText(instruction, language),
      choices: (instruction.question?.choices ?? []).map(({ value, translation }) => ({ value, text: translation.content })),
      settings: [
        ...getExtensions(instruction),
        ...listSettings(instruction.question?.options),
        ...listSettings(instruction.action?.params),
      ],
    }
  })
}

const getCondition = ({ condition }: Instruction): string | null => {
  const text = (condition ?? "").trim()
  if (text === "") return null
  const parsed = parseCondition(text)
  return parsed instanceof ConditionSyntaxError ? text : printCondition(parsed.condition)
}

const getText = ({ messages }: Instruction, language: string): string => {
  const message = messages.find(({ locale }) => locale === language) ?? messages[0]
  return message === undefined ? "" : toPlainTextWithAlt(message.content)
}

/** Returns the file extensions that a question lists. */
const getExtensions = ({ question }: Instruction): OutlineEntry["settings"] => {
  const extensions = question?.type === "file" ? (question.options?.extensions ?? []) : []
  return extensions.length === 0 ? [] : [["extensions", extensions]]
}

/** Returns only single values: other lists and objects are not readable in an outline. */
const listSettings = (fields: Readonly<Record<string, unknown>> | null | undefined): OutlineEntry["settings"] =>
  Object.entries(fields ?? {}).flatMap(([name, value]) =>
    (typeof value === "string" && value !== "") || typeof value === "number" || value === true ? [[name, value] as const] : [],
  )

// A script as a reader takes it in: what comes in which order, said how, and under which condition (contract "Command line tool").
import { ConditionSyntaxError } from "../conditions/condition.ts"
import { parseCondition, printCondition } from "../conditions/condition-syntax.ts"
import { plainTextWithAlt } from "../rich-text/plain-text.ts"
import { getInstructionKind, type Instruction, type InstructionKind } from "./instruction.ts"
import { getInstructionName } from "./instruction-name.ts"
import type { AuthoredScript } from "./script.ts"

export type OutlineEntry = {
  /** From 1, as it stands. */
  readonly number: number
  readonly name: string
  readonly kind: InstructionKind
  /** In canonical form where it can be read, else as it was written; null for what is always shown. */
  readonly condition: string | null
  /** What is said, in the script's language where it is said in it: plain text, maybe of several lines; an image is `[its words]`. */
  readonly text: string
  /** Choices are plain text. */
  readonly choices: ReadonlyArray<{ readonly value: number; readonly text: string }>
  /** Options and parameters that are set, by their names in the file. */
  readonly settings: ReadonlyArray<readonly [name: string, value: string | number | boolean | ReadonlyArray<string>]>
}

/**
 * The script as someone reads it, an entry for each instruction in their order, numbered from 1. Texts are plain, in the script's language
 * (contract "Command line tool": `outline`).
 */
export const buildTextOutline = ({ instructions, language }: AuthoredScript): ReadonlyArray<OutlineEntry> =>
  instructions.map((instruction, place) => ({
    number: place + 1,
    name: getInstructionName(instruction),
    kind: getInstructionKind(instruction),
    condition: conditionOf(instruction),
    text: textOf(instruction, language),
    choices: (instruction.question?.choices ?? []).map(({ value, translation }) => ({ value, text: translation.content })),
    settings: [...kindsOf(instruction), ...settingsOf(instruction.question?.options), ...settingsOf(instruction.action?.params)],
  }))

const conditionOf = ({ condition }: Instruction): string | null => {
  const text = (condition ?? "").trim()
  if (text === "") return null
  const parsed = parseCondition(text)
  return parsed instanceof ConditionSyntaxError ? text : printCondition(parsed.condition)
}

const textOf = ({ messages }: Instruction, language: string): string => {
  const message = messages.find(({ locale }) => locale === language) ?? messages[0]
  return message === undefined ? "" : plainTextWithAlt(message.content)
}

/** The kinds of file that a question names. */
const kindsOf = ({ question }: Instruction): OutlineEntry["settings"] => {
  const extensions = question?.type === "file" ? (question.options?.extensions ?? []) : []
  return extensions.length === 0 ? [] : [["extensions", extensions]]
}

/** Single values only: other lists and maps are no reading matter. */
const settingsOf = (fields: Readonly<Record<string, unknown>> | null | undefined): OutlineEntry["settings"] =>
  Object.entries(fields ?? {}).flatMap(([name, value]) =>
    (typeof value === "string" && value !== "") || typeof value === "number" || value === true ? [[name, value] as const] : [],
  )

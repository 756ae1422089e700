// Quick fixes of findings that have one obvious solution.

import { findReferenceIssue } from "../conditions/condition-analysis.ts"
import { parseCondition, printAnswerName, printKeyAccess } from "../conditions/condition-syntax.ts"
import type { Finding } from "../findings/finding.ts"
import { computeInstructionDelay } from "../flow/reading-delay.ts"
import { assignFreeValue, type Choices } from "../questions/choices.ts"
import { setButtonEnabled } from "../questions/file-question.ts"
import type { Question } from "../questions/question.ts"
import { type Markup, splitRecalls } from "../recall/recall.ts"
import { mapRecallTexts } from "../recall/texts-with-recalls.ts"
import { getInstructionKind, type Instruction } from "../script/instruction.ts"
import { buildNameIndex, createUniqueName, getInstructionName, normalizeTypedName, toNameKey } from "../script/instruction-name.ts"
import type { AuthoredScript } from "../script/script.ts"
import { nearestName } from "../text/name-search.ts"

/**
 * Returns the fixed instruction at `index`, or null if only the author can decide. `answered`: choices of it that
 * existing answers may refer to.
 */
export const findQuickFix = (
  { instructions }: Pick<AuthoredScript, "instructions">,
  index: number,
  { rule, pointer, key, values }: Finding,
  answered: Choices = [],
): Instruction | null => {
  const instruction = instructions[index]
  if (instruction === undefined) return null
  switch (rule) {
    case "typing-delay":
      return { ...instruction, typing_delay: computeInstructionDelay(instruction) }
    case "name-not-unique":
      return { ...instruction, label: createUniqueName(instructions, getInstructionName(instruction)) }
    case "name-syntax":
      return fixName(instructions, instruction)
    case "condition-unknown-reference":
      if (key === "recall.simple") return fixSimpleRecalls(instructions, index, { pointer, name: String(values?.["name"] ?? "") })
      return pointer.endsWith("/condition") ? fixReferences(instructions, index, instruction) : null
    default:
      return withQuestion(instruction, fixQuestion(rule, pointer, instruction.question ?? null, answered))
  }
}

const withQuestion = (instruction: Instruction, question: Question | null): Instruction | null =>
  question === null ? null : { ...instruction, question }

const fixQuestion = (rule: Finding["rule"], pointer: string, question: Question | null, answered: Choices): Question | null => {
  if (question?.type === "file" && rule === "file-buttons")
    return { ...question, options: setButtonEnabled(question.options ?? {}, "library", true) }
  if (question?.type !== "choice" && question?.type !== "multiple") return null
  const choices = question.choices ?? []
  if (rule === "duplicate-choice-value" || rule === "choice-value") {
    const choice = choices[Number(/\/choices\/(\d+)\/value$/.exec(pointer)?.[1])]
    const next = choice === undefined ? undefined : assignFreeValue(choices, choice.uuid, answered)
    return next === undefined ? null : { ...question, choices: next }
  }
  if (rule !== "choice-bounds" || question.type !== "multiple" || choices.length < 2 || !pointer.includes("/options/")) return null
  return { ...question, options: { ...question.options, minimum: 1, maximum: choices.length } }
}

/** Replaces characters that are not allowed in names. */
const fixName = (instructions: ReadonlyArray<Instruction>, instruction: Instruction): Instruction | null => {
  const label = normalizeTypedName((instruction.label ?? "").trim()).replace(/[^\p{L}\p{M}\p{N}_]/gu, "_")
  const others = instructions.filter(({ uuid }) => uuid !== instruction.uuid)
  return label === "" ? null : { ...instruction, label: createUniqueName(others, label) }
}

/**
 * Replaces every unknown name in the condition by the nearest name of an earlier instruction; null if one of them has
 * none.
 */
const fixReferences = (instructions: ReadonlyArray<Instruction>, index: number, instruction: Instruction): Instruction | null => {
  const text = instruction.condition ?? ""
  const parsed = parseCondition(text)
  if (parsed._tag === "ConditionSyntaxError") return null
  const nameIndex = buildNameIndex(instructions)
  const names = instructions.slice(0, index).map(getInstructionName)
  let condition = ""
  let end = 0
  for (const { reference, nameStart, nameEnd } of parsed.references) {
    if (findReferenceIssue(reference, index, nameIndex)?._tag !== "Unknown" || !("name" in reference)) continue
    const nearest = nearestName(reference.name, names)
    if (nearest === null) return null
    const isSimple = !/^[.[]/.test(text.slice(nameStart, nameEnd))
    condition += text.slice(end, nameStart) + (isSimple ? printAnswerName(nearest) : printKeyAccess(nearest))
    end = nameEnd
  }
  return end === 0 ? null : { ...instruction, condition: condition + text.slice(end) }
}

/**
 * Turns the names in braces in the text at `pointer` into recalls: `{{q1}}` becomes `{{answers.q1}}`. Null if the one that the finding names
 * belongs to no earlier instruction.
 */
const fixSimpleRecalls = (
  instructions: ReadonlyArray<Instruction>,
  index: number,
  { pointer, name }: { readonly pointer: string; readonly name: string },
): Instruction | null => {
  const instruction = instructions[index]
  if (instruction === undefined) return null
  const nameIndex = buildNameIndex(instructions)
  const isAnswered = (recalled: string): boolean => {
    const place = nameIndex.get(toNameKey(recalled)) ?? instructions.length
    // [C15] The text of a score can show the score itself.
    return place < index || (place === index && getInstructionKind(instruction) === "score")
  }
  if (!isAnswered(name)) return null
  const fixText = (text: string, markup: Markup): string =>
    splitRecalls(text, markup)
      .map((segment) => {
        const { source } = segment
        if (segment._tag !== "Broken" || segment.name === null || !isAnswered(segment.name)) return source
        const recall = source.replace(/^\{\{\s*/, "{{answers.")
        return splitRecalls(recall, markup)[0]?._tag === "Recall" ? recall : source
      })
      .join("")
  // The instruction may have moved since the check.
  const path = pointer.replace(/^\/instructions\/\d+/, "")
  const fixed = mapRecallTexts(instruction, (text, markup, getPath) => (getPath() === path ? fixText(text, markup) : text))
  return fixed === instruction ? null : fixed
}

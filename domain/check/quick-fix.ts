// What mends a finding by itself, where there is one obvious way.

import { nameFault } from "../conditions/condition-analysis.ts"
import { keyed, parse, simpleName } from "../conditions/condition-syntax.ts"
import { type Choices, revalued } from "../questions/choices.ts"
import { withButton } from "../questions/file-question.ts"
import type { Question } from "../questions/question.ts"
import type { Instruction } from "../script/instruction.ts"
import { freshName, nameOf, placesOf, typedName } from "../script/instruction-name.ts"
import { computedDelay } from "../script/reading-delay.ts"
import type { Authored } from "../script/script.ts"
import { nearestName } from "../text/name-search.ts"
import type { Finding } from "./finding.ts"

/**
 * The instruction at `place` once the finding is mended, or null where its author has to say how. `answered`: choices of it that respondents
 * may have given.
 */
export const quickFix = (
  { instructions }: Pick<Authored, "instructions">,
  place: number,
  { rule, pointer }: Finding,
  answered: Choices = [],
): Instruction | null => {
  const instruction = instructions[place]
  if (instruction === undefined) return null
  switch (rule) {
    case "typing-delay":
      return { ...instruction, typing_delay: computedDelay(instruction) }
    case "name-not-unique":
      return { ...instruction, label: freshName(instructions, nameOf(instruction)) }
    case "name-syntax":
      return renamed(instructions, instruction)
    case "condition-unknown-reference":
      return pointer.endsWith("/condition") ? withKnownNames(instructions, place, instruction) : null
    default:
      return asking(instruction, mendedQuestion(rule, pointer, instruction.question ?? null, answered))
  }
}

const asking = (instruction: Instruction, question: Question | null): Instruction | null =>
  question === null ? null : { ...instruction, question }

const mendedQuestion = (rule: Finding["rule"], pointer: string, question: Question | null, answered: Choices): Question | null => {
  if (question?.type === "file" && rule === "file-buttons")
    return { ...question, options: withButton(question.options ?? {}, "library", true) }
  if (question?.type !== "choice" && question?.type !== "multiple") return null
  const choices = question.choices ?? []
  if (rule === "duplicate-choice-value" || rule === "choice-value") {
    const choice = choices[Number(/\/choices\/(\d+)\/value$/.exec(pointer)?.[1])]
    const next = choice === undefined ? undefined : revalued(choices, choice.uuid, answered)
    return next === undefined ? null : { ...question, choices: next }
  }
  if (rule !== "choice-bounds" || question.type !== "multiple" || choices.length < 2 || !pointer.includes("/options/")) return null
  return { ...question, options: { ...question.options, minimum: 1, maximum: choices.length } }
}

/** Without what a name may not hold. */
const renamed = (instructions: ReadonlyArray<Instruction>, instruction: Instruction): Instruction | null => {
  const label = typedName((instruction.label ?? "").trim()).replace(/[^\p{L}\p{M}\p{N}_]/gu, "_")
  const others = instructions.filter(({ uuid }) => uuid !== instruction.uuid)
  return label === "" ? null : { ...instruction, label: freshName(others, label) }
}

/** Every unknown name of the condition exchanged for the nearest one before it; null where one has none that is near. */
const withKnownNames = (instructions: ReadonlyArray<Instruction>, place: number, instruction: Instruction): Instruction | null => {
  const text = instruction.condition ?? ""
  const parsed = parse(text)
  if (parsed._tag === "ConditionSyntaxError") return null
  const places = placesOf(instructions)
  const known = instructions.slice(0, place).map(nameOf)
  let condition = ""
  let end = 0
  for (const { reference, nameStart, nameEnd } of parsed.mentions) {
    if (nameFault(reference, place, places)?._tag !== "Unknown" || !("name" in reference)) continue
    const nearest = nearestName(reference.name, known)
    if (nearest === null) return null
    const isSimple = !/^[.[]/.test(text.slice(nameStart, nameEnd))
    condition += text.slice(end, nameStart) + (isSimple ? simpleName(nearest) : keyed(nearest))
    end = nameEnd
  }
  return end === 0 ? null : { ...instruction, condition: condition + text.slice(end) }
}

// Findings about the sums of conditions and recalls (C17).
import { type Condition, listTerms, type Operand, type Reference, type Sum } from "../conditions/condition.ts"
import { getValueKey, printReference } from "../conditions/condition-syntax.ts"
import { parseInstructionCondition } from "../conditions/instruction-condition.ts"
import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import { listSplitTexts } from "../recall/recalls-in-instruction.ts"
import type { Instruction } from "../script/instruction.ts"
import { buildNameIndex, toNameKey } from "../script/instruction-name.ts"
import type { AuthoredScript } from "../script/script.ts"

/** Returns a finding for each choice whose value is added up: its author probably means its score; and for each value that a sum adds twice. */
export const sumFindings = ({ instructions }: AuthoredScript): ReadonlyArray<Finding> => {
  const nameIndex = buildNameIndex(instructions)
  const findChoiceTerm = (sum: Reference | Sum): Extract<Reference, { readonly _tag: "Answer" }> | null => {
    if (sum._tag !== "Sum") return null
    for (const term of listTerms(sum)) {
      if (term._tag !== "Answer" || (term.facet !== null && term.facet !== "value")) continue
      const type = instructions[nameIndex.get(toNameKey(term.name)) ?? -1]?.question?.type
      if (type === "choice" || type === "multiple") return term
    }
    return null
  }
  const findingsOf = (sums: ReadonlyArray<Reference | Sum>, pointer: string): ReadonlyArray<Finding> => {
    const [term] = sums.flatMap((sum) => findChoiceTerm(sum) ?? [])
    const [repeated] = sums.flatMap((sum) => findRepeatedTerm(sum) ?? [])
    return [
      ...(term === undefined
        ? []
        : [
            createFinding("condition-unknown-reference", pointer, "condition.sum-of-values", {
              name: term.name.slice(0, 80),
              score: printReference({ ...term, facet: "score" }).slice(0, 80),
            }),
          ]),
      ...(repeated === undefined
        ? []
        : [createFinding("sum-repeated-term", pointer, "condition.sum-repeated", { name: printReference(repeated).slice(0, 80) })]),
    ]
  }
  return instructions.flatMap((instruction, index) => [
    ...findingsOf(listSumsOfCondition(instruction), `/instructions/${index}/condition`),
    ...listSplitTexts(instruction).flatMap(({ path, segments }) =>
      findingsOf(
        segments.flatMap((segment) => (segment._tag === "Recall" ? [segment.reference] : [])),
        `/instructions/${index}${path}`,
      ),
    ),
  ])
}

/** Returns the first reference of a sum to a value that an earlier one adds. */
const findRepeatedTerm = (sum: Reference | Sum): Reference | undefined => {
  const keys = new Set<string>()
  return listTerms(sum).find((term) => keys.size === keys.add(getValueKey(term)).size)
}

const listSumsOfCondition = (instruction: Instruction): ReadonlyArray<Sum> => {
  const parsed = (instruction.condition ?? "").includes("sum") ? parseInstructionCondition(instruction) : null
  return parsed?._tag === "Parsed" ? listSums(parsed.condition) : []
}

const listSums = (condition: Condition): ReadonlyArray<Sum> => {
  switch (condition._tag) {
    case "All":
    case "Any":
      return condition.terms.flatMap(listSums)
    case "Not":
      return listSums(condition.term)
    case "Compare":
      return [condition.left, condition.right].flatMap(listSumsOfOperand)
    case "Holds":
      return listSumsOfOperand(condition.operand)
  }
}

const listSumsOfOperand = (operand: Operand): ReadonlyArray<Sum> => {
  if (operand._tag === "Sum") return [operand]
  return operand._tag === "Truth" ? listSums(operand.of) : []
}

// What a condition at a given index can refer to, with which comparators, and its conversion from and to rows (C9).

import {
  type Comparator,
  type Condition,
  type Count,
  type Facet,
  isScoreFacet,
  type Literal,
  type Reference,
  type Sum,
  scoreFacets,
} from "../conditions/condition.ts"
import { getValueKey } from "../conditions/condition-syntax.ts"
import { usesExtra } from "../questions/choice-question.ts"
import type { Question } from "../questions/question.ts"
import { listScaleValues } from "../questions/scale-question.ts"
import { listReferences } from "../recall/usages.ts"
import { getInstructionKind, type Instruction } from "../script/instruction.ts"
import { buildNameIndex, getInstructionName, toNameKey } from "../script/instruction-name.ts"

/**
 * Returns named questions, scores and actions before `index`, nearest first. One whose name belongs to an earlier
 * instruction is left out.
 */
export const listNamedBefore = (instructions: ReadonlyArray<Instruction>, index: number): ReadonlyArray<Instruction> => {
  const nameIndex = buildNameIndex(instructions)
  return instructions
    .slice(0, Math.max(0, index))
    .filter(
      (it, position) =>
        (it.type === "question" || it.type === "action" || it.type === "score") &&
        nameIndex.get(toNameKey(getInstructionName(it))) === position,
    )
    .toReversed()
}

/**
 * Returns everything that a condition at `index` can refer to: answers with their facets, outcomes, sums, and known
 * keys.
 */
export const listRowSubjects = (
  instructions: ReadonlyArray<Instruction>,
  index: number,
  crmKeys: ReadonlyArray<string> = [],
): ReadonlyArray<RowSubject> => {
  const { metadata, crm } = listKnownKeys(instructions, crmKeys)
  return [
    ...listNamedBefore(instructions, index).flatMap((instruction) => {
      if (getInstructionKind(instruction) === "score") return scoreSubjects(instruction)
      return instruction.type === "action" ? outcomeSubjects(instruction) : answerSubjects(instruction)
    }),
    ...listSums(instructions, index),
    ...metadata.map((key): Reference => ({ _tag: "Metadata", key })),
    ...crm.map((key): Reference => ({ _tag: "Crm", key })),
  ]
}

/** [C17] Returns what can be added up in a condition at `index`: totals of scores, scores and amounts of choices, and numbers. */
export const listSummands = (instructions: ReadonlyArray<Instruction>, index: number): ReadonlyArray<Reference> =>
  listNamedBefore(instructions, index).flatMap((instruction): ReadonlyArray<Reference> => {
    const { question } = instruction
    const refer = (facet: Facet | null): Reference => ({ _tag: "Answer", name: getInstructionName(instruction), facet })
    if (getInstructionKind(instruction) === "score") return [refer("total")]
    switch (question?.type) {
      case "choice":
      case "multiple":
        return [...(usesExtra(question, "scores") ? [refer("score")] : []), ...(usesExtra(question, "amounts") ? [refer("amount")] : [])]
      case "numeric":
      case "currency":
      case "nps":
      case "starRating":
      case "emoji":
        return [refer(null)]
      default:
        return []
    }
  })

/** [C17] Returns the sums of several summands of one kind: of all totals, of all scores, of all amounts and of all numbers. */
export const listSums = (instructions: ReadonlyArray<Instruction>, index: number): ReadonlyArray<Sum> => {
  const summands = listSummands(instructions, index).toReversed()
  return (["total", "score", "amount", null] as const).flatMap((facet) => {
    const terms = summands.filter((term) => term._tag === "Answer" && term.facet === facet)
    const sum = terms.length > 1 ? createSum(terms) : null
    return sum === null ? [] : [sum]
  })
}

/** [C17] Returns the sum of these references, each value once and in the last form given (`name` or `name.total`); null if there are none. */
export const createSum = (references: ReadonlyArray<Reference>): Sum | null => {
  const [first, ...more] = new Map(references.map((reference) => [getValueKey(reference), reference])).values()
  return first === undefined ? null : { _tag: "Sum", terms: [first, ...more] }
}

const outcomeSubjects = (instruction: Instruction): ReadonlyArray<RowSubject> => [
  { _tag: "Action", name: getInstructionName(instruction), key: null },
]

const scoreSubjects = (instruction: Instruction): ReadonlyArray<RowSubject> =>
  scoreFacets.map((facet) => ({ _tag: "Answer", name: getInstructionName(instruction), facet }))

const answerSubjects = (instruction: Instruction): ReadonlyArray<RowSubject> => {
  const { question } = instruction
  if (!question) return []
  const answer = (facet: "score" | "amount" | null): Reference => ({ _tag: "Answer", name: getInstructionName(instruction), facet })
  const hasChoices = question.type === "choice" || question.type === "multiple"
  return [
    answer(null),
    ...(question.type === "multiple" ? [{ _tag: "Count", of: answer(null) } as const] : []),
    ...(hasChoices && usesExtra(question, "scores") ? [answer("score")] : []),
    ...(hasChoices && usesExtra(question, "amounts") ? [answer("amount")] : []),
  ]
}

type ReferencedKeys = { readonly metadata: ReadonlyArray<string>; readonly crm: ReadonlyArray<string> }

/** Returns the metadata and CRM keys that conditions and recalls of the script refer to. */
export const listReferencedKeys = (instructions: ReadonlyArray<Instruction>): ReferencedKeys => {
  const metadata = new Set<string>()
  const crm = new Set<string>()
  for (const reference of instructions.flatMap(listReferences)) {
    if (reference._tag === "Metadata") metadata.add(reference.key)
    if (reference._tag === "Crm") crm.add(reference.key)
  }
  return { metadata: [...metadata], crm: [...crm] }
}

/** Returns the referenced keys together with known CRM keys: `groups`, and `crmKeys` from data points. */
export const listKnownKeys = (instructions: ReadonlyArray<Instruction>, crmKeys: ReadonlyArray<string> = []): ReferencedKeys => {
  const { metadata, crm } = listReferencedKeys(instructions)
  return { metadata, crm: [...new Set(["groups", ...crmKeys, ...crm])] }
}

/** Returns the question whose answer the subject is; null for other subjects and for facets such as the score. */
export const findSubjectQuestion = (subject: RowSubject, instructions: ReadonlyArray<Instruction>): Question | null => {
  if (subject._tag !== "Answer" || (subject.facet !== null && subject.facet !== "value")) return null
  const key = toNameKey(subject.name)
  return instructions.find((it) => toNameKey(getInstructionName(it)) === key)?.question ?? null
}

/** Returns the possible values of an answer with their texts; null if there are too many to list. */
export const listAnswerValues = (question: Question | null): ReadonlyArray<{ readonly value: number; readonly text: string }> | null => {
  switch (question?.type) {
    case "choice":
    case "multiple":
      return (question.choices ?? []).map(({ value, translation }) => ({ value, text: translation.content }))
    case "nps":
    case "starRating":
    case "emoji":
      return listScaleValues(question).map((value) => ({ value, text: "" }))
    default:
      return null
  }
}

const equalityComparators = ["==", "!="] as const
const orderComparators = [...equalityComparators, "<", "<=", ">", ">="] as const
const containmentComparators = ["contains", "!contains"] as const

/** Returns the comparators that make sense for a subject. */
export const listComparators = (subject: RowSubject, question: Question | null): ReadonlyArray<Comparator> => {
  if (
    subject._tag === "Count" ||
    subject._tag === "Sum" ||
    (subject._tag === "Answer" && (subject.facet === "score" || subject.facet === "amount" || isScoreFacet(subject.facet)))
  )
    return orderComparators
  if (subject._tag === "Crm") return [...containmentComparators, ...equalityComparators]
  switch (question?.type) {
    case "choice":
      return equalityComparators
    case "multiple":
      return containmentComparators
    case "numeric":
    case "currency":
    case "nps":
    case "starRating":
    case "emoji":
    case "date":
      return orderComparators
    default:
      return [...equalityComparators, ...containmentComparators, "<", "<=", ">", ">="]
  }
}

/** Returns a new row about a subject: compared with the first possible value, or tested for being answered. */
export const createConditionRow = (subject: RowSubject, instructions: ReadonlyArray<Instruction>): ConditionRow => {
  const question = findSubjectQuestion(subject, instructions)
  const first = listAnswerValues(question)?.[0]
  const [by = "=="] = listComparators(subject, question)
  if (first !== undefined) return { _tag: "Compared", left: subject, by, right: { _tag: "Literal", value: first.value } }
  return { _tag: "Answered", of: subject }
}

/** Parses a typed value: a number if it looks like one, else a string. */
export const parseLiteral = (text: string): Literal => ({
  _tag: "Literal",
  value: /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text.trim()) ? Number(text) : text,
})

/** The subject of a row, and what it can be compared with. */
export type RowSubject = Reference | Count | Sum
/** A comparison, or a test whether the subject is answered. */
export type ConditionRow =
  | { readonly _tag: "Compared"; readonly left: RowSubject; readonly by: Comparator; readonly right: RowSubject | Literal }
  | { readonly _tag: "Answered" | "Unanswered"; readonly of: RowSubject }

/** Rows and groups of which all, or any, must be true. */
export type ConditionRowGroup = {
  readonly _tag: "Rows"
  readonly match: "all" | "any"
  readonly rows: ReadonlyArray<ConditionRow | ConditionRowGroup>
}

/** [C9] Converts a condition to rows; null if rows cannot express all of it. A single comparison becomes one row. */
export const conditionToRows = (condition: Condition): ConditionRowGroup | null => {
  const row = toRow(condition)
  if (row === null || row._tag === "Rows") return row
  return { _tag: "Rows", match: "all", rows: [row] }
}

/**
 * [C9] Converts rows to a condition; null if they are empty. A group without rows is left out; one with a single row
 * becomes that row.
 */
export const rowsToCondition = ({ match, rows }: ConditionRowGroup): Condition | null => {
  const [first, second, ...more] = rows.flatMap((row) => fromRow(row) ?? [])
  if (first === undefined || second === undefined) return first ?? null
  return { _tag: match === "all" ? "All" : "Any", terms: [first, second, ...more] }
}

const toRow = (condition: Condition): ConditionRow | ConditionRowGroup | null => {
  switch (condition._tag) {
    case "All":
    case "Any": {
      const rows: Array<ConditionRow | ConditionRowGroup> = []
      for (const term of condition.terms) {
        const row = toRow(term)
        if (row === null) return null
        rows.push(row)
      }
      return { _tag: "Rows", match: condition._tag === "All" ? "all" : "any", rows }
    }
    case "Compare": {
      const { left, by, right } = condition
      if (left._tag === "Literal" || left._tag === "Truth" || right._tag === "Truth") return null
      return { _tag: "Compared", left, by, right }
    }
    case "Holds":
      return condition.operand._tag === "Literal" ? null : { _tag: "Answered", of: condition.operand }
    case "Not":
      return condition.term._tag === "Holds" && condition.term.operand._tag !== "Literal"
        ? { _tag: "Unanswered", of: condition.term.operand }
        : null
  }
}

const fromRow = (row: ConditionRow | ConditionRowGroup): Condition | null => {
  switch (row._tag) {
    case "Rows":
      return rowsToCondition(row)
    case "Compared":
      return { _tag: "Compare", left: row.left, by: row.by, right: row.right }
    case "Answered":
      return { _tag: "Holds", operand: row.of }
    case "Unanswered":
      return { _tag: "Not", term: { _tag: "Holds", operand: row.of } }
  }
}

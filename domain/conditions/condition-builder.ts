// What a condition at a place of a script can ask about, and how: for the row builder and for completion (decisions C9).
import { usesExtra } from "../questions/choice-question.ts"
import type { Question } from "../questions/question.ts"
import { scaleValues } from "../questions/scale-question.ts"
import { listReferences } from "../recall/usages.ts"
import type { Instruction } from "../script/instruction.ts"
import { buildNameIndex, getInstructionName, nameKey } from "../script/instruction-name.ts"
import type { Comparator, Condition, Count, Literal, Reference } from "./condition.ts"

/** The questions and actions before `place` that their names stand for, the nearest first. */
export const listNamedBefore = (instructions: ReadonlyArray<Instruction>, place: number): ReadonlyArray<Instruction> => {
  const places = buildNameIndex(instructions)
  return instructions
    .slice(0, Math.max(0, place))
    .filter((it, at) => (it.type === "question" || it.type === "action") && places.get(nameKey(getInstructionName(it))) === at)
    .toReversed()
}

/** All that can be asked about at `place`: answers with what they carry, outcomes, and the keys that are known. */
export const listRowSubjects = (
  instructions: ReadonlyArray<Instruction>,
  place: number,
  crmKeys: ReadonlyArray<string> = [],
): ReadonlyArray<RowSubject> => {
  const { metadata, crm } = listKnownKeys(instructions, crmKeys)
  return [
    ...listNamedBefore(instructions, place).flatMap((it) => (it.type === "action" ? outcome(it) : answers(it))),
    ...metadata.map((key): Reference => ({ _tag: "Metadata", key })),
    ...crm.map((key): Reference => ({ _tag: "Crm", key })),
  ]
}

const outcome = (it: Instruction): ReadonlyArray<RowSubject> => [{ _tag: "Action", name: getInstructionName(it), key: null }]

const answers = (it: Instruction): ReadonlyArray<RowSubject> => {
  const { question } = it
  if (!question) return []
  const answer = (facet: "score" | "amount" | null): Reference => ({ _tag: "Answer", name: getInstructionName(it), facet })
  const hasChoices = question.type === "choice" || question.type === "multiple"
  return [
    answer(null),
    ...(question.type === "multiple" ? [{ _tag: "Count", of: answer(null) } as const] : []),
    ...(hasChoices && usesExtra(question, "scores") ? [answer("score")] : []),
    ...(hasChoices && usesExtra(question, "amounts") ? [answer("amount")] : []),
  ]
}

type Keys = { readonly metadata: ReadonlyArray<string>; readonly crm: ReadonlyArray<string> }

/** Keys that conditions and recalls of the script name anywhere. */
export const listReferencedKeys = (instructions: ReadonlyArray<Instruction>): Keys => {
  const metadata = new Set<string>()
  const crm = new Set<string>()
  for (const reference of instructions.flatMap(listReferences)) {
    if (reference._tag === "Metadata") metadata.add(reference.key)
    if (reference._tag === "Crm") crm.add(reference.key)
  }
  return { metadata: [...metadata], crm: [...crm] }
}

/** The same with those that are known without it: groups of the CRM always, and `crmKeys` from elsewhere. */
export const listKnownKeys = (instructions: ReadonlyArray<Instruction>, crmKeys: ReadonlyArray<string> = []): Keys => {
  const { metadata, crm } = listReferencedKeys(instructions)
  return { metadata, crm: [...new Set(["groups", ...crmKeys, ...crm])] }
}

/** The question whose answer a subject is, where it is that itself and not what it counts for. */
export const findSubjectQuestion = (subject: RowSubject, instructions: ReadonlyArray<Instruction>): Question | null => {
  if (subject._tag !== "Answer" || (subject.facet !== null && subject.facet !== "value")) return null
  const key = nameKey(subject.name)
  return instructions.find((it) => nameKey(getInstructionName(it)) === key)?.question ?? null
}

/** The values that an answer to a question can have, with the text of each; null where they are too many to list. */
export const listAnswerValues = (question: Question | null): ReadonlyArray<{ readonly value: number; readonly text: string }> | null => {
  switch (question?.type) {
    case "choice":
    case "multiple":
      return (question.choices ?? []).map(({ value, translation }) => ({ value, text: translation.content }))
    case "nps":
    case "starRating":
    case "emoji":
      return scaleValues(question).map((value) => ({ value, text: "" }))
    default:
      return null
  }
}

const equal = ["==", "!="] as const
const ordered = [...equal, "<", "<=", ">", ">="] as const
const having = ["contains", "!contains"] as const

/** The comparisons that say something of a subject. */
export const listComparators = (subject: RowSubject, question: Question | null): ReadonlyArray<Comparator> => {
  if (subject._tag === "Count" || (subject._tag === "Answer" && (subject.facet === "score" || subject.facet === "amount"))) return ordered
  if (subject._tag === "Crm") return [...having, ...equal]
  switch (question?.type) {
    case "choice":
      return equal
    case "multiple":
      return having
    case "numeric":
    case "currency":
    case "nps":
    case "starRating":
    case "emoji":
    case "date":
      return ordered
    default:
      return [...equal, ...having, "<", "<=", ">", ">="]
  }
}

/** A row about a subject as it begins: compared with the first value that its answer can have, else whether there is any. */
export const createConditionRow = (subject: RowSubject, instructions: ReadonlyArray<Instruction>): ConditionRow => {
  const question = findSubjectQuestion(subject, instructions)
  const first = listAnswerValues(question)?.[0]
  const [by = "=="] = listComparators(subject, question)
  if (first !== undefined) return { _tag: "Compared", left: subject, by, right: { _tag: "Literal", value: first.value } }
  return { _tag: "Answered", of: subject }
}

/** What is typed as a value: a number where it is one and the subject is not a text of its own, else a string. */
export const parseLiteral = (text: string): Literal => ({
  _tag: "Literal",
  value: /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text.trim()) ? Number(text) : text,
})

// What the row builder can express of a condition: all or any of rows and groups (decisions "Conditions"). Both ways, nothing lost.

/** What a row asks about, and what it may be compared with. */
export type RowSubject = Reference | Count
export type ConditionRow =
  | { readonly _tag: "Compared"; readonly left: RowSubject; readonly by: Comparator; readonly right: RowSubject | Literal }
  | { readonly _tag: "Answered" | "Unanswered"; readonly of: RowSubject }

/** Rows and groups of which all or any must hold. */
export type ConditionRowGroup = {
  readonly _tag: "Rows"
  readonly match: "all" | "any"
  readonly rows: ReadonlyArray<ConditionRow | ConditionRowGroup>
}

/** The condition as rows, or null where only its text says all of it. A single comparison is one row of which all must hold. */
export const conditionToRows = (condition: Condition): ConditionRowGroup | null => {
  const read = rowOf(condition)
  if (read === null || read._tag === "Rows") return read
  return { _tag: "Rows", match: "all", rows: [read] }
}

/** The condition that rows say, or null where they say nothing: a group without rows is left out, one with a single row is that row. */
export const rowsToCondition = ({ match, rows }: ConditionRowGroup): Condition | null => {
  const [first, second, ...more] = rows.flatMap((row) => conditionOf(row) ?? [])
  if (first === undefined || second === undefined) return first ?? null
  return { _tag: match === "all" ? "All" : "Any", terms: [first, second, ...more] }
}

const rowOf = (condition: Condition): ConditionRow | ConditionRowGroup | null => {
  switch (condition._tag) {
    case "All":
    case "Any": {
      const rows: Array<ConditionRow | ConditionRowGroup> = []
      for (const term of condition.terms) {
        const row = rowOf(term)
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

const conditionOf = (row: ConditionRow | ConditionRowGroup): Condition | null => {
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

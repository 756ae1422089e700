// What a condition at a place of a script can ask about, and how: for the row builder and for completion (decisions C9).
import { uses } from "../questions/extras.ts"
import type { Question } from "../questions/question.ts"
import { scaleValues } from "../questions/scale.ts"
import { mentionsOf } from "../recall/mentions.ts"
import type { Instruction } from "../script/instruction.ts"
import { nameKey, nameOf } from "../script/name.ts"
import type { Comparator, Literal, Reference } from "./condition.ts"
import { placesOf } from "./names.ts"
import type { Row, Subject } from "./rows.ts"

/** The questions and actions before `place` that their names stand for, the nearest first. */
export const namedBefore = (instructions: ReadonlyArray<Instruction>, place: number): ReadonlyArray<Instruction> => {
  const places = placesOf(instructions)
  return instructions
    .slice(0, Math.max(0, place))
    .filter((it, at) => (it.type === "question" || it.type === "action") && places.get(nameKey(nameOf(it))) === at)
    .toReversed()
}

/** All that can be asked about at `place`: answers with what they carry, outcomes, and the keys that are known. */
export const subjects = (
  instructions: ReadonlyArray<Instruction>,
  place: number,
  crmKeys: ReadonlyArray<string> = [],
): ReadonlyArray<Subject> => {
  const { metadata, crm } = knownKeys(instructions, crmKeys)
  return [
    ...namedBefore(instructions, place).flatMap((it) => (it.type === "action" ? outcome(it) : answers(it))),
    ...metadata.map((key): Reference => ({ _tag: "Metadata", key })),
    ...crm.map((key): Reference => ({ _tag: "Crm", key })),
  ]
}

const outcome = (it: Instruction): ReadonlyArray<Subject> => [{ _tag: "Action", name: nameOf(it), key: null }]

const answers = (it: Instruction): ReadonlyArray<Subject> => {
  const { question } = it
  if (!question) return []
  const answer = (facet: "score" | "amount" | null): Reference => ({ _tag: "Answer", name: nameOf(it), facet })
  const hasChoices = question.type === "choice" || question.type === "multiple"
  return [
    answer(null),
    ...(question.type === "multiple" ? [{ _tag: "Count", of: answer(null) } as const] : []),
    ...(hasChoices && uses(question, "scores") ? [answer("score")] : []),
    ...(hasChoices && uses(question, "amounts") ? [answer("amount")] : []),
  ]
}

type Keys = { readonly metadata: ReadonlyArray<string>; readonly crm: ReadonlyArray<string> }

/** Keys that conditions and recalls of the script name anywhere. */
export const namedKeys = (instructions: ReadonlyArray<Instruction>): Keys => {
  const metadata = new Set<string>()
  const crm = new Set<string>()
  for (const reference of instructions.flatMap(mentionsOf)) {
    if (reference._tag === "Metadata") metadata.add(reference.key)
    if (reference._tag === "Crm") crm.add(reference.key)
  }
  return { metadata: [...metadata], crm: [...crm] }
}

/** The same with those that are known without it: groups of the CRM always, and `crmKeys` from elsewhere. */
export const knownKeys = (instructions: ReadonlyArray<Instruction>, crmKeys: ReadonlyArray<string> = []): Keys => {
  const { metadata, crm } = namedKeys(instructions)
  return { metadata, crm: [...new Set(["groups", ...crmKeys, ...crm])] }
}

/** The question whose answer a subject is, where it is that itself and not what it counts for. */
export const questionAsked = (subject: Subject, instructions: ReadonlyArray<Instruction>): Question | null => {
  if (subject._tag !== "Answer" || (subject.facet !== null && subject.facet !== "value")) return null
  const key = nameKey(subject.name)
  return instructions.find((it) => nameKey(nameOf(it)) === key)?.question ?? null
}

/** The values that an answer to a question can have, with the text of each; null where they are too many to list. */
export const valuesOf = (question: Question | null): ReadonlyArray<{ readonly value: number; readonly text: string }> | null => {
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
export const comparatorsOf = (subject: Subject, question: Question | null): ReadonlyArray<Comparator> => {
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
export const newRow = (subject: Subject, instructions: ReadonlyArray<Instruction>): Row => {
  const question = questionAsked(subject, instructions)
  const first = valuesOf(question)?.[0]
  const [by = "=="] = comparatorsOf(subject, question)
  if (first !== undefined) return { _tag: "Compared", left: subject, by, right: { _tag: "Literal", value: first.value } }
  return { _tag: "Answered", of: subject }
}

/** What is typed as a value: a number where it is one and the subject is not a text of its own, else a string. */
export const typedLiteral = (text: string): Literal => ({
  _tag: "Literal",
  value: /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text.trim()) ? Number(text) : text,
})

// Scripts of every kind of question, with scores, sums, texts, metadata and groups of conditions, whose conversations can all be played.
import fc from "fast-check"
import type { Question } from "../../domain/questions/question.ts"
import type { Instruction } from "../../domain/script/instruction.ts"
import { createChoices, instruction } from "./answerable.ts"

type Kind = "choice" | "multiple" | "numeric" | "starRating" | "open" | "score" | "message" | "end"

const scored = (...scores: ReadonlyArray<number | null>) =>
  createChoices(...scores.map(String)).map((it, i) => ({ ...it, score: scores[i] ?? null }))

const scores = fc.array(fc.constantFrom(null, 0, 1, 2), { minLength: 2, maxLength: 3 })

const questionOf = (kind: Kind): fc.Arbitrary<Question | null> => {
  const skipable = fc.boolean()
  switch (kind) {
    case "choice":
      return fc.record({ uuid: fc.constant("q"), type: fc.constant("choice"), choices: scores.map((it) => scored(...it)), skipable })
    case "multiple":
      return fc.record({
        uuid: fc.constant("q"),
        type: fc.constant("multiple"),
        choices: fc.constantFrom(scored(1, 2), scored(null, null)),
        skipable,
      })
    case "numeric":
      return fc.constant({ uuid: "q", type: "numeric", options: { minimum: 0, maximum: 3, precision: 0 } })
    case "starRating":
      return fc.constant({ uuid: "q", type: "starRating", options: { increment: 1 } })
    case "open":
      return fc.record({ uuid: fc.constant("q"), type: fc.constant("open"), skipable })
    default:
      return fc.constant(null)
  }
}

/** What a condition compares with, by the kind of the instruction that it is about. */
const comparisonsOf = (kind: Kind, name: string): ReadonlyArray<string> => {
  switch (kind) {
    case "choice":
      return [`${name} == 1`, `${name} != 2`, `${name} == null`, `answers.${name}.score > 0`]
    case "multiple":
      return [`${name} contains 1`, `${name} !contains 2`, `count(${name}) == 2`, `${name} == null`]
    case "numeric":
    case "starRating":
      return [`${name} >= 2`, `${name} == 3`, `${name} < 2`, `!${name}`]
    case "open":
      return [`${name} == 'ja'`, `${name} contains 'a'`, `${name} !contains 'b'`, `${name} == null`]
    case "score":
      return [`${name} >= 2`, `${name} == 1`, `${name} == null`, `answers.${name}.count == 1`, `${name} < 4`, `answers.${name}.average > 1`]
    default:
      return []
  }
}

const metadataComparisons = ["metadata.team == 'A'", "metadata.team != 'A'", "metadata.team == null", "metadata.team == true"]

type Part = { readonly kind: Kind; readonly question: Question | null; readonly picks: ReadonlyArray<number> }

const kinds: ReadonlyArray<Kind> = [
  "choice",
  "choice",
  "choice",
  "multiple",
  "numeric",
  "starRating",
  "open",
  "score",
  "score",
  "message",
  "message",
  "end",
]

const part = fc
  .constantFrom(...kinds)
  .chain((kind) =>
    fc.record({ kind: fc.constant(kind), question: questionOf(kind), picks: fc.array(fc.nat(1000), { minLength: 6, maxLength: 6 }) }),
  )

const nameOf = (index: number): string => `q${index}`

/** A condition of the instruction at `index`, built from the picks; null for some. */
const buildCondition = (parts: ReadonlyArray<Part>, index: number): string | null => {
  const [shape = 0, first = 0, second = 0, third = 0] = parts[index]?.picks ?? []
  const atoms = parts.slice(0, index).flatMap(({ kind }, i) => comparisonsOf(kind, nameOf(i)))
  const numbers = parts.slice(0, index).flatMap(({ kind }, i) => (kind === "numeric" || kind === "score" ? [nameOf(i)] : []))
  const all = [
    ...atoms,
    ...(numbers.length > 1 ? [`sum(${numbers.slice(0, 2).join(", ")}) > 2`, `${numbers[0]} == ${numbers[1]}`] : []),
    ...(index % 3 === 0 ? metadataComparisons : []),
  ]
  const pick = (at: number): string => all[at % all.length] ?? "true"
  if (all.length === 0) return null
  switch (shape % 7) {
    case 0:
    case 1:
      return null
    case 2:
      return `${pick(first)} && ${pick(second)}`
    case 3:
      return `!(${pick(first)} || ${pick(second)})`
    case 4:
      return `(${pick(first)} || ${pick(second)}) && ${pick(third)}`
    default:
      return pick(first)
  }
}

const listGivenAnswers = (asked: Question): ReadonlyArray<unknown> => {
  const answers: Partial<Record<Question["type"], ReadonlyArray<unknown>>> = {
    choice: (asked.choices ?? []).map(({ value }) => value),
    multiple: [[1], [2], [1, 2]],
    numeric: [0, 1, 2, 3],
    starRating: [1, 2, 3, 4, 5],
    open: ["ja", "a", "b", "ab", "z"],
  }
  return [...(asked.skipable === true ? [null] : []), ...(answers[asked.type] ?? [])]
}

/** The metadata that conditions tell apart. */
export const distinctMetadata: ReadonlyArray<Readonly<Record<string, string>>> = [{}, { team: "A" }, { team: "B" }]

/** At most this many conversations are played for one script. */
const maxConversations = 1500

/** A script with the answers to try for each of its questions. */
export type ScoredScript = {
  readonly instructions: ReadonlyArray<Instruction>
  readonly givenAnswers: (asked: Question) => ReadonlyArray<unknown>
}

/** Scripts of up to eight instructions, named `q0`, `q1`, …; nearly all of their conditions can be decided. */
export const scoredScripts: fc.Arbitrary<ScoredScript> = fc
  .array(part, { minLength: 2, maxLength: 8 })
  .map((parts) =>
    parts.map(({ kind, question }, index) =>
      instruction(index, {
        type: kind === "score" || kind === "message" || kind === "end" ? kind : "question",
        label: nameOf(index),
        question,
        condition: buildCondition(parts, index),
        ...(kind === "end" && { action: { type: "end", params: {} } }),
      }),
    ),
  )
  .filter(
    (instructions) =>
      distinctMetadata.length * instructions.reduce((all, it) => all * (it.question ? listGivenAnswers(it.question).length : 1), 1) <=
      maxConversations,
  )
  .map((instructions) => ({ instructions, givenAnswers: listGivenAnswers }))

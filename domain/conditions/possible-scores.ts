// All scores that the answers to counted questions can add up to [C15].

import { getChoiceLimits, listExclusiveChoices } from "../questions/answer-limits.ts"
import { isScored } from "../questions/choice-question.ts"
import type { Question } from "../questions/question.ts"
import { getInstructionKind, type Instruction } from "../script/instruction.ts"
import { createScore, roundSum } from "../script/score-bounds.ts"
import { listSubsets } from "./combinations.ts"
import { type AnswerFacets, choiceAnswer, multipleChoiceAnswer, noAnswer, scoreResult } from "./condition-value.ts"

/** What the answers so far add up to, and how many of them count. */
export type Sum = { readonly total: number; readonly answered: number }

export const emptySum: Sum = { total: 0, answered: 0 }

/** Of more choices than this, not every combination is tried. */
const maxCombinedChoices = 8
/** At most this many different sums are distinguished. */
const maxSums = 2000
/** Limits how many sums are computed for one script. */
const maxComputedSums = 200_000

/** Whether a score counts the answer to this instruction. */
export const isCounted = (instruction: Pick<Instruction, "type" | "question">): boolean =>
  instruction.type === "question" && isScored(instruction)

/** Adds an answer to a sum; it counts if it has a score. */
export const addAnswer = ({ total, answered }: Sum, { score }: AnswerFacets): Sum =>
  typeof score === "number" ? { total: roundFraction(total + score), answered: answered + 1 } : { total, answered }

/** Whole numbers are exact: rounding them would take most of the time. */
const roundFraction = (total: number): number => (Number.isInteger(total) ? total : roundSum(total))

/** Returns the facets of the score with this sum. */
export const toScoreFacets = ({ total, answered }: Sum): AnswerFacets => scoreResult(createScore(total, answered), String)

const answersByQuestion = new WeakMap<Question, ReadonlyArray<AnswerFacets> | null>()

/**
 * Returns the answers that a counted question accepts when it is asked: each choice, or each permitted combination, and no answer if it can be
 * skipped. Null if there are too many.
 */
export const listCountedAnswers = (question: Question): ReadonlyArray<AnswerFacets> | null => {
  const known = answersByQuestion.get(question)
  if (known !== undefined) return known
  const answers = listAnswers(question)
  // A question without choices is shown without waiting for an answer.
  const canBeSkipped = question.skipable === true || answers?.length === 0
  const all = answers === null ? null : [...(canBeSkipped ? [noAnswer] : []), ...answers]
  answersByQuestion.set(question, all)
  return all
}

const listAnswers = (question: Question): ReadonlyArray<AnswerFacets> | null => {
  const { type } = question
  if (type === "choice") return (question.choices ?? []).map((choice) => choiceAnswer(choice, question.options))
  if (type !== "multiple") return []
  const exclusive = listExclusiveChoices(question)
  const combinable = (question.choices ?? []).filter((choice) => !exclusive.includes(choice))
  if (combinable.length > maxCombinedChoices) return null
  const { fewest, most } = getChoiceLimits(question)
  const permitted = listSubsets(combinable).filter(({ length }) => length >= fewest && length <= most)
  return [...permitted, ...exclusive.map((choice) => [choice])].map((choices) => multipleChoiceAnswer(choices, question.options))
}

const scoresByInstructions = new WeakMap<ReadonlyArray<Instruction>, ReadonlyMap<number, ReadonlyArray<AnswerFacets>>>()

/**
 * Returns all results of the score at a place, smallest total first, whether or not the questions that have a condition are asked; null
 * if there are too many to list.
 */
export const listPossibleScores = (instructions: ReadonlyArray<Instruction>, place: number): ReadonlyArray<AnswerFacets> | null => {
  const known = scoresByInstructions.get(instructions) ?? computePossibleScores(instructions)
  scoresByInstructions.set(instructions, known)
  return known.get(place) ?? null
}

const computePossibleScores = (instructions: ReadonlyArray<Instruction>): ReadonlyMap<number, ReadonlyArray<AnswerFacets>> => {
  const scores = new Map<number, ReadonlyArray<AnswerFacets>>()
  let sums: ReadonlyArray<Sum> = [emptySum]
  let remaining = maxComputedSums
  for (const [place, instruction] of instructions.entries()) {
    const { question } = instruction
    if (getInstructionKind(instruction) === "score")
      scores.set(place, sums.toSorted((a, b) => a.total - b.total || a.answered - b.answered).map(toScoreFacets))
    if (!question || !isCounted(instruction)) continue
    const answers = listCountedAnswers(question)
    if (answers === null) return scores
    // A score is reached only after every question before it that has no condition.
    const isAlwaysAsked = (instruction.condition ?? "").trim() === ""
    const distinct = [...new Map([...(isAlwaysAsked ? [] : [noAnswer]), ...answers].map((answer) => [answer.score, answer])).values()]
    remaining -= sums.length * distinct.length
    if (remaining < 0) return scores
    const next = new Map<string, Sum>()
    for (const sum of sums)
      for (const answer of distinct) {
        const added = addAnswer(sum, answer)
        next.set(`${added.total} ${added.answered}`, added)
      }
    if (next.size > maxSums) return scores
    sums = [...next.values()]
  }
  return scores
}

// The scores that answers can lead to: of one question, and added up over the questions before a score [C15].

import { getChoiceLimits, listExclusiveChoices } from "../questions/answer-limits.ts"
import { type ChoiceQuestion, isScored } from "../questions/choice-question.ts"
import { countDecimals } from "../questions/number-question.ts"
import type { Choice } from "../questions/question.ts"
import type { Instruction } from "./instruction.ts"

/** The smallest and the largest score, and the number of decimals that scores have. */
export type ScoreBounds = { readonly least: number; readonly most: number; readonly decimals: number }

/**
 * [C15] Returns the bounds of the total of a score after these instructions. A question that has a condition, or that may be skipped, can
 * count for nothing.
 */
export const getTotalBounds = (instructions: ReadonlyArray<Instruction>): ScoreBounds => {
  let [least, most, decimals] = [0, 0, 0]
  for (const { question, sums, isOptional } of listScoredQuestions(instructions)) {
    const extremes = isOptional ? [0, ...sums] : sums
    least += Math.min(...extremes)
    most += Math.max(...extremes)
    for (const choice of question.choices ?? []) decimals = Math.max(decimals, countDecimals(getScore(choice)))
  }
  return { least: roundSum(least), most: roundSum(most), decimals: Math.min(decimals, maxScoreDecimals) }
}

/** [C15] Returns the bounds of the average of a score after these instructions, and of the number of answers that it counts. */
export const getAverageAndCountBounds = (
  instructions: ReadonlyArray<Instruction>,
): { readonly average: ScoreBounds; readonly count: ScoreBounds } => {
  const scored = listScoredQuestions(instructions)
  const certainCount = scored.filter(({ isOptional, canBeUnscored }) => !isOptional && !canBeUnscored).length
  return {
    average: { least: findExtremeAverage(scored, -1), most: findExtremeAverage(scored, 1), decimals: averageDecimals },
    count: { least: certainCount, most: scored.length, decimals: 0 },
  }
}

/** `sums`: the smallest and the largest score. `canBeUnscored`: an answer can have no score. */
type ScoredQuestion = {
  readonly question: ChoiceQuestion
  readonly sums: ReadonlyArray<number>
  readonly isOptional: boolean
  readonly canBeUnscored: boolean
}

const listScoredQuestions = (instructions: ReadonlyArray<Instruction>): ReadonlyArray<ScoredQuestion> =>
  instructions.flatMap((instruction) => {
    const { type, question, condition } = instruction
    if (type !== "question" || (question?.type !== "choice" && question?.type !== "multiple") || !isScored(instruction)) return []
    const choices = question.choices ?? []
    return [
      {
        question,
        sums: listExtremeScores(question),
        isOptional: question.skipable === true || (condition ?? "").trim() !== "",
        canBeUnscored: choices.length === 0 || choices.some(({ score }) => typeof score !== "number"),
      },
    ]
  })

/** The smallest (-1) or the largest (1) average: questions that can count for nothing are answered only if that moves it there. */
const findExtremeAverage = (scored: ReadonlyArray<ScoredQuestion>, direction: 1 | -1): number => {
  const extremes = scored.map(({ sums, isOptional, canBeUnscored }) => ({
    score: direction === 1 ? Math.max(...sums) : Math.min(...sums),
    canBeLeftOut: isOptional || canBeUnscored,
  }))
  let [sum, count] = [0, 0]
  for (const { score, canBeLeftOut } of extremes.toSorted(
    (a, b) => Number(a.canBeLeftOut) - Number(b.canBeLeftOut) || (b.score - a.score) * direction,
  ))
    if (!canBeLeftOut || count === 0 || (score - sum / count) * direction > 0) {
      sum += score
      count++
    }
  return createScore(sum, count).average ?? 0
}

/** More decimals than this are not distinguished. */
const maxScoreDecimals = 6

/** Removes the rounding errors of binary fractions from a sum: 0.1 + 0.2 is 0.3. */
export const roundSum = (sum: number): number => Number(sum.toPrecision(15))

/** The number of decimals of an average. */
const averageDecimals = 2

/**
 * [C15, E4] Returns the score of `answered` answers whose scores add up to `sum`. Without any there is neither a total nor an average. The
 * average has two decimals.
 */
export const createScore = (sum: number, answered: number) =>
  answered === 0 ? { total: null, answered, average: null } : { total: roundSum(sum), answered, average: computeAverage(sum, answered) }

/** Returns the average of `count` numbers, at least one, that add up to `sum`, with two decimals. */
export const computeAverage = (sum: number, count: number): number => roundToDecimals(sum / count, averageDecimals)

/** Rounds to decimals, halves away from zero, without the errors of binary fractions: 5.55 / 2 is 2.775, and becomes 2.78. */
export const roundToDecimals = (value: number, decimals: number): number => {
  const scaled = roundSum(Math.abs(roundSum(value)) * 10 ** decimals)
  return Number.isFinite(scaled) ? (Math.sign(value) * Math.round(scaled)) / 10 ** decimals + 0 : value
}

const getScore = ({ score }: Choice): number => score ?? 0

/** Returns the smallest and the largest number, or null for an empty list. The list may be longer than `Math.min(...)` allows. */
export const findExtremes = (numbers: ReadonlyArray<number>): { readonly minimum: number; readonly maximum: number } | null =>
  numbers.length === 0 ? null : { minimum: numbers.reduce((a, b) => Math.min(a, b)), maximum: numbers.reduce((a, b) => Math.max(a, b)) }

/** Returns the smallest and the largest score of a question; 0 if it cannot be answered. */
const listExtremeScores = (question: ChoiceQuestion): ReadonlyArray<number> => {
  const { minimum, maximum } = findExtremes(listPossibleExtremes(question)) ?? { minimum: 0, maximum: 0 }
  return [minimum, maximum]
}

/** Returns the scores of a question among which its smallest and its largest are. */
const listPossibleExtremes = (question: ChoiceQuestion): ReadonlyArray<number> => {
  const choices = question.choices ?? []
  if (choices.length === 0) return []
  if (question.type === "choice") return choices.map(getScore)
  const exclusive = listExclusiveChoices(question)
  const sorted = choices
    .filter((choice) => !exclusive.includes(choice))
    .map(getScore)
    .sort((a, b) => a - b)
  const { fewest, most } = getChoiceLimits(question)
  const extremes = [sumExtreme(sorted, fewest, most, -1), sumExtreme(sorted.toReversed(), fewest, most, 1)]
  const alone = exclusive.map(getScore)
  return sorted.length < fewest && alone.length > 0 ? alone : [...alone, ...extremes]
}

/** Adds the first scores: as many as have to be chosen, then those that move the sum in the direction, as many as may be chosen. */
const sumExtreme = (sorted: ReadonlyArray<number>, fewest: number, most: number, direction: 1 | -1): number =>
  sorted.slice(0, most).reduce((sum, score, i) => (i < fewest || score * direction > 0 ? sum + score : sum), 0)

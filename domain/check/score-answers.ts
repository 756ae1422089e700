// The scores that answers lead to, with answers that lead to each.

import { type AnswerFacets, choiceAnswer, multipleChoiceAnswer, noAnswer, scoreResult } from "../conditions/condition-value.ts"
import type { AnalyzedVariable } from "../conditions/condition-variables.ts"
import { compileCondition } from "../conditions/evaluate.ts"
import { createEnvironmentBuilder } from "../conditions/satisfiability.ts"
import type { NeededAnswer } from "../flow/path-queries.ts"
import type { AnalyzedInstruction, ReachabilityAnalysis } from "../flow/reachability.ts"
import { deepEqual } from "../json/json-value.ts"
import { getChoiceLimits, listExclusiveChoices } from "../questions/answer-limits.ts"
import { isScored } from "../questions/choice-question.ts"
import type { Choice, Question } from "../questions/question.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import { createScore } from "../script/score-bounds.ts"
import { listNeededValues, type NeededValue } from "./path-examples.ts"

/** At most this many different scores are distinguished after each question. */
const maxScores = 2000
/** Limits how many scores are computed for one script. */
const maxComputedScores = 200_000
/** At most this many scores are played for one claim. */
const maxAttempts = 5

/** The scores that can still be computed; `isExceeded`: some were left out. */
export type ScoreBudget = { remaining: number; isExceeded: boolean }

/** Creates the budget for one script. */
export const createScoreBudget = (): ScoreBudget => ({ remaining: maxComputedScores, isExceeded: false })

/** A score with answers that lead to it. */
export type ReachedScore = { readonly total: number; readonly answered: number; readonly given: ReadonlyArray<NeededValue> }

/** The answer to one question; null if it was skipped or not asked. `value` is null if the engine gives no answer. */
type Given = { readonly place: number; readonly facets: AnswerFacets; readonly value: NeededValue | null; readonly rest: Given } | null

type Score = { readonly total: number; readonly answered: number; readonly given: Given }

/** Tells whether an answer to the question at a place may be given. */
type IsAllowed = (place: number, facets: AnswerFacets) => boolean

/** Returns the scores that the questions before a place lead to, smallest first. The engine decides whether all of them are asked. */
export const listScores = (
  { steps, variables }: ReachabilityAnalysis,
  end: number,
  budget: ScoreBudget,
  isAllowed: IsAllowed = () => true,
): ReadonlyArray<ReachedScore> => {
  let scores = new Map<string, Score>([["", { total: 0, answered: 0, given: null }]])
  for (const step of steps.slice(0, end)) {
    const { instruction, unreachableReason } = step
    if (!instruction.question || unreachableReason !== null || !isScored(instruction)) continue
    const next = new Map<string, Score>()
    for (const score of scores.values())
      for (const added of addAnswers(score, step, instruction.question, variables, isAllowed)) {
        budget.remaining -= 1
        const key = `${added.total} ${added.answered}`
        if (next.has(key)) continue
        if (next.size >= maxScores || budget.remaining < 0) budget.isExceeded = true
        else next.set(key, added)
      }
    scores = next
  }
  return [...scores.values()]
    .map(({ total, answered, given }) => ({ total, answered, given: listGiven(given).flatMap(({ value }) => value ?? []) }))
    .toSorted((a, b) => a.total - b.total)
}

const listGiven = (given: Given): ReadonlyArray<NonNullable<Given>> => {
  const entries: Array<NonNullable<Given>> = []
  for (let entry = given; entry !== null; entry = entry.rest) entries.push(entry)
  return entries.toReversed()
}

const addAnswers = (
  score: Score,
  { instruction, place, condition }: AnalyzedInstruction,
  question: Question,
  variables: ReadonlyArray<AnalyzedVariable>,
  isAllowed: IsAllowed,
): ReadonlyArray<Score> => {
  const reference = { _tag: "Answer", name: getInstructionName(instruction), facet: null } as const
  const isAsked = condition === null || condition.holds((variable) => findGivenClass(variables[variable], score.given))
  const answers = listAnswers(question).flatMap((choices): ReadonlyArray<Score> => {
    const facets = toFacets(question, choices)
    if (!isAllowed(place, facets)) return []
    const counted = choices.flatMap(({ score: points }) => points ?? [])
    return [
      {
        total: counted.reduce((sum, points) => sum + points, score.total),
        answered: score.answered + (counted.length > 0 ? 1 : 0),
        given: { place, facets, value: { place, reference, value: facets.value }, rest: score.given },
      },
    ]
  })
  const canBeSkipped = isAsked !== true || (question.skipable === true && isAllowed(place, noAnswer))
  const value = question.skipable === true ? { place, reference, value: null } : null
  const skipped: Score = { ...score, given: { place, facets: noAnswer, value, rest: score.given } }
  return [...(canBeSkipped ? [skipped] : []), ...(isAsked === false ? [] : answers)]
}

const toFacets = (question: Question, choices: ReadonlyArray<Choice>): AnswerFacets => {
  const [first] = choices
  if (question.type === "multiple") return multipleChoiceAnswer(choices, question.options)
  return first === undefined || question.type !== "choice" ? noAnswer : choiceAnswer(first, question.options)
}

/** Returns the class of the answer that was given to a variable; null if it is not known. */
const findGivenClass = (variable: AnalyzedVariable | undefined, given: Given): number | null => {
  for (let entry = given; entry !== null; entry = entry.rest)
    if (variable !== undefined && entry.place === variable.sourceIndex) return findClass(variable, entry.facets)
  return null
}

/** Returns the class of an answer; null if it is in none. */
const findClass = (variable: AnalyzedVariable, facets: AnswerFacets): number | null => {
  const { representatives, truthTables, reference, unansweredClass } = variable
  if (facets === noAnswer) return unansweredClass
  const environment = createEnvironmentBuilder(reference)(facets)
  const outcomes = [...truthTables].map(([of, table]) => ({ table, holds: compileCondition(of)(environment) }))
  const classes = (representatives ?? []).flatMap((answer, index) =>
    outcomes.every(({ table, holds }) => table[index] === holds) ? [{ answer, index }] : [],
  )
  const [first, ...others] = classes
  if (others.length === 0) return first?.index ?? null
  return classes.find(({ answer }) => deepEqual(answer.value, facets.value))?.index ?? null
}

/**
 * Returns the values of needed answers, in several ways if a score is among them: nobody can choose a score, so that each way has answers
 * that may lead to it. The engine tells which do.
 */
export const listWays = (
  analysis: ReachabilityAnalysis,
  needed: ReadonlyArray<NeededAnswer>,
  budget: ScoreBudget,
): ReadonlyArray<ReadonlyArray<NeededValue>> => {
  const isScore = ({ variable }: NeededAnswer): boolean => variable.possible._tag === "Score"
  const score = needed
    .filter(isScore)
    .toSorted((a, b) => a.variable.sourceIndex - b.variable.sourceIndex)
    .at(-1)
  if (score === undefined) return [listNeededValues(needed)]
  const others = needed.filter((it) => !isScore(it))
  const scores = listScores(analysis, score.variable.sourceIndex, budget, (place, facets) =>
    others.every(({ variable, answerClass }) => variable.sourceIndex !== place || findClass(variable, facets) === answerClass),
  )
  const ways = scores
    .filter(({ total, answered }) => findClass(score.variable, scoreResult(createScore(total, answered), String)) === score.answerClass)
    .slice(0, maxAttempts)
    .map(({ given }) => {
      const places = new Set(given.map(({ place }) => place))
      return [...listNeededValues(others).filter(({ place }) => !places.has(place)), ...given]
    })
  return [...ways, listNeededValues(needed)]
}

/** Answers that lead to different scores: each choice, and of several choices each with as many others as needed. */
const listAnswers = (question: Question): ReadonlyArray<ReadonlyArray<Choice>> => {
  if (question.type === "choice") return (question.choices ?? []).map((choice) => [choice])
  if (question.type !== "multiple") return []
  const exclusive = listExclusiveChoices(question)
  const combinable = (question.choices ?? []).filter((choice) => !exclusive.includes(choice))
  const { fewest, most } = getChoiceLimits(question)
  const sizes = [Math.max(fewest, 1), most].filter((size) => size <= combinable.length)
  return [
    ...exclusive.map((choice) => [choice]),
    ...combinable.flatMap((choice) => sizes.map((size) => [choice, ...combinable.filter((it) => it !== choice)].slice(0, size))),
  ]
}

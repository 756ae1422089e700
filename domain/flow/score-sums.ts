// The sums that a score can be, with answers that lead to each. Answers to counted questions decide both the sum and later conditions, so
// that the two are followed together.

import { type AnswerFacets, choiceAnswer, multipleChoiceAnswer, noAnswer, scoreResult } from "../conditions/condition-value.ts"
import type { AnalyzedVariable } from "../conditions/condition-variables.ts"
import { compileCondition } from "../conditions/evaluate.ts"
import { createEnvironmentBuilder } from "../conditions/satisfiability.ts"
import type { GetAnswerClass } from "../conditions/three-valued-evaluation.ts"
import { deepEqual } from "../json/json-value.ts"
import { getChoiceLimits, listExclusiveChoices } from "../questions/answer-limits.ts"
import { isScored } from "../questions/choice-question.ts"
import type { Choice, Question } from "../questions/question.ts"
import type { Instruction } from "../script/instruction.ts"
import { createScore } from "../script/score-bounds.ts"
import type { PathStep } from "./path-enumeration.ts"

/** An instruction that a score may count; `unreachableReason` is null unless no conversation shows it. */
export type CountedStep = PathStep & { readonly instruction: Instruction; readonly unreachableReason: string | null }

/** At most this many different sums are distinguished after each question. */
const maxSums = 2000
/** Limits how many sums are computed for one script. */
const maxComputedSums = 200_000
/** Of more choices than this, not every combination is tried. */
const maxCombinedChoices = 8

/** The sums that can still be computed. */
export type SumBudget = { remaining: number }

/** Creates the budget for one script. */
export const createSumBudget = (): SumBudget => ({ remaining: maxComputedSums })

/** The answer to the question at a place; `facets` is `noAnswer` if it was skipped or not asked. */
export type CountedAnswer = { readonly place: number; readonly facets: AnswerFacets }

/** A sum, the number of answers that it counts, one way to give them, and the class of each variable that they decide. */
export type ScoreSum = {
  readonly total: number
  readonly answered: number
  readonly given: ReadonlyArray<CountedAnswer>
  readonly getClass: GetAnswerClass
}

/** The sums in ascending order; `isComplete` is false if the limits left some out. */
type ScoreSums = { readonly sums: ReadonlyArray<ScoreSum>; readonly isComplete: boolean }

/** Which sums are computed: those of the questions before `end`, distinguished by the classes of `variables` as well. */
type SumRequest = {
  readonly end: number
  readonly variables: ReadonlySet<number>
  /** Tells whether an answer to the question at a place may be given. */
  readonly isAllowed: (answer: CountedAnswer) => boolean
}

type Given = { readonly answer: CountedAnswer; readonly rest: Given } | null
type Classes = ReadonlyMap<number, number | null>
type State = { readonly total: number; readonly answered: number; readonly given: Given; readonly classes: Classes }

/** An answer with the class that it is in of each variable about it. */
type ClassifiedAnswer = { readonly answer: CountedAnswer; readonly classes: ReadonlyArray<readonly [number, number | null]> }

/** Computes the sums. Where it is not known whether a question is asked, both are assumed to be possible. */
export const listScoreSums = (
  steps: ReadonlyArray<CountedStep>,
  variables: ReadonlyArray<AnalyzedVariable>,
  { end, variables: requested, isAllowed }: SumRequest,
  budget: SumBudget,
): ScoreSums => {
  const counted = steps.filter(({ place, instruction }) => place < end && isScored(instruction))
  const tracked = new Set([...requested, ...counted.flatMap(({ condition }) => condition?.asks ?? [])])
  let isComplete = true
  let states: ReadonlyArray<State> = [{ total: 0, answered: 0, given: null, classes: new Map() }]
  for (const step of counted) {
    const { question } = step.instruction
    if (!question) continue
    const about = [...tracked].filter((variable) => variables[variable]?.sourceIndex === step.place)
    const listed = listAnswers(question)
    const { answers } = listed
    isComplete &&= listed.isComplete
    const allowed = answers.map((facets) => ({ place: step.place, facets })).filter(isAllowed)
    const distinct = listDistinctAnswers(allowed.map((answer) => classifyAnswer(answer, about, variables)))
    const skipped = classifyAnswer({ place: step.place, facets: noAnswer }, about, variables)
    const next = new Map<string, State>()
    for (const state of states) {
      const isAsked =
        step.unreachableReason === null &&
        (step.condition === null || step.condition.holds((variable) => state.classes.get(variable) ?? null))
      // A question without choices is unfinished: nothing follows from it.
      const canBeSkipped = isAsked !== true || answers.length === 0 || (question.skipable === true && isAllowed(skipped.answer))
      for (const { answer, classes } of [...(canBeSkipped ? [skipped] : []), ...(isAsked === false ? [] : distinct)]) {
        budget.remaining -= 1
        const points = getPoints(answer)
        const total = state.total + (points ?? 0)
        const answered = state.answered + (points === null ? 0 : 1)
        const allClasses = classes.length === 0 ? state.classes : new Map([...state.classes, ...classes])
        const key = `${total} ${answered} ${[...allClasses.values()].join()}`
        if (next.has(key)) continue
        if (next.size >= maxSums || budget.remaining < 0) isComplete = false
        else next.set(key, { total, answered, given: { answer, rest: state.given }, classes: allClasses })
      }
    }
    states = [...next.values()]
  }
  const sums = states
    .map(({ total, answered, given, classes }) => ({
      total,
      answered,
      given: listGiven(given),
      getClass: (variable: number) => classes.get(variable) ?? null,
    }))
    .toSorted((a, b) => a.total - b.total)
  return { sums, isComplete }
}

/** Returns what an answer adds to the sum; null if it does not count. */
const getPoints = ({ facets: { score } }: CountedAnswer): number | null => (typeof score === "number" ? score : null)

const listGiven = (given: Given): ReadonlyArray<CountedAnswer> => {
  const answers: Array<CountedAnswer> = []
  for (let entry = given; entry !== null; entry = entry.rest) answers.push(entry.answer)
  return answers.toReversed()
}

const classifyAnswer = (
  answer: CountedAnswer,
  about: ReadonlyArray<number>,
  variables: ReadonlyArray<AnalyzedVariable>,
): ClassifiedAnswer => ({ answer, classes: about.map((variable) => [variable, findClass(variables[variable], answer.facets)] as const) })

/** Keeps the first of the answers that have the same score and the same classes. */
const listDistinctAnswers = (answers: ReadonlyArray<ClassifiedAnswer>): ReadonlyArray<ClassifiedAnswer> => {
  const distinct = new Map<string, ClassifiedAnswer>()
  for (const it of answers) {
    const key = `${getPoints(it.answer)} ${it.classes.map(([, answerClass]) => answerClass).join()}`
    if (!distinct.has(key)) distinct.set(key, it)
  }
  return [...distinct.values()]
}

/**
 * The answers to a question with scores: each choice, or each permitted combination of several. `isComplete` is false if these are too many
 * to list.
 */
const listAnswers = (question: Question): { readonly answers: ReadonlyArray<AnswerFacets>; readonly isComplete: boolean } => {
  const { type } = question
  if (type === "choice")
    return { answers: (question.choices ?? []).map((choice) => choiceAnswer(choice, question.options)), isComplete: true }
  if (type !== "multiple") return { answers: [], isComplete: true }
  const exclusive = listExclusiveChoices(question)
  const combinable = (question.choices ?? []).filter((choice) => !exclusive.includes(choice))
  const { fewest, most } = getChoiceLimits(question)
  const isComplete = combinable.length <= maxCombinedChoices
  const combinations = isComplete ? listSubsets(combinable) : listSomeSubsets(combinable, [fewest, most])
  const permitted = combinations.filter(({ length }) => length >= fewest && length <= most)
  const answers = [...exclusive.map((choice) => [choice]), ...permitted].map((choices) => multipleChoiceAnswer(choices, question.options))
  return { answers, isComplete }
}

const listSubsets = (choices: ReadonlyArray<Choice>): ReadonlyArray<ReadonlyArray<Choice>> =>
  choices.reduce<ReadonlyArray<ReadonlyArray<Choice>>>((subsets, choice) => [...subsets, ...subsets.map((it) => [...it, choice])], [[]])

/** Each choice with as many others as make these sizes. */
const listSomeSubsets = (choices: ReadonlyArray<Choice>, sizes: ReadonlyArray<number>): ReadonlyArray<ReadonlyArray<Choice>> =>
  choices.flatMap((choice) => sizes.map((size) => [choice, ...choices.filter((it) => it !== choice)].slice(0, size)))

/** Returns the class of an answer; null if it is unknown. */
export const findClass = (variable: AnalyzedVariable | undefined, facets: AnswerFacets): number | null => {
  if (variable === undefined) return null
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

/** Returns the class that a score with this sum is in; null if it is unknown. */
export const findScoreClass = (variable: AnalyzedVariable, { total, answered }: Pick<ScoreSum, "total" | "answered">): number | null =>
  findClass(variable, scoreResult(createScore(total, answered), String))

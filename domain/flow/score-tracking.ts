// What the scores of a script depend on: the answers to the questions before them, and the classes that their sums are in [C15].

import { type AnswerFacets, noAnswer } from "../conditions/condition-value.ts"
import type { AnalyzedVariable } from "../conditions/condition-variables.ts"
import { isCounted, listCountedAnswers, toScoreFacets } from "../conditions/possible-scores.ts"
import type { Question } from "../questions/question.ts"
import type { Instruction } from "../script/instruction.ts"
import type { CountedQuestion, SumTracking, TrackedScore } from "./path-enumeration.ts"

/** A step, or a requirement of its own if it has no instruction. */
export type InstructionStep = { readonly place: number; readonly instruction: Instruction | null }

/** Returns what is needed to track the scores among the variables; nothing if there are none. */
export const findSums = (steps: ReadonlyArray<InstructionStep>, variables: ReadonlyArray<AnalyzedVariable>): SumTracking => {
  const scores = new Map<number, TrackedScore>()
  const variableBySource = new Map(variables.map((variable, index) => [variable.sourceIndex, { variable, index }]))
  for (const [index, variable] of variables.entries())
    if (variable.possible._tag === "Score")
      scores.set(variable.sourceIndex, { variable: index, classify: (sum) => variable.classify(toScoreFacets(sum)) })
  const counted = new Map<number, CountedQuestion>()
  if (scores.size === 0) return { counted, scores }
  const last = [...scores.keys()].reduce((most, place) => Math.max(most, place))
  for (const { place, instruction } of steps) {
    if (place >= last || !instruction?.question || !isCounted(instruction)) continue
    const { variable = null, index = null } = variableBySource.get(place) ?? {}
    counted.set(place, {
      variable: index,
      unansweredClass: variable?.unansweredClass ?? 0,
      answers: listClassifiedAnswers(instruction.question, variable),
    })
  }
  return { counted, scores }
}

type ClassifiedAnswers = CountedQuestion["answers"]

const answersOfNothing: Pick<AnalyzedVariable, "classify"> = { classify: () => null }
const classifiedAnswers = new WeakMap<object, WeakMap<Question, ClassifiedAnswers>>()

/** The answers that differ in their class or their score, computed once for a variable. */
const listClassifiedAnswers = (question: Question, variable: AnalyzedVariable | null): ClassifiedAnswers => {
  const source = variable ?? answersOfNothing
  const known = classifiedAnswers.get(source) ?? new WeakMap<Question, ClassifiedAnswers>()
  classifiedAnswers.set(source, known)
  const kept = known.get(question)
  if (kept !== undefined) return kept
  const classify = (answer: AnswerFacets): number | null =>
    answer === noAnswer && variable !== null ? variable.unansweredClass : source.classify(answer)
  const listed = listCountedAnswers(question)
  const distinct = new Map<string, NonNullable<ClassifiedAnswers>[number]>()
  for (const answer of listed ?? []) {
    const answerClass = classify(answer)
    const key = `${answerClass} ${String(answer.score)}`
    if (!distinct.has(key)) distinct.set(key, { answer, answerClass })
  }
  const answers = listed === null ? null : [...distinct.values()]
  known.set(question, answers)
  return answers
}

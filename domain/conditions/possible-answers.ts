// Possible answers of an instruction, and representatives such that given comparisons distinguish no others.

import { fromEpochDay, isIsoDate, toEpochDay } from "../date/calendar-date.ts"
import { getChoiceLimits, getDateLimits, getNumberLimits, getTextLengthLimits, listExclusiveChoices } from "../questions/answer-limits.ts"
import { countDecimals, getSliderRange } from "../questions/number-question.ts"
import type { Choice, Question } from "../questions/question.ts"
import { createSampleAnswer } from "../questions/sample-answer.ts"
import { listScaleValues } from "../questions/scale-question.ts"
import { canHaveOutcome } from "../script/action-waiting.ts"
import { getInstructionKind, type Instruction } from "../script/instruction.ts"
import { getAverageAndCountBounds, getTotalBounds, roundSum, type ScoreBounds } from "../script/score-bounds.ts"
import type { Constant } from "./atomic-condition.ts"
import type { Facet, ScoreFacet } from "./condition.ts"
import {
  type AnswerFacets,
  type ConditionValue,
  choiceAnswer,
  multipleChoiceAnswer,
  noAnswer,
  numericAnswer,
  plainAnswer,
  scaleAnswer,
  scoreResult,
  toNumber,
} from "./condition-value.ts"
import { type AcceptedTexts, findUnusedText, listNearbyNumbers, listTexts, storedTexts } from "./possible-texts.ts"

/**
 * Yields, one by one, the answers to try besides "no answer". If any answer makes a comparison with one of the
 * constants true or false, one of these does. Of texts there is one for every combination of the texts in `contained`.
 */
export function* generateRepresentativeAnswers(
  possible: PossibleAnswers,
  constants: ReadonlyArray<Constant>,
  contained: ReadonlyArray<string> = [],
): Generator<AnswerFacets> {
  switch (possible._tag) {
    case "Nothing":
      return
    case "OneOf":
      return yield* possible.answers
    case "Several":
      return yield* generateChoiceCombinations(possible, constants)
    case "Number":
      for (const value of listNumbers(possible, constants)) yield numericAnswer(value, String(value))
      return
    case "Score": {
      const { facet, results } = possible
      if (results !== null) return yield* results
      for (const value of listNumbers(possible, constants))
        yield facet === "total" ? scoreResult({ total: value, answered: 1, average: null }, String) : { ...noAnswer, [facet]: value }
      return
    }
    case "Day":
      for (const day of listDays(possible, constants)) yield plainAnswer(day)
      return
    case "Text":
      for (const text of listTexts(constants, possible.accepted, contained)) yield plainAnswer(text)
      return
    case "File":
      yield plainAnswer(possible.sample)
      return
    case "Anything":
      for (const value of listValues(constants)) yield { value, text: value, score: value, amount: value }
  }
}

/** Maximum number of distinguished choices of which every combination is tried. */
export const maxDistinguishedChoices = 6
/** Returns the choices that comparisons with the constants can distinguish. */
export const findDistinguishedChoices = (choices: ReadonlyArray<Choice>, constants: ReadonlyArray<Constant>): ReadonlyArray<Choice> =>
  choices.filter(({ value, translation }) =>
    constants.some((constant) => constant === translation.content || (constant !== null && toNumber(constant) === value)),
  )

type Several = Extract<PossibleAnswers, { readonly _tag: "Several" }>

/**
 * Each exclusive choice alone, and every combination of the other distinguished choices, each with as many more choices as needed for every
 * size that a count could distinguish.
 */
function* generateChoiceCombinations(
  { choices, exclusive, fewest, most }: Several,
  constants: ReadonlyArray<Constant>,
): Generator<AnswerFacets> {
  const combinable = choices.filter((choice) => !exclusive.includes(choice))
  const distinguished = findDistinguishedChoices(combinable, constants).slice(0, maxDistinguishedChoices)
  const others = combinable.filter((choice) => !distinguished.includes(choice))
  const counts = toNumbers(constants).flatMap((count) => [Math.floor(count) - 1, Math.floor(count), Math.floor(count) + 1])
  for (let mask = 2 ** distinguished.length - 1; mask >= 0; mask--) {
    const selected = distinguished.filter((_, i) => (mask >> i) % 2 === 1)
    for (const size of new Set([selected.length, selected.length + others.length, fewest, most, ...counts])) {
      const missing = size - selected.length
      if (size < fewest || size > most || missing < 0 || missing > others.length) continue
      yield multipleChoiceAnswer([...selected, ...others.slice(0, missing)], null)
    }
  }
  for (const choice of exclusive) yield multipleChoiceAnswer([choice], null)
}

const toNumbers = (constants: ReadonlyArray<Constant>): ReadonlyArray<number> => constants.flatMap((constant) => toNumber(constant) ?? [])

/** The bounds, each constant, and numbers next to them on both sides, if permitted by bounds, decimals and steps. */
function* listNumbers(
  { least, most, decimals, slider = null }: Omit<Extract<PossibleAnswers, { readonly _tag: "Number" }>, "_tag">,
  constants: ReadonlyArray<Constant>,
) {
  const [from, step] = slider === null ? [0, 10 ** -decimals] : [slider.from, slider.step]
  // Whole steps are exact, and so are their products with a power of ten.
  const toNumberAt = (steps: number): number => (slider === null ? steps / 10 ** decimals : roundSum(from + steps * step))
  for (const mark of [...toNumbers(constants), least, most, 0]) {
    if (mark === null) continue
    const position = slider === null ? mark * 10 ** decimals : roundSum((mark - from) / step)
    const [below, above] = [Math.floor(position), Math.ceil(position)]
    for (const steps of [below, above, below - 1, above + 1, 2 * below, 2 * above]) {
      const value = toNumberAt(steps)
      if ((least === null || value >= least) && (most === null || value <= most)) yield value
    }
  }
}

/** The day before, the day itself, and the day after. */
const daysAround = (day: number): ReadonlyArray<number> => [day - 1, day, day + 1]

const listDays = (
  limits: Extract<PossibleAnswers, { readonly _tag: "Day" }>,
  constants: ReadonlyArray<Constant>,
): ReadonlyArray<string> => {
  const day = (text: Constant) => (typeof text === "string" ? toEpochDay(text) : null)
  const [first, last] = [day(limits.first), day(limits.last)]
  const marks = [...constants.map(day), first, last].flatMap((mark) => mark ?? [])
  const allowed = [0, ...marks.flatMap(daysAround)].filter(
    (candidate) => (first === null || candidate >= first) && (last === null || candidate <= last),
  )
  return [...new Set(allowed)].map(fromEpochDay).filter(isIsoDate)
}

/** Any value: texts, numbers, booleans, and lists with and without the constants. */
const listValues = (constants: ReadonlyArray<Constant>): ReadonlyArray<ConditionValue> => {
  const members = constants.flatMap((constant) => (typeof constant === "string" || typeof constant === "number" ? [constant] : []))
  const lists = [...members.map((constant) => [constant]), members, [findUnusedText(members.map(String))]]
  return [...constants, ...listTexts(constants, storedTexts), ...listNearbyNumbers(constants), true, false, "", ...lists]
}

/**
 * The possible answers of an instruction; "no answer" is always possible besides. Bounds are inclusive, null if there
 * is none. `exclusive`: the choices that exclude all others. `recalls`: texts of choices contain recalls, so they are not known in advance.
 * The bounds of a score are those of its `facet`; see `selectFacet`. Its `results` are all scores that answers can add up to, null if they
 * are not known.
 */
export type PossibleAnswers =
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "OneOf"; readonly answers: ReadonlyArray<AnswerFacets>; readonly isChoice: boolean; readonly recalls: boolean }
  | {
      readonly _tag: "Several"
      readonly choices: ReadonlyArray<Choice>
      readonly exclusive: ReadonlyArray<Choice>
      readonly fewest: number
      readonly most: number
      readonly recalls: boolean
    }
  | {
      readonly _tag: "Number"
      readonly least: number | null
      readonly most: number | null
      readonly decimals: number
      readonly slider?: { readonly from: number; readonly step: number } | null
    }
  | ({
      readonly _tag: "Score"
      readonly facet: ScoreFacet
      readonly average: ScoreBounds
      readonly count: ScoreBounds
      readonly results: ReadonlyArray<AnswerFacets> | null
    } & ScoreBounds)
  | { readonly _tag: "Day"; readonly first: string | null; readonly last: string | null }
  | { readonly _tag: "Text"; readonly accepted: AcceptedTexts }
  | { readonly _tag: "File"; readonly sample: string }
  | { readonly _tag: "Anything" }

/** Only "no answer" is possible. */
export const noPossibleAnswer: PossibleAnswers = { _tag: "Nothing" }
/** Any value is possible. */
export const anyPossibleAnswer: PossibleAnswers = { _tag: "Anything" }
/** [E7] Metadata are texts, whether they come from a list or from an address. */
export const possibleMetadata: PossibleAnswers = { _tag: "Text", accepted: storedTexts }

/** [C15] Returns the possible answers as seen through a facet: of a score, the bounds of its average or its count instead of its total. */
export const selectFacet = (possible: PossibleAnswers, facet: Facet | null): PossibleAnswers =>
  possible._tag === "Score" && (facet === "average" || facet === "count") ? { ...possible, ...possible[facet], facet } : possible

/**
 * Returns the possible answers of an instruction that is shown; none if it asks nothing. A score is the sum over the
 * questions among the `earlier` instructions.
 */
export const getPossibleAnswers = (instruction: Instruction, earlier: ReadonlyArray<Instruction>): PossibleAnswers => {
  const { type, question } = instruction
  if (getInstructionKind(instruction) === "score")
    return { _tag: "Score", facet: "total", results: null, ...getTotalBounds(earlier), ...getAverageAndCountBounds(earlier) }
  if (type === "question") return question === null || question === undefined ? noPossibleAnswer : getQuestionAnswers(question)
  return type === "action" ? anyPossibleAnswer : noPossibleAnswer
}

/** Returns the possible outcomes of an instruction that is shown: none if no conversation waits for one. */
export const getPossibleOutcome = (instruction: Instruction, earlier: ReadonlyArray<Instruction>): PossibleAnswers =>
  canHaveOutcome(instruction, earlier) ? anyPossibleAnswer : noPossibleAnswer

const answersByQuestion = new WeakMap<Question, PossibleAnswers>()

/** Computed once for each question, since questions do not change: what is derived from the answers can be kept with them. */
const getQuestionAnswers = (question: Question): PossibleAnswers => {
  const known = answersByQuestion.get(question)
  if (known !== undefined) return known
  const answers = listQuestionAnswers(question)
  answersByQuestion.set(question, answers)
  return answers
}

const listQuestionAnswers = (question: Question): PossibleAnswers => {
  switch (question.type) {
    case "choice":
      return {
        _tag: "OneOf",
        answers: (question.choices ?? []).map((choice) => choiceAnswer(choice, question.options)),
        isChoice: true,
        recalls: hasRecalls(question),
      }
    case "multiple": {
      const { fewest, most } = getChoiceLimits(question)
      return {
        _tag: "Several",
        choices: question.choices ?? [],
        exclusive: listExclusiveChoices(question),
        fewest,
        most,
        recalls: hasRecalls(question),
      }
    }
    case "numeric":
      return { _tag: "Number", ...getNumberLimits(question.options ?? {}), slider: getSliderSteps(question.options ?? {}) }
    case "currency":
      return { _tag: "Number", ...getNumberLimits(question.options ?? {}) }
    case "nps":
    case "starRating":
    case "emoji":
      return { _tag: "OneOf", answers: listScaleValues(question).map(scaleAnswer), isChoice: false, recalls: false }
    case "date":
      return { _tag: "Day", ...getDateLimits(question.options ?? {}) }
    case "file":
      return { _tag: "File", sample: String(createSampleAnswer(question)) }
    case "open": {
      const { min, most } = getTextLengthLimits(question.options ?? {})
      return { _tag: "Text", accepted: { _tag: "Typed", fewest: min, most } }
    }
    case "email":
      return { _tag: "Text", accepted: { _tag: "Address" } }
  }
}

type NumericOptions = NonNullable<Extract<Question, { readonly type: "numeric" }>["options"]>

/** The steps of a slider between two values that answers can have, null if there is no slider. */
const getSliderSteps = (options: NumericOptions): { readonly from: number; readonly step: number } | null => {
  const step = options.stepSize ?? 1
  if (options.hasSlider !== true || !(step > 0)) return null
  const { decimals } = getNumberLimits(options)
  const scale = 10 ** Math.max(decimals, countDecimals(step))
  const [own, permitted] = [Math.round(step * scale), scale / 10 ** decimals]
  return { from: getSliderRange(options).least, step: ((own / findCommonDivisor(own, permitted)) * permitted) / scale }
}

const findCommonDivisor = (a: number, b: number): number => (b < 1 ? a : findCommonDivisor(b, a % b))

const hasRecalls = ({ choices }: Question): boolean => (choices ?? []).some(({ translation }) => translation.content.includes("{{"))

// For a thing that comparisons ask about: a few answers that stand for all that are possible. Comparisons tell no others apart.

import { fromEpochDay, toEpochDay } from "../date/calendar-date.ts"
import { choiceLimits, dateLimits, listExclusiveChoices, numberLimits } from "../questions/answer-limits.ts"
import type { Choice, Question } from "../questions/question.ts"
import { scaleValues } from "../questions/scale-question.ts"
import type { Instruction } from "../script/instruction.ts"
import type { Constant } from "./atomic-condition.ts"
import {
  type AnswerFacets,
  type ConditionValue,
  choiceAnswer,
  multipleChoiceAnswer,
  numericAnswer,
  plainAnswer,
  scaleAnswer,
  toNumber,
} from "./condition-value.ts"

/**
 * Answers to try, beside none, made as they are asked for: where some answer makes a comparison with one of the constants hold or fail,
 * one of these does.
 */
export function* representativeAnswers(possible: PossibleAnswers, constants: ReadonlyArray<Constant>): Generator<AnswerFacets> {
  switch (possible._tag) {
    case "Nothing":
      return
    case "OneOf":
      return yield* possible.answers
    case "Several":
      return yield* subsets(possible, constants)
    case "Number":
      for (const value of numbers(possible, constants)) yield numericAnswer(value, String(value))
      return
    case "Day":
      for (const day of days(possible, constants)) yield plainAnswer(day)
      return
    case "Text":
      for (const text of texts(constants)) yield plainAnswer(text)
      return
    case "Anything":
      for (const value of values(constants)) yield { value, text: value, score: value, amount: value }
  }
}

/** Which of several choices are told apart by the constants; so many at most are tried in every combination. */
export const maxDistinguishedChoices = 6
export const findDistinguishedChoices = (choices: ReadonlyArray<Choice>, constants: ReadonlyArray<Constant>): ReadonlyArray<Choice> =>
  choices.filter(({ value, translation }) =>
    constants.some((one) => one === translation.content || (one !== null && toNumber(one) === value)),
  )

type Several = Extract<PossibleAnswers, { readonly _tag: "Several" }>

/** Every combination of the choices told apart, each with the others needed for every size that a count could tell apart. */
function* subsets({ choices, fewest, most }: Several, constants: ReadonlyArray<Constant>): Generator<AnswerFacets> {
  const apart = findDistinguishedChoices(choices, constants).slice(0, maxDistinguishedChoices)
  const others = choices.filter((choice) => !apart.includes(choice))
  const counts = numeric(constants).flatMap((count) => [Math.floor(count) - 1, Math.floor(count), Math.floor(count) + 1])
  for (let mask = 2 ** apart.length - 1; mask >= 0; mask--) {
    const picked = apart.filter((_, i) => (mask >> i) % 2 === 1)
    for (const size of new Set([picked.length, picked.length + others.length, fewest, most, ...counts])) {
      const missing = size - picked.length
      if (size < fewest || size > most || missing < 0 || missing > others.length) continue
      yield multipleChoiceAnswer([...picked, ...others.slice(0, missing)], null)
    }
  }
}

const numeric = (constants: ReadonlyArray<Constant>): ReadonlyArray<number> => constants.flatMap((one) => toNumber(one) ?? [])

/** The bounds, each constant, and a number next to each constant on both sides: those allowed by bounds and decimals. */
function* numbers({ least, most, decimals }: Extract<PossibleAnswers, { readonly _tag: "Number" }>, constants: ReadonlyArray<Constant>) {
  const scale = 10 ** decimals
  for (const mark of [...numeric(constants), least, most, 0]) {
    if (mark === null) continue
    const [below, above] = [Math.floor(mark * scale), Math.ceil(mark * scale)]
    for (const steps of [below, above, below - 1, above + 1, 2 * below, 2 * above]) {
      const value = steps / scale
      if ((least === null || value >= least) && (most === null || value <= most)) yield value
    }
  }
}

/** The numbers written, others on both sides of each, also where it is so big that one more makes no difference, and one between neighbours. */
const amongNumbers = (constants: ReadonlyArray<Constant>): ReadonlyArray<number> => {
  const written = [...new Set(numeric(constants))].sort((one, other) => one - other)
  const between = written.slice(1).map((number, i) => number / 2 + (written[i] ?? 0) / 2)
  return [...written.flatMap((number) => [number - 1, number, number + 1, 2 * number - 1, 1, -1]), ...between]
}

/** The day before, the day, and the day after. */
const daysAround = (day: number): ReadonlyArray<number> => [day - 1, day, day + 1]

const days = (limits: Extract<PossibleAnswers, { readonly _tag: "Day" }>, constants: ReadonlyArray<Constant>): ReadonlyArray<string> => {
  const day = (text: Constant) => (typeof text === "string" ? toEpochDay(text) : null)
  const [first, last] = [day(limits.first), day(limits.last)]
  const marks = [...constants.map(day), first, last].flatMap((mark) => mark ?? [])
  const allowed = [0, ...marks.flatMap(daysAround)].filter((one) => (first === null || one >= first) && (last === null || one <= last))
  return [...new Set(allowed)].map(fromEpochDay)
}

/** A text as written, one that no constant is part of, and numbers and dates around those that are written. */
const texts = (constants: ReadonlyArray<Constant>): ReadonlyArray<string> => {
  const written = constants.flatMap((one) => (typeof one === "string" ? [one] : typeof one === "number" ? [String(one)] : []))
  const longest = written.reduce((most, { length }) => Math.max(most, length), 0)
  const dates = written.flatMap((one) => toEpochDay(one) ?? []).flatMap(daysAround)
  const found = [
    findUnusedText(written),
    "x".repeat(longest + 1),
    ...written,
    ...amongNumbers(constants).map(String),
    ...dates.map(fromEpochDay),
  ]
  return [...new Set(found)].filter((one) => one !== "")
}

/** A text in which none of the written ones is found, save the empty one. */
const findUnusedText = (written: ReadonlyArray<string>): string => {
  for (let code = 0x4e00; ; code++) {
    const sign = String.fromCodePoint(code)
    if (!written.some((one) => one.includes(sign))) return sign
  }
}

/** Of what may be anything: texts, numbers, yes and no, and lists of what is written and of what is not. */
const values = (constants: ReadonlyArray<Constant>): ReadonlyArray<ConditionValue> => {
  const members = constants.flatMap((one) => (typeof one === "string" || typeof one === "number" ? [one] : []))
  const lists = [...members.map((one) => [one]), members, [findUnusedText(members.map(String))]]
  return [...constants, ...texts(constants), ...amongNumbers(constants), true, false, "", ...lists]
}

// Which answers an instruction can have had by the time a condition asks for it, as far as a script tells.

/**
 * No answer at all is always possible beside these. Bounds are inclusive, null where there is none. `recalls`: texts of choices recall
 * what was answered before, so that they are not known here.
 */
export type PossibleAnswers =
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "OneOf"; readonly answers: ReadonlyArray<AnswerFacets>; readonly isChoice: boolean; readonly recalls: boolean }
  | {
      readonly _tag: "Several"
      readonly choices: ReadonlyArray<Choice>
      readonly fewest: number
      readonly most: number
      readonly recalls: boolean
    }
  | { readonly _tag: "Number"; readonly least: number | null; readonly most: number | null; readonly decimals: number }
  | { readonly _tag: "Day"; readonly first: string | null; readonly last: string | null }
  | { readonly _tag: "Text" }
  | { readonly _tag: "Anything" }

export const noPossibleAnswer: PossibleAnswers = { _tag: "Nothing" }
export const anyPossibleAnswer: PossibleAnswers = { _tag: "Anything" }

/** What an instruction that is shown can be answered with; one that asks nothing has no answer. */
export const getPossibleAnswers = ({ type, question }: Instruction): PossibleAnswers => {
  if (type === "question") return question === null || question === undefined ? noPossibleAnswer : getQuestionAnswers(question)
  return type === "action" || type === "score" ? anyPossibleAnswer : noPossibleAnswer
}

const getQuestionAnswers = (question: Question): PossibleAnswers => {
  switch (question.type) {
    case "choice":
      return {
        _tag: "OneOf",
        answers: (question.choices ?? []).map((choice) => choiceAnswer(choice, question.options)),
        isChoice: true,
        recalls: recalls(question),
      }
    case "multiple": {
      const { fewest, most } = choiceLimits(question)
      return {
        _tag: "Several",
        choices: question.choices ?? [],
        fewest: listExclusiveChoices(question).length > 0 ? 1 : fewest,
        most,
        recalls: recalls(question),
      }
    }
    case "numeric":
    case "currency":
      return { _tag: "Number", ...numberLimits(question.options ?? {}) }
    case "nps":
    case "starRating":
    case "emoji":
      return { _tag: "OneOf", answers: scaleValues(question).map(scaleAnswer), isChoice: false, recalls: false }
    case "date":
      return { _tag: "Day", ...dateLimits(question.options ?? {}) }
    case "file":
      return anyPossibleAnswer
    case "open":
    case "email":
      return { _tag: "Text" }
  }
}

const recalls = ({ choices }: Question): boolean => (choices ?? []).some(({ translation }) => translation.content.includes("{{"))

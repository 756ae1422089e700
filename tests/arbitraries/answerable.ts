// Questions that conditions refer to, with the answers that respondents can give.
import fc from "fast-check"
import {
  type AnswerFacets,
  choiceAnswer,
  multipleChoiceAnswer,
  noAnswer,
  numericAnswer,
  plainAnswer,
  scaleAnswer,
} from "../../domain/conditions/condition-value.ts"
import { fromEpochDay, toEpochDay } from "../../domain/date/calendar-date.ts"
import type { Choice, Question } from "../../domain/questions/question.ts"
import type { Instruction } from "../../domain/script/instruction.ts"

export const instruction = (order: number, parts: Partial<Instruction>): Instruction => ({
  uuid: `i${order}`,
  order,
  type: "message",
  label: null,
  condition: null,
  typing_delay: 0,
  messages: [],
  question: null,
  action: null,
  ...parts,
})

export const questionInstruction = (
  order: number,
  label: string | null,
  question: Question,
  condition: string | null = null,
): Instruction => instruction(order, { type: "question", label, question, condition })

export const createChoices = (...texts: ReadonlyArray<string>): ReadonlyArray<Choice> =>
  texts.map((content, order) => ({ uuid: `c${order}`, value: order + 1, order, translation: { locale: "nl", content } }))

/** A question with its possible answers: `answers` lists them all, or is null where there are too many. */
export type Answerable = {
  readonly question: Question
  readonly answer: fc.Arbitrary<AnswerFacets>
  readonly answers: ReadonlyArray<AnswerFacets> | null
}

const choices = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 4 }).chain((values) =>
  fc.tuple(
    ...values.map((value, order) =>
      fc.record({ score: fc.constantFrom(null, 1, 2), amount: fc.constantFrom(null, 5) }).map(
        (extra): Choice => ({
          uuid: `c${value}`,
          value,
          order,
          translation: { locale: "nl", content: ["Nee", "Ja", "Soms", "3", "vaak", "nooit", "Weet niet"][value] ?? "" },
          ...extra,
        }),
      ),
    ),
  ),
)
const subsets = <T>(all: ReadonlyArray<T>): ReadonlyArray<ReadonlyArray<T>> =>
  all.reduce<ReadonlyArray<ReadonlyArray<T>>>((found, item) => [...found, ...found.map((subset) => [...subset, item])], [[]])

const withListedAnswers = (question: Question, all: ReadonlyArray<AnswerFacets>): Answerable => {
  const answers = [noAnswer, ...all]
  return { question, answers, answer: fc.constantFrom(...answers) }
}
const withSampledAnswers = (question: Question, answer: fc.Arbitrary<AnswerFacets>): Answerable => ({
  question,
  answers: null,
  answer: fc.oneof(fc.constant(noAnswer), { weight: 4, arbitrary: answer }),
})

export const choiceQuestion: fc.Arbitrary<Answerable> = choices.map((all) =>
  withListedAnswers(
    { uuid: "q", type: "choice", choices: all },
    all.map((choice) => choiceAnswer(choice, null)),
  ),
)
export const multipleQuestion: fc.Arbitrary<Answerable> = fc
  .tuple(choices, fc.option(fc.integer({ min: 1, max: 4 })), fc.option(fc.integer({ min: 1, max: 4 })), fc.array(fc.boolean()))
  .map(([plain, minimum, maximum, exclusive]) => {
    const all = plain.map((choice, i): Choice => (exclusive[i] === true ? { ...choice, single: true } : choice))
    const [minCount, maxCount] = [minimum ?? 1, Math.min(maximum ?? all.length, all.length)]
    const hasValidLimits = minCount <= maxCount
    const combinations = subsets(all.filter(({ single }) => single !== true)).filter(({ length }) =>
      hasValidLimits ? length >= minCount && length <= maxCount : length > 0,
    )
    const allowed = [...combinations, ...all.flatMap((choice) => (choice.single === true ? [[choice]] : []))]
    return withListedAnswers(
      { uuid: "q", type: "multiple", choices: all, options: { minimum, maximum } },
      allowed.map((selected) => multipleChoiceAnswer(selected, null)),
    )
  })
const numericQuestion: fc.Arbitrary<Answerable> = fc
  .record({
    minimum: fc.option(fc.integer({ min: 0, max: 5 })),
    size: fc.option(fc.nat(10)),
    precision: fc.constantFrom(undefined, 0, 1, 2),
  })
  .map(({ minimum, size, precision }) => {
    const maximum = size === null ? null : (minimum ?? 0) + size
    const scale = 10 ** (precision ?? 2)
    const answer = fc.integer({ min: (minimum ?? -20) * scale, max: (maximum ?? 40) * scale }).map((n) => n / scale)
    const options = { minimum, maximum, ...(precision === undefined ? {} : { precision }) }
    return withSampledAnswers(
      { uuid: "q", type: "numeric", options },
      answer.map((n) => numericAnswer(n, String(n))),
    )
  })
export const npsQuestion: fc.Arbitrary<Answerable> = fc.constant(
  withListedAnswers(
    { uuid: "q", type: "nps" },
    Array.from({ length: 10 }, (_, i) => scaleAnswer(i + 1)),
  ),
)
const dateQuestion: fc.Arbitrary<Answerable> = fc.tuple(fc.option(fc.nat(3)), fc.option(fc.nat(6))).map(([after, until]) => {
  const first = toEpochDay("2024-02-27") ?? 0
  const [minimum, maximum] = [after === null ? null : first + after, until === null ? null : first + 3 + until]
  const answer = fc.integer({ min: minimum ?? first - 400, max: maximum ?? first + 400 }).map((day) => plainAnswer(fromEpochDay(day)))
  return withSampledAnswers(
    {
      uuid: "q",
      type: "date",
      options: { minimum: minimum === null ? null : fromEpochDay(minimum), maximum: maximum === null ? null : fromEpochDay(maximum) },
    },
    answer,
  )
})
const openQuestion: fc.Arbitrary<Answerable> = fc.constant(
  withSampledAnswers(
    { uuid: "q", type: "open" },
    fc
      .oneof(fc.string(), fc.constantFrom("3", "3.0", "2.25", "2.75", "2024-02-29", "Ja", "janee", "ja graag"), fc.integer().map(String))
      .filter((text) => text !== "")
      .map(plainAnswer),
  ),
)

export const answerable: fc.Arbitrary<Answerable> = fc.oneof(
  choiceQuestion,
  multipleQuestion,
  numericQuestion,
  npsQuestion,
  dateQuestion,
  openQuestion,
)

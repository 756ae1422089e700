// The made-up figures of the statistics preview, counted as real answers are.
import type { statsPreviewDemo } from "../catalog/en/preview-demo.ts"
import type { Question } from "../questions/question.ts"
import { listScaleValues, type ScaleQuestion } from "../questions/scale-question.ts"
import type { Instruction } from "../script/instruction.ts"
import { type AnswerCounts, aggregateCounts, computeAnswerIncrement } from "../statistics/answer-counts.ts"
import { buildCharts } from "../statistics/chart.ts"
import { type Chart } from "../statistics/live-statistics.ts"
import type { StatsScenario } from "./preview-protocol.ts"

type Key = keyof typeof statsPreviewDemo
export type StatsPreviewTexts = Readonly<Record<Key, string>>

/** The number of conversations begun and finished; every chart is of the finished ones. */
const begun = 148
const finished = 120

export type PreviewStatistics = {
  readonly title: string
  readonly language: string
  readonly begun: number
  readonly finished: number
  readonly charts: ReadonlyArray<Chart>
}

/** Returns what the preview shows in a scenario; `language` is that of the texts. */
export const previewStatistics = (scenario: StatsScenario, texts: StatsPreviewTexts, language: string): PreviewStatistics => {
  const questions = scenarios[scenario].map((buildQuestion) => buildQuestion(texts))
  return {
    title: texts["preview.title"],
    language,
    begun,
    finished,
    charts: buildCharts(
      { instructions: questions.map(({ instruction }) => instruction), language: anyLanguage },
      new Map(questions.map(({ instruction, tally }) => [instruction.uuid, tally])),
    ).map((chart) => ({ ...chart, language })),
  }
}

/** The locale of the demo instructions; it is not displayed. */
const anyLanguage = "en"

/** Builds a demo question with its counts. */
type BuildCountedQuestion = (texts: StatsPreviewTexts) => { readonly instruction: Instruction; readonly tally: AnswerCounts }

const countQuestion = (
  texts: StatsPreviewTexts,
  titleKey: Key,
  question: Question,
  counts: ReadonlyArray<readonly [value: number, count: number]>,
) => ({
  instruction: {
    uuid: titleKey,
    order: 0,
    type: "question",
    typing_delay: 0,
    messages: [{ uuid: titleKey, locale: anyLanguage, content: texts[titleKey] }],
    question,
  } as const,
  tally: aggregateCounts(counts.map(([value, count]) => [computeAnswerIncrement(question, value), count])),
})

const countChoice =
  (titleKey: Key, charttype: "bar" | "pie", answers: ReadonlyArray<readonly [label: Key, count: number]>): BuildCountedQuestion =>
  (texts) =>
    countQuestion(
      texts,
      titleKey,
      {
        uuid: titleKey,
        type: "choice",
        options: { charttype },
        choices: answers.map(([label], i) => ({
          uuid: label,
          value: i + 1,
          order: i,
          translation: { locale: anyLanguage, content: texts[label] },
        })),
      },
      answers.map(([, count], i) => [i + 1, count] as const),
    )

const countScale =
  (titleKey: Key, question: ScaleQuestion, counts: ReadonlyArray<number>): BuildCountedQuestion =>
  (texts) =>
    countQuestion(
      texts,
      titleKey,
      question,
      listScaleValues(question).map((value, i) => [value, counts[i] ?? 0] as const),
    )

const arrivalAnswers = [
  ["preview.came.1", 34],
  ["preview.came.2", 51],
  ["preview.came.3", 23],
  ["preview.came.4", 12],
] as const
const returnAnswers = [
  ["preview.again.1", 78],
  ["preview.again.2", 31],
  ["preview.again.3", 11],
] as const
const sourceAnswers = [
  ["preview.heard.1", 46],
  ["preview.heard.2", 38],
  ["preview.heard.3", 21],
  ["preview.heard.4", 15],
] as const

const scenarios: Readonly<Record<StatsScenario, ReadonlyArray<BuildCountedQuestion>>> = {
  barCharts: [countChoice("preview.came", "bar", arrivalAnswers), countChoice("preview.again", "bar", returnAnswers)],
  pieCharts: [countChoice("preview.heard", "pie", sourceAnswers), countChoice("preview.again", "pie", returnAnswers)],
  averages: [
    countScale(
      "preview.recommend",
      { uuid: "nps", type: "nps", options: { minimum: 0, maximum: 10 } },
      [1, 0, 1, 2, 3, 5, 8, 18, 27, 31, 24],
    ),
    countScale("preview.stars", { uuid: "stars", type: "starRating" }, [3, 6, 17, 42, 52]),
    countScale("preview.mood", { uuid: "mood", type: "emoji" }, [2, 5, 21, 49, 43]),
  ],
}

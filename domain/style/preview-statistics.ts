// The figures on which the preview of the statistics' style is shown (spec/3-community §2): a chat that nobody had, counted as chats are.
import type { statsPreviewDemo } from "../catalog/en/preview-demo.ts"
import type { Question } from "../questions/question.ts"
import { type ScaleQuestion, scaleValues } from "../questions/scale-question.ts"
import type { Instruction } from "../script/instruction.ts"
import { type AnswerCounts, aggregateCounts, answerIncrement } from "../statistics/answer-counts.ts"
import { type Chart, chartsOf } from "../statistics/chart.ts"
import type { StatsScenario } from "./preview-protocol.ts"

type Key = keyof typeof statsPreviewDemo
export type StatsPreviewTexts = Readonly<Record<Key, string>>

/** Conversations that were begun and finished; every chart is of those that were finished. */
const begun = 148
const finished = 120

export type PreviewStatistics = {
  readonly title: string
  readonly language: string
  readonly begun: number
  readonly finished: number
  readonly charts: ReadonlyArray<Chart>
}

/** What the statistics' preview shows on a scenario, in the `language` of its texts. */
export const previewStatistics = (scenario: StatsScenario, texts: StatsPreviewTexts, language: string): PreviewStatistics => {
  const counted = scenarios[scenario].map((it) => it(texts))
  return {
    title: texts["preview.title"],
    language,
    begun,
    finished,
    charts: chartsOf(
      { instructions: counted.map(({ instruction }) => instruction), language: anyLanguage },
      new Map(counted.map(({ instruction, tally }) => [instruction.uuid, tally])),
    ).map((chart) => ({ ...chart, language })),
  }
}

/** What the figures are counted under; their texts say their own. */
const anyLanguage = "en"

/** A question, and what was counted of it. */
type Counted = (texts: StatsPreviewTexts) => { readonly instruction: Instruction; readonly tally: AnswerCounts }

const counted = (
  texts: StatsPreviewTexts,
  asked: Key,
  question: Question,
  counts: ReadonlyArray<readonly [value: number, count: number]>,
) => ({
  instruction: {
    uuid: asked,
    order: 0,
    type: "question",
    typing_delay: 0,
    messages: [{ uuid: asked, locale: anyLanguage, content: texts[asked] }],
    question,
  } as const,
  tally: aggregateCounts(counts.map(([value, count]) => [answerIncrement(question, value), count])),
})

const choice =
  (asked: Key, charttype: "bar" | "pie", given: ReadonlyArray<readonly [label: Key, count: number]>): Counted =>
  (texts) =>
    counted(
      texts,
      asked,
      {
        uuid: asked,
        type: "choice",
        options: { charttype },
        choices: given.map(([label], i) => ({
          uuid: label,
          value: i + 1,
          order: i,
          translation: { locale: anyLanguage, content: texts[label] },
        })),
      },
      given.map(([, count], i) => [i + 1, count] as const),
    )

const scale =
  (asked: Key, question: ScaleQuestion, counts: ReadonlyArray<number>): Counted =>
  (texts) =>
    counted(
      texts,
      asked,
      question,
      scaleValues(question).map((value, i) => [value, counts[i] ?? 0] as const),
    )

const came = [
  ["preview.came.1", 34],
  ["preview.came.2", 51],
  ["preview.came.3", 23],
  ["preview.came.4", 12],
] as const
const again = [
  ["preview.again.1", 78],
  ["preview.again.2", 31],
  ["preview.again.3", 11],
] as const
const heard = [
  ["preview.heard.1", 46],
  ["preview.heard.2", 38],
  ["preview.heard.3", 21],
  ["preview.heard.4", 15],
] as const

const scenarios: Readonly<Record<StatsScenario, ReadonlyArray<Counted>>> = {
  barCharts: [choice("preview.came", "bar", came), choice("preview.again", "bar", again)],
  pieCharts: [choice("preview.heard", "pie", heard), choice("preview.again", "pie", again)],
  averages: [
    scale("preview.recommend", { uuid: "nps", type: "nps", options: { minimum: 0, maximum: 10 } }, [1, 0, 1, 2, 3, 5, 8, 18, 27, 31, 24]),
    scale("preview.stars", { uuid: "stars", type: "starRating" }, [3, 6, 17, 42, 52]),
    scale("preview.mood", { uuid: "mood", type: "emoji" }, [2, 5, 21, 49, 43]),
  ],
}

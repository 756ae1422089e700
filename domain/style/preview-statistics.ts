// The figures on which the preview of the statistics' style is shown (spec/3-community §2): a chat that nobody had, counted as chats are.
import type { statsPreview } from "../catalogue/en/stats-preview.ts"
import type { Bar, Chart } from "../statistics/chart.ts"
import type { StatsScenario } from "./preview.ts"

type Key = keyof typeof statsPreview
export type StatsPreviewTexts = Readonly<Record<Key, string>>

/** Conversations that were begun and finished; every chart is of those that were finished. */
const begun = 148
const finished = 120

export type PreviewStatistics = {
  readonly title: string
  readonly begun: number
  readonly finished: number
  readonly charts: ReadonlyArray<Chart>
}

/** What the statistics' preview shows on a scenario. */
export const previewStatistics = (scenario: StatsScenario, texts: StatsPreviewTexts): PreviewStatistics => ({
  title: texts["preview.title"],
  begun,
  finished,
  charts: chartsOn[scenario](texts),
})

type Choices = { readonly asked: Key; readonly kind: "bar" | "pie"; readonly given: ReadonlyArray<readonly [label: Key, count: number]> }

const ofChoices = (texts: StatsPreviewTexts, { asked, kind, given }: Choices): Chart => ({
  instruction: asked,
  title: texts[asked],
  type: "choice",
  kind,
  answered: finished,
  average: null,
  nps: null,
  bars: given.map(([label, count], i) => ({ label: texts[label], value: i + 1, count })),
})

type Scale = {
  readonly asked: Key
  readonly type: "nps" | "starRating" | "emoji"
  readonly least: number
  readonly counts: ReadonlyArray<number>
}

const ofScale = (texts: StatsPreviewTexts, { asked, type, least, counts }: Scale): Chart => {
  const bars: ReadonlyArray<Bar & { readonly value: number }> = counts.map((count, i) => ({ label: null, value: least + i, count }))
  const sum = bars.reduce((all, { value, count }) => all + value * count, 0)
  const share = (isMeant: (value: number) => boolean) =>
    bars.reduce((all, { value, count }) => (isMeant(value) ? all + count : all), 0) / finished
  return {
    instruction: asked,
    title: texts[asked],
    type,
    kind: "bar",
    answered: finished,
    average: Number((sum / finished).toFixed(2)),
    nps: type === "nps" ? Math.round((share((it) => it >= 9) - share((it) => it <= 6)) * 100) : null,
    bars,
  }
}

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

const chartsOn: Readonly<Record<StatsScenario, (texts: StatsPreviewTexts) => ReadonlyArray<Chart>>> = {
  barCharts: (texts) => [
    ofChoices(texts, { asked: "preview.came", kind: "bar", given: came }),
    ofChoices(texts, { asked: "preview.again", kind: "bar", given: again }),
  ],
  pieCharts: (texts) => [
    ofChoices(texts, { asked: "preview.heard", kind: "pie", given: heard }),
    ofChoices(texts, { asked: "preview.again", kind: "pie", given: again }),
  ],
  averages: (texts) => [
    ofScale(texts, { asked: "preview.recommend", type: "nps", least: 0, counts: [1, 0, 1, 2, 3, 5, 8, 18, 27, 31, 24] }),
    ofScale(texts, { asked: "preview.stars", type: "starRating", least: 1, counts: [3, 6, 17, 42, 52] }),
    ofScale(texts, { asked: "preview.mood", type: "emoji", least: 1, counts: [2, 5, 21, 49, 43] }),
  ],
}

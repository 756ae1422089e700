/** @jsxImportSource preact */
// Preview of a community's style: the statistics page with sample figures, in a frame of the console. Loaded for preview addresses only.
import { render } from "preact"
import { initialStatsPreview, parseStatsPreview, previewTitle, type StatsPreview } from "../../domain/preview/preview-protocol.ts"
import { previewStatistics } from "../../domain/preview/preview-statistics.ts"
import { StatisticsView } from "./StatisticsPage.tsx"
import { applyStylesheet } from "./stats-style.ts"
import { type StatsTexts, StatsTextsContext } from "./stats-texts.ts"

/** The sample texts exist in the languages of the console only; other languages get English. */
const loadSampleTexts = async (requestedLanguage: string) =>
  requestedLanguage === "nl"
    ? { texts: (await import("../../domain/catalog/nl/preview-demo.ts")).statsPreviewDemo, language: "nl" }
    : { texts: (await import("../../domain/catalog/en/preview-demo.ts")).statsPreviewDemo, language: "en" }

/** A start date is set, so that the button that clears the period is visible. */
const period = { from: "2026-01-01", until: null }

type StatsPreviewOptions = {
  readonly root: HTMLElement
  readonly community: string
  readonly statsTexts: StatsTexts
  /** Calls `show` with every message from the console that `parse` accepts. */
  readonly listen: (parse: typeof parseStatsPreview, show: (message: StatsPreview) => void) => void
}

export const renderStatsPreview = async ({ root, community, statsTexts, listen }: StatsPreviewOptions): Promise<void> => {
  const { texts, language } = await loadSampleTexts(document.documentElement.lang)
  document.title = previewTitle("stats", community)
  const show = ({ sheet, scenario }: StatsPreview): void => {
    applyStylesheet(sheet, document.documentElement)
    render(
      <StatsTextsContext.Provider value={statsTexts}>
        <StatisticsView
          statistics={{ community: { name: community }, ...previewStatistics(scenario, texts, language) }}
          days={period}
          isLive
          onDaysChange={ignoreChange}
        />
      </StatsTextsContext.Provider>,
      root,
    )
  }
  show(initialStatsPreview)
  listen(parseStatsPreview, show)
}

/** Handler of period changes: a preview ignores them. */
const ignoreChange = (): void => undefined

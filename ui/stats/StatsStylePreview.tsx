/** @jsxImportSource preact */
// Shows a community's style on figures of nobody's, in a frame of the console. Fetched only where an address asks for it.
import { render } from "preact"
import { initialStatsPreview, previewTitle, type StatsPreview } from "../../domain/style/preview-protocol.ts"
import { previewStatistics } from "../../domain/style/preview-statistics.ts"
import { StatisticsView } from "./StatisticsPage.tsx"
import { applyStylesheet } from "./stats-style.ts"
import { type StatsTexts, StatsTextsContext } from "./stats-texts.ts"

/** The figures are worded in the languages of the console. */
const textsIn = async (wished: string) =>
  wished === "nl"
    ? { texts: (await import("../../domain/catalog/nl/preview-demo.ts")).statsPreviewDemo, language: "nl" }
    : { texts: (await import("../../domain/catalog/en/preview-demo.ts")).statsPreviewDemo, language: "en" }

/** A day is chosen, so that the button that chooses all is there to be seen. */
const days = { from: "2026-01-01", until: null }

type Given = {
  readonly root: HTMLElement
  readonly community: string
  readonly speech: StatsTexts
  /** Tells what is to be shown, each time the console says so. */
  readonly watch: (show: (message: StatsPreview) => void) => void
}

export const renderStatsPreview = async ({ root, community, speech, watch }: Given): Promise<void> => {
  const { texts, language } = await textsIn(document.documentElement.lang)
  document.title = previewTitle("stats", community)
  const show = ({ sheet, scenario }: StatsPreview): void => {
    applyStylesheet(sheet, document.documentElement)
    render(
      <StatsTextsContext.Provider value={speech}>
        <StatisticsView
          statistics={{ community: { name: community }, ...previewStatistics(scenario, texts, language) }}
          days={days}
          isLive
          choose={nobody}
        />
      </StatsTextsContext.Provider>,
      root,
    )
  }
  show(initialStatsPreview)
  watch(show)
}

/** Nobody chooses in a preview. */
const nobody = (): void => undefined

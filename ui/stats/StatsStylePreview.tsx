/** @jsxImportSource preact */
// Shows a community's style on figures of nobody's, in a frame of the console. Fetched only where an address asks for it.
import { render } from "preact"
import { firstStatsPreview, previewTitle, type StatsPreview } from "../../domain/style/preview-protocol.ts"
import { previewStatistics } from "../../domain/style/preview-statistics.ts"
import { Shown } from "./StatisticsPage.tsx"
import { wearSheet } from "./stats-style.ts"
import { Speaking, type Speech } from "./stats-texts.ts"

/** The figures are worded in the languages of the console. */
const textsIn = async (wished: string) =>
  wished === "nl"
    ? { texts: (await import("../../domain/catalog/nl/preview-demo.ts")).statsPreview, language: "nl" }
    : { texts: (await import("../../domain/catalog/en/preview-demo.ts")).statsPreview, language: "en" }

/** A day is chosen, so that the button that chooses all is there to be seen. */
const days = { from: "2026-01-01", until: null }

type Given = {
  readonly root: HTMLElement
  readonly community: string
  readonly speech: Speech
  /** Tells what is to be shown, each time the console says so. */
  readonly watch: (show: (message: StatsPreview) => void) => void
}

export const showPreview = async ({ root, community, speech, watch }: Given): Promise<void> => {
  const { texts, language } = await textsIn(document.documentElement.lang)
  document.title = previewTitle("stats", community)
  const show = ({ sheet, scenario }: StatsPreview): void => {
    wearSheet(sheet, document.documentElement)
    render(
      <Speaking.Provider value={speech}>
        <Shown
          statistics={{ community: { name: community }, ...previewStatistics(scenario, texts, language) }}
          days={days}
          isLive
          choose={nobody}
        />
      </Speaking.Provider>,
      root,
    )
  }
  show(firstStatsPreview)
  watch(show)
}

/** Nobody chooses in a preview. */
const nobody = (): void => undefined

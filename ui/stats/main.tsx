/** @jsxImportSource preact */
// Start of the statistics page: finds the chat and the language from the address, and renders the page.
import { render } from "preact"
import {
  chatTextLoaders,
  createStatsTranslator,
  publicPageLanguage,
  statsTextLoaders,
} from "../../domain/catalog/public-pages/public-page-texts.ts"
import { parseStatsPath } from "../../domain/links/respondent-urls.ts"
import type { LiveStatistics } from "../../domain/statistics/live-statistics.ts"
import { emptyStyle, encodeStyle } from "../../domain/style/community-style.ts"
import { isRightToLeft, type Language } from "../../domain/text/language.ts"
import { StatisticsPage, StatsNotice } from "./StatisticsPage.tsx"
import { createStatisticsActor } from "./statistics-wiring.ts"
import { applyStyle } from "./stats-style.ts"
import { type StatsTexts, StatsTextsContext } from "./stats-texts.ts"

const root = document.getElementById("root")
if (root === null) throw new Error("the page has no #root")
const page = document.documentElement

const loadTexts = async (language: Language): Promise<StatsTexts> => {
  const [texts, chatTexts] = await Promise.all([statsTextLoaders[language](), chatTextLoaders[language]()])
  page.lang = language
  page.dir = isRightToLeft(language) ? "rtl" : "ltr"
  const faces = [1, 2, 3, 4, 5].map(
    (level) => Object.entries(chatTexts).find(([key]) => key === `give.emoji.${level}`)?.[1] ?? String(level),
  )
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  return {
    words: createStatsTranslator(texts),
    faces,
    number,
    currencyFormat: (currency) =>
      currency === null
        ? number
        : new Intl.NumberFormat(language, {
            style: "currency",
            currency,
            currencyDisplay: "narrowSymbol",
            trailingZeroDisplay: "stripIfInteger",
          }),
    percent: new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }),
    day: new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }),
    month: new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" }),
  }
}

/** The language of the address; without one, the first supported browser language until the chat's language is known. */
const requestedLanguage = publicPageLanguage(new URLSearchParams(window.location.search).get("l"))
const [initialLanguage = "en"] = [requestedLanguage ?? [], ...navigator.languages.map((tag) => publicPageLanguage(tag) ?? [])].flat()

applyStyle(encodeStyle(emptyStyle), page)
let statsTexts = await loadTexts(initialLanguage)

const route = parseStatsPath(window.location.pathname)
if (route === null)
  render(
    <StatsTextsContext.Provider value={statsTexts}>
      <StatsNotice title={statsTexts.words("stats.missing")} text={statsTexts.words("stats.missing.text")} />
    </StatsTextsContext.Provider>,
    root,
  )
else if (route.type === "preview") {
  const [{ renderStatsPreview }, { listenToConsole }] = await Promise.all([
    import("./StatsStylePreview.tsx"),
    import("../../adapters/browser/preview-channel.ts"),
  ])
  await renderStatsPreview({ root, community: route.community, statsTexts, listen: listenToConsole })
} else {
  const actor = createStatisticsActor(route, requestedLanguage)
  const show = () =>
    render(
      <StatsTextsContext.Provider value={statsTexts}>
        <StatisticsPage state={actor.getSnapshot()} send={actor.send} />
      </StatsTextsContext.Provider>,
      root,
    )
  let appliedStatistics: LiveStatistics | null = null
  /** Applies the community's style and the chat's language when the first statistics arrive. */
  const applyStatistics = async ({ style, language, title }: LiveStatistics): Promise<void> => {
    applyStyle(style, page)
    if (requestedLanguage === undefined) statsTexts = await loadTexts(language).catch(() => statsTexts)
    document.title = `${title} · ${statsTexts.words("stats.title")}`
  }
  actor.subscribe(({ context: { statistics } }) => {
    if (statistics === null || appliedStatistics !== null) return show()
    appliedStatistics = statistics
    void applyStatistics(statistics).finally(show)
  })
  actor.start()
  show()
}

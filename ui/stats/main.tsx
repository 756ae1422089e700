/** @jsxImportSource preact */
// Finds out which chat is meant, in which language, and shows what was counted of it.
import { render } from "preact"
import { chatLanguage, chatTexts, speakingStats, statsTexts } from "../../domain/catalog/public-pages/public-page-texts.ts"
import { statsPlace } from "../../domain/links/respondent-urls.ts"
import { isRightToLeft, type Language } from "../../domain/script/language.ts"
import type { Statistics } from "../../domain/statistics/statistics-scope.ts"
import { emptyStyle, payloadOf } from "../../domain/style/community-style.ts"
import { Notice, Page } from "./StatisticsPage.tsx"
import { wire } from "./statistics-wiring.ts"
import { wear } from "./stats-style.ts"
import { Speaking, type Speech } from "./stats-texts.ts"

const root = document.getElementById("root")
if (root === null) throw new Error("the page has no #root")
const page = document.documentElement

const speak = async (language: Language): Promise<Speech> => {
  const [texts, chat] = await Promise.all([statsTexts[language](), chatTexts[language]()])
  page.lang = language
  page.dir = isRightToLeft(language) ? "rtl" : "ltr"
  const faces = [1, 2, 3, 4, 5].map((level) => Object.entries(chat).find(([key]) => key === `give.emoji.${level}`)?.[1] ?? String(level))
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  return {
    words: speakingStats(texts),
    faces,
    number,
    numberOf: (currency) =>
      currency === null
        ? number
        : new Intl.NumberFormat(language, {
            style: "currency",
            currency,
            currencyDisplay: "narrowSymbol",
            trailingZeroDisplay: "stripIfInteger",
          }),
    share: new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }),
    day: new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }),
    month: new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" }),
  }
}

/** The language of the address, else that of the chat, else the first of the browser's that is spoken here. */
const wished = chatLanguage(new URLSearchParams(window.location.search).get("l"))
const [usual = "en"] = [wished ?? [], ...navigator.languages.map((tag) => chatLanguage(tag) ?? [])].flat()

wear(payloadOf(emptyStyle), page)
let speech = await speak(usual)

const place = statsPlace(window.location.pathname)
if (place === null)
  render(
    <Speaking.Provider value={speech}>
      <Notice title={speech.words("stats.missing")} text={speech.words("stats.missing.text")} />
    </Speaking.Provider>,
    root,
  )
else if (place.type === "preview") {
  const [{ showPreview }, { watchPreview }] = await Promise.all([import("./StatsStylePreview.tsx"), import("./stats-preview-wiring.ts")])
  await showPreview({ root, community: place.community, speech, watch: watchPreview })
} else {
  const actor = wire(place)
  const show = () =>
    render(
      <Speaking.Provider value={speech}>
        <Page state={actor.getSnapshot()} send={actor.send} />
      </Speaking.Provider>,
      root,
    )
  let settled: Statistics | null = null
  /** The community's look and the chat's language come with the first statistics. */
  const settle = async ({ style, language, title }: Statistics): Promise<void> => {
    wear(style, page)
    if (wished === undefined) speech = await speak(language).catch(() => speech)
    document.title = `${title} · ${speech.words("stats.title")}`
  }
  actor.subscribe(({ context: { shown } }) => {
    if (shown === null || settled !== null) return show()
    settled = shown
    void settle(shown).finally(show)
  })
  actor.start()
  show()
}

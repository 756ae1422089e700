// Preact context with the texts and the number and date formats of the statistics page.
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { TranslateStats } from "../../domain/catalog/public-pages/public-page-texts.ts"
import type { Chart } from "../../domain/statistics/live-statistics.ts"

/** `faces` are the names of the five levels of an emoji question, unhappiest first. */
export type StatsTexts = {
  readonly words: TranslateStats
  readonly faces: ReadonlyArray<string>
  readonly number: Intl.NumberFormat
  /** Returns the number format of a currency, or that of plain numbers for null. */
  readonly currencyFormat: (currency: Chart["currency"]) => Intl.NumberFormat
  readonly percent: Intl.NumberFormat
  readonly month: Intl.DateTimeFormat
  readonly day: Intl.DateTimeFormat
}

export const StatsTextsContext = createContext<StatsTexts | null>(null)

export const useStatsTexts = (): StatsTexts => {
  const texts = useContext(StatsTextsContext)
  if (texts === null) throw new Error("useStatsTexts needs a <StatsTextsContext>")
  return texts
}

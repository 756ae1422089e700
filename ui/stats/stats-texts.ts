// What every part of the page asks for: words, numbers and months in the language of the chat.
import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { StatsWords } from "../../domain/catalog/public-pages/public-page-texts.ts"
import type { Chart } from "../../domain/statistics/chart.ts"

/** `faces` are the five levels of an emoji question, the unhappiest first. */
export type Speech = {
  readonly words: StatsWords
  readonly faces: ReadonlyArray<string>
  readonly number: Intl.NumberFormat
  /** How amounts of a currency are written; of null, numbers. */
  readonly numberOf: (currency: Chart["currency"]) => Intl.NumberFormat
  readonly share: Intl.NumberFormat
  readonly month: Intl.DateTimeFormat
  readonly day: Intl.DateTimeFormat
}

export const Speaking = createContext<Speech | null>(null)

export const useSpeech = (): Speech => {
  const speech = useContext(Speaking)
  if (speech === null) throw new Error("nothing is spoken outside <Speaking.Provider>")
  return speech
}

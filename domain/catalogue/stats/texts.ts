// Texts of the live statistics' page by key, in every language that a script can be written in.
import type { Language } from "../../script/language.ts"
import type { Slots } from "../catalogue.ts"
import { fillSlots } from "../fill-slots.ts"
import type { stats } from "./en.ts"

export type StatsKey = keyof typeof stats
export type StatsTexts = Readonly<Record<StatsKey, string>>
type Values<K extends StatsKey> = [Slots<(typeof stats)[K]>] extends [never]
  ? []
  : [values: Readonly<Record<Slots<(typeof stats)[K]>, string>>]

/** Says the text of a key; numbers come written already. */
export type StatsWords = <K extends StatsKey>(key: K, ...values: Values<K>) => string

/** The texts, each language to be fetched alone. */
export const statsTexts = {
  nl: async () => (await import("./nl.ts")).stats,
  en: async () => (await import("./en.ts")).stats,
  fr: async () => (await import("./fr.ts")).stats,
  de: async () => (await import("./de.ts")).stats,
  it: async () => (await import("./it.ts")).stats,
  es: async () => (await import("./es.ts")).stats,
  ar: async () => (await import("./ar.ts")).stats,
  ru: async () => (await import("./ru.ts")).stats,
} as const satisfies Readonly<Record<Language, () => Promise<StatsTexts>>>

export const speakingStats =
  (texts: StatsTexts): StatsWords =>
  (key, ...[values]) =>
    fillSlots(texts[key], values ?? {})

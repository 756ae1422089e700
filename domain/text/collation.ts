// The order of values in a sorted table.

import { toLocale } from "./locale.ts"

/** What a row is sorted by: a text, a number (dates as milliseconds), or null if the row has no value. */
export type SortValue = string | number | null

/** Returns a comparison of values: texts as the language collates them, with numbers in them by size, and numbers by size. */
export const createValueComparison = (language: string): ((a: string | number, b: string | number) => number) => {
  const collator = new Intl.Collator(toLocale(language), { numeric: true })
  return (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b)))
}

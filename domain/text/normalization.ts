// Normalizes Unicode texts in time that is proportional to their length.

/** The most combining characters in a row that the Stream-Safe Text Format (UAX #15) permits; no language needs as many. */
export const maxCombiningRun = 30

/** Combining grapheme joiner: it is invisible, and nothing is reordered across it. */
const joiner = "\u034f"

/** Combining characters, and the two halfwidth sound marks, which NFKC turns into combining ones. */
const combiningRun = /[\p{M}\uff9e\uff9f]+/gu

/**
 * Returns the normalized text, in which a joiner interrupts longer runs of combining characters than `maxCombiningRun`: sorting a run takes
 * quadratic time, which is more than a second for one of 60 KB.
 */
export const normalizeText = (text: string, form: "NFC" | "NFKC" | "NFKD"): string =>
  text.replace(combiningRun, interruptRun).normalize(form)

const interruptRun = (run: string): string => {
  if (run.length <= maxCombiningRun) return run
  const characters = Array.from(run)
  const parts: Array<string> = []
  for (let from = 0; from < characters.length; from += maxCombiningRun) parts.push(characters.slice(from, from + maxCombiningRun).join(""))
  return parts.join(joiner)
}

// Bullets, numbers and letters before the lines of a pasted list [Q8].

/** Returns the lines without the markers of a list if every line has one of the same kind; else the same lines. */
export const stripListMarkers = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const texts = lines.every((line) => bullet.test(line)) ? lines.map((line) => line.replace(bullet, "")) : stripLabels(lines)
  // "1. Mai" and "2. Mai" are days: a marker that alone makes a line different from another one is a part of its text.
  return texts === null || new Set(texts).size < new Set(lines).size ? lines : texts
}

/** A bullet, or another mark with white space after it: `-5` and `often` are texts. */
const bullet = /^(?:[•‣◦▪▫●○■□►▶▸➢➤➔✓✔✗☐☑☒◻▢❏❑]\ufe0f?\s*|(?:[·*–—-]\s+)?\[[ xX]?\]\s+|(?:[·*–—-]|o)\s+)(?=\S)/u

/**
 * A label with its punctuation: `1.` `1)` `(1)`, and the same with letters and Roman numerals. White space follows a point; after a number, a letter
 * may: `1.5` is a number, and `e.g.` a word.
 */
const label =
  /^(?:\((?<enclosed>\d{1,3}|[a-z]+|[A-Z]+)\)\s*|(?<closed>\d{1,3}|[a-z]+|[A-Z]+)\)\s*|(?<pointed>\d{1,3}|[a-z]+|[A-Z]+)\.(?:\s+|(?<=\d\.)(?=\p{L})))(?=\S)/gu

/** The lines without their labels; null unless the labels have the same punctuation and count the lines. */
const stripLabels = (lines: ReadonlyArray<string>): ReadonlyArray<string> | null => {
  const matches = lines.flatMap((line) => [...line.matchAll(label)])
  if (matches.length < lines.length) return null
  const isSeries = (["enclosed", "closed", "pointed"] as const).some((punctuation) => {
    const first = Number(matches[0]?.groups?.[punctuation])
    // The rest of a list that began elsewhere. Two lines may be days: `3. Oktober` and `4. Dezember`.
    const continuation: Series = { fewest: 3, at: (index) => String(first + index) }
    return [...series, continuation].some(
      ({ fewest, pointedFewest = fewest, at }) =>
        lines.length >= (punctuation === "pointed" ? pointedFewest : fewest) &&
        matches.every(({ groups }, i) => groups?.[punctuation] === at(i)),
    )
  })
  return isSeries ? lines.map((line) => line.replace(label, "")) : null
}

/** How the lines of a list are counted, from 0; `fewest` is the number of lines below which the labels may be texts. */
type Series = { readonly fewest: number; readonly pointedFewest?: number; readonly at: (index: number) => string | undefined }

const alphabet = "abcdefghijklmnopqrstuvwxyz"

const series: ReadonlyArray<Series> = [
  { fewest: 1, at: (index) => String(index + 1) },
  { fewest: 1, at: (index) => String(index) },
  { fewest: 2, at: (index) => alphabet[index] },
  // `A. Smith` and `B. Jones` are names.
  { fewest: 2, pointedFewest: 3, at: (index) => alphabet[index]?.toUpperCase() },
  { fewest: 2, at: (index) => toRomanNumeral(index + 1) },
  { fewest: 2, at: (index) => toRomanNumeral(index + 1).toUpperCase() },
]

const romanDigits = [
  ["c", 100],
  ["xc", 90],
  ["l", 50],
  ["xl", 40],
  ["x", 10],
  ["ix", 9],
  ["v", 5],
  ["iv", 4],
  ["i", 1],
] as const

const toRomanNumeral = (number: number): string => {
  let rest = number
  return romanDigits
    .map(([digit, value]) => {
      const count = Math.floor(rest / value)
      rest -= count * value
      return digit.repeat(count)
    })
    .join("")
}

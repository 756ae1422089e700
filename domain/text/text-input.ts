// Cleans texts that people type or paste and names of files, parses decimals, and folds texts for comparison.
import { utf8ByteLength } from "./text-length.ts"

/**
 * Returns the text on one line: line breaks, control characters, bidirectional controls (UAX #9) and lone surrogates become spaces. Joiners
 * of letters and emoji stay.
 */
export const toSingleLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]+/gu, " ")

/** Returns whether a text contains any of these characters. */
export const hasControlCharacters = (text: string): boolean => toSingleLine(text) !== text

/** Returns the text without invisible control characters, which terminals put on the clipboard; white space stays. */
export const stripControlCharacters = (text: string): string => text.replace(/(?![\t\n\r])\p{Cc}/gu, "")

/**
 * Returns the text without control characters and bidirectional controls that would affect the text around it. Tabs, line breaks, and marks
 * that affect a single position (LRM, RLM, ALM) stay: people type them.
 */
export const stripBidiControls = (text: string): string => stripControlCharacters(text).replace(/[\u202a-\u202e\u2066-\u2069]/gu, "")

/** Parses a number with a decimal point or comma, whatever the language; null for an empty text, undefined if it is not a number. */
export const parseDecimal = (text: string): number | null | undefined => {
  const normalized = text.trim().replace(",", ".")
  if (normalized === "") return null
  return /^-?(?:\d{1,12}(?:\.\d{0,6})?|\.\d{1,6})$/.test(normalized) ? Number(normalized) : undefined
}

/** [L5, U5] Returns the comparison form of names, email addresses and slugs: ignores case, Unicode composition and character width (NFKC). */
export const foldCase = (text: string): string => text.normalize("NFKC").toLowerCase()

/** Returns the search form of a text: ignores case, accents and character width (NFKD). */
export const stripAccents = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()

/** Whether a text has nearly its maximum length, or more: the count of its characters is shown from here on. */
export const isNearMaximum = (length: number, maximum: number): boolean => maximum - length <= Math.min(100, Math.floor(maximum / 5))

/** [F10] The maximum bytes of the script's name. With date, slug and extension a file name stays below the 255 bytes of most file systems. */
const maxNameBytes = 150

/** Returns a name that every file system accepts: no separators, reserved or control characters, no dots or spaces at the ends. */
export const toSafeFileName = (name: string): string => {
  let bytesLeft = maxNameBytes
  const fitting = Array.from(name.normalize("NFC").replace(/[\p{C}<>:"/\\|?*\s]+/gu, "_")).filter((character) => {
    bytesLeft -= utf8ByteLength(character)
    return bytesLeft >= 0
  })
  return fitting.join("").replace(/^[._]+|[._]+$/g, "") || "script"
}

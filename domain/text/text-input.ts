// Texts that people type or paste, and names of files: cleaning, measuring and folding them, and parsing decimals and UUIDs.
import { normalizeText } from "./normalization.ts"

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
export const foldCase = (text: string): string => normalizeText(text, "NFKC").toLowerCase()

/** Returns the search form of a text: ignores case, accents and character width (NFKD). */
export const stripAccents = (text: string): string => normalizeText(text, "NFKD").replace(/\p{M}/gu, "").toLowerCase()

/** Whether a text has nearly its maximum length, or more: the count of its characters is shown from here on. */
export const isNearMaximum = (length: number, maximum: number): boolean => maximum - length <= Math.min(100, Math.floor(maximum / 5))

/** [F10] The maximum bytes of the script's name. With date, slug and extension a file name stays below the 255 bytes of most file systems. */
const maxNameBytes = 150

/** Returns a name that every file system accepts: no separators, reserved or control characters, no dots or spaces at the ends. */
export const toSafeFileName = (name: string): string => {
  let bytesLeft = maxNameBytes
  const fitting = Array.from(normalizeText(name, "NFC").replace(/[\p{C}<>:"/\\|?*\s]+/gu, "_")).filter((character) => {
    bytesLeft -= utf8ByteLength(character)
    return bytesLeft >= 0
  })
  return fitting.join("").replace(/^[._]+|[._]+$/g, "") || "script"
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Returns whether a text is a UUID in its canonical form, in either case. The database cannot even be queried for some texts (U+0000), so ids
 * are checked before a query.
 */
export const isUuid = (text: string): boolean => uuidPattern.test(text)

/** The length in UTF-8 bytes; a lone surrogate counts as the three bytes of its replacement. */
export const utf8ByteLength = (text: string): number => {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

/** Returns the length of a text in code points, in which limits are counted. */
export const countCodePoints = (text: string): number => {
  let length = text.length
  for (let index = text.search(surrogatePair); index !== -1 && index < text.length; index++)
    if (isHighSurrogate(text.charCodeAt(index)) && isLowSurrogate(text.charCodeAt(index + 1))) {
      length--
      index++
    }
  return length
}

/** Most texts have no surrogate pairs; one search rules them out. */
const surrogatePair = /[\ud800-\udbff][\udc00-\udfff]/
const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

// Characters that steer a line instead of standing in it.

/**
 * A text with a space for whatever breaks its line, turns its direction around or shows nowhere at all: line ends, control
 * characters, Unicode's bidirectional controls (UAX #9), halves of surrogate pairs. What joins letters or emoji stays.
 */
export const toSingleLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]+/gu, " ")

/** Whether a text has such characters. */
export const hasControlCharacters = (text: string): boolean => toSingleLine(text) !== text

/** A text of several lines without the control characters that are no white space: a terminal puts them on the clipboard, and nobody sees them. */
export const stripControlCharacters = (text: string): string => text.replace(/(?![\t\n\r])\p{Cc}/gu, "")

/**
 * A text of several lines without what steers what stands around it: control characters, and the bidirectional controls that reach on
 * until something ends them. Tabs, line ends, and the marks that stand for one place alone (LRM, RLM, ALM) stay: people type them.
 */
export const stripBidiControls = (text: string): string => stripControlCharacters(text).replace(/[\u202a-\u202e\u2066-\u2069]/gu, "")

// A number as an author writes it in a field, whatever the language of the console or the script.

/** Whole and broken numbers with a point or a comma; null for nothing, undefined for what is no number. */
export const parseDecimal = (text: string): number | null | undefined => {
  const tidy = text.trim().replace(",", ".")
  if (tidy === "") return null
  return /^-?(?:\d{1,12}(?:\.\d{0,6})?|\.\d{1,6})$/.test(tidy) ? Number(tidy) : undefined
}

// The forms in which texts are compared.

/** [L5, U5] What must be unique (names, addresses, slugs): a text without regard to case, and to how its characters are composed or how wide they are drawn (NFKC). */
export const foldCase = (text: string): string => text.normalize("NFKC").toLowerCase()

/** What is searched in: a text without regard to case, accents, and how wide its characters are drawn (NFKD). */
export const stripAccents = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()

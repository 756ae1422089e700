// Tokenizer for conditions, in time linear in the length of the text.
import type { Comparator, SyntaxErrorReason } from "./condition.ts"

type SymbolToken = Comparator | "&&" | "||" | "!" | "(" | ")" | "[" | "]" | "." | ","
export type TokenKind = "name" | "number" | "string" | SymbolToken | "end" | "wrong"

/**
 * The tokenizer state with the current token. `value` is that of a number or a string; `reason` says what is wrong with
 * a `wrong` token, if known.
 */
export type Tokenizer = {
  readonly text: string
  kind: TokenKind
  start: number
  end: number
  value: number | string
  reason: SyntaxErrorReason | null
}

/** Creates a tokenizer before the first token of a text. */
export const createTokenizer = (text: string): Tokenizer => ({ text, kind: "end", start: 0, end: 0, value: 0, reason: null })

/** Reads the next token; stays at the end of the text. */
export const readToken = (tokenizer: Tokenizer): void => {
  const { text } = tokenizer
  const start = skipWhiteSpace(text, tokenizer.end)
  tokenizer.start = start
  if (start >= text.length) return setToken(tokenizer, "end", start)
  const code = text.charCodeAt(start)
  if (isNameStart(code)) return readName(tokenizer, findNameEnd(text, start))
  if (isDigit(code) || (code === minus && isDigit(text.charCodeAt(start + 1)))) return readNumber(tokenizer)
  if (code === doubleQuote || code === singleQuote) return readString(tokenizer, code)
  if (code > 127) return readNonAscii(tokenizer)
  const symbol = findSymbol(text, start)
  if (symbol !== null) return setToken(tokenizer, symbol, start + symbol.length)
  setToken(tokenizer, "wrong", start + 1)
}

/** Returns all tokens of a text, for highlighting. An invalid string extends to the end of the text. */
export const tokenizeCondition = (
  text: string,
): ReadonlyArray<{ readonly kind: TokenKind; readonly start: number; readonly end: number }> => {
  const tokens: Array<{ readonly kind: TokenKind; readonly start: number; readonly end: number }> = []
  const tokenizer = createTokenizer(text)
  for (;;) {
    const start = skipWhiteSpace(text, tokenizer.end)
    readToken(tokenizer)
    if (tokenizer.kind === "end") return tokens
    if (tokenizer.reason !== null) tokenizer.end = text.length
    tokens.push({ kind: tokenizer.kind, start, end: tokenizer.end })
  }
}

const namePattern = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy
const spacePattern = /\s+/uy

/** Whether a text can be written as a name without brackets and quotes. */
export const isIdentifier = (text: string): boolean => text !== "" && findUnicodeNameEnd(text, 0) === text.length

const findUnicodeNameEnd = (text: string, start: number): number => {
  namePattern.lastIndex = start
  return namePattern.test(text) ? namePattern.lastIndex : start
}

const minus = 45
const doubleQuote = 34
const singleQuote = 39
const backslash = 92

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isNameStart = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95
const isNamePart = (code: number): boolean => isNameStart(code) || isDigit(code)

const skipWhiteSpace = (text: string, from: number): number => {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 32 || (code >= 9 && code <= 13)) continue
    if (code < 128) return at
    spacePattern.lastIndex = at
    if (!spacePattern.test(text)) return at
    at = spacePattern.lastIndex - 1
  }
  return at
}

const findNameEnd = (text: string, start: number): number => {
  let at = start + 1
  while (at < text.length && isNamePart(text.charCodeAt(at))) at++
  return at < text.length && text.charCodeAt(at) > 127 ? findUnicodeNameEnd(text, start) : at
}

const setToken = (tokenizer: Tokenizer, kind: TokenKind, end: number): void => {
  tokenizer.kind = kind
  tokenizer.end = end
  tokenizer.reason = null
}

const setInvalid = (tokenizer: Tokenizer, reason: SyntaxErrorReason, start: number, end: number): void => {
  tokenizer.kind = "wrong"
  tokenizer.start = start
  tokenizer.end = end
  tokenizer.reason = reason
}

const readName = (tokenizer: Tokenizer, end: number): void => {
  const isContains = end - tokenizer.start === 8 && tokenizer.text.startsWith("contains", tokenizer.start)
  setToken(tokenizer, isContains ? "contains" : "name", end)
}

const readNonAscii = (tokenizer: Tokenizer): void => {
  const end = findUnicodeNameEnd(tokenizer.text, tokenizer.start)
  if (end > tokenizer.start) return readName(tokenizer, end)
  setToken(tokenizer, "wrong", tokenizer.start + ((tokenizer.text.codePointAt(tokenizer.start) ?? 0) > 0xffff ? 2 : 1))
}

/** A number directly followed by letters is invalid as a whole. */
const readNumber = (tokenizer: Tokenizer): void => {
  const { text, start } = tokenizer
  let end = findDigitsEnd(text, start + 1)
  if (text[end] === "." && isDigit(text.charCodeAt(end + 1))) end = findDigitsEnd(text, end + 1)
  if (text[end] === "e" || text[end] === "E") {
    const signLength = text[end + 1] === "+" || text[end + 1] === "-" ? 1 : 0
    if (isDigit(text.charCodeAt(end + 1 + signLength))) end = findDigitsEnd(text, end + 1 + signLength)
  }
  const endOfRun = end < text.length && !isTokenBoundary(text, end) ? findNamePartsEnd(text, end) : end
  if (endOfRun > end) return setToken(tokenizer, "wrong", endOfRun)
  const value = Number(text.slice(start, end))
  if (!Number.isFinite(value)) return setInvalid(tokenizer, "number", start, end)
  tokenizer.value = value === 0 ? 0 : value
  setToken(tokenizer, "number", end)
}

const findDigitsEnd = (text: string, start: number): number => {
  let at = start
  while (at < text.length && isDigit(text.charCodeAt(at))) at++
  return at
}

const isTokenBoundary = (text: string, at: number): boolean => text.charCodeAt(at) < 128 && !isNamePart(text.charCodeAt(at))

const namePartPattern = /[\p{L}\p{M}\p{N}_]+/uy
const findNamePartsEnd = (text: string, start: number): number => {
  namePartPattern.lastIndex = start
  return namePartPattern.test(text) ? namePartPattern.lastIndex : start
}

const readString = (tokenizer: Tokenizer, quote: number): void => {
  const { text, start } = tokenizer
  let value = ""
  let segmentStart = start + 1
  for (let i = segmentStart; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) {
      tokenizer.value = value + text.slice(segmentStart, i)
      return setToken(tokenizer, "string", i + 1)
    }
    if (code !== backslash) continue
    const character = parseEscape(text, i)
    if (character === null) return setInvalid(tokenizer, i + 1 < text.length ? "escape" : "quote", i, Math.min(i + 2, text.length))
    value += text.slice(segmentStart, i) + character
    i += text[i + 1] === "u" ? 5 : 1
    segmentStart = i + 1
  }
  setInvalid(tokenizer, "quote", start, text.length)
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
])

const parseEscape = (text: string, at: number): string | null => {
  const letter = text[at + 1] ?? ""
  if (letter !== "u") return escapes.get(letter) ?? null
  const hex = text.slice(at + 2, at + 6)
  return /^[\da-f]{4}$/i.test(hex) ? String.fromCharCode(Number.parseInt(hex, 16)) : null
}

const findSymbol = (text: string, at: number): SymbolToken | null => {
  const next = text[at + 1]
  switch (text[at]) {
    case "=":
      return next === "=" ? "==" : null
    case "<":
      return next === "=" ? "<=" : "<"
    case ">":
      return next === "=" ? ">=" : ">"
    case "!":
      return next === "=" ? "!=" : isContainsAt(text, at + 1) ? "!contains" : "!"
    case "&":
      return next === "&" ? "&&" : null
    case "|":
      return next === "|" ? "||" : null
    case "(":
      return "("
    case ")":
      return ")"
    case "[":
      return "["
    case "]":
      return "]"
    case ".":
      return "."
    case ",":
      return ","
    default:
      return null
  }
}

const isContainsAt = (text: string, at: number): boolean => text.startsWith("contains", at) && findNameEnd(text, at) === at + 8

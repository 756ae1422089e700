// Cuts the text of a condition into its signs, names, numbers and strings; each character is looked at once or twice.
import type { Comparator, SyntaxErrorReason } from "./condition.ts"

type Sign = Comparator | "&&" | "||" | "!" | "(" | ")" | "[" | "]" | "."
export type TokenKind = "name" | "number" | "string" | Sign | "end" | "wrong"

/** The token at hand. `value` is what a number or a string means; `lack` says what a wrong token lacks, where it is known. */
export type Tokenizer = {
  readonly text: string
  kind: TokenKind
  start: number
  end: number
  value: number | string
  reason: SyntaxErrorReason | null
}

export const createTokenizer = (text: string): Tokenizer => ({ text, kind: "end", start: 0, end: 0, value: 0, reason: null })

/** Goes to the next token; at the end it stays there. */
export const readToken = (at: Tokenizer): void => {
  const { text } = at
  const start = skipSpace(text, at.end)
  at.start = start
  if (start >= text.length) return take(at, "end", start)
  const code = text.charCodeAt(start)
  if (isNameStart(code)) return takeName(at, nameEnd(text, start))
  if (isDigit(code) || (code === minus && isDigit(text.charCodeAt(start + 1)))) return takeNumber(at)
  if (code === doubleQuote || code === singleQuote) return takeString(at, code)
  if (code > 127) return takeForeign(at)
  const sign = signAt(text, start)
  if (sign !== null) return take(at, sign, start + sign.length)
  take(at, "wrong", start + 1)
}

/** The tokens of a text in their order, for highlighting; what is wrong in the middle of a string reaches to the end. */
export const tokenizeCondition = (
  text: string,
): ReadonlyArray<{ readonly kind: TokenKind; readonly start: number; readonly end: number }> => {
  const found: Array<{ readonly kind: TokenKind; readonly start: number; readonly end: number }> = []
  const at = createTokenizer(text)
  for (;;) {
    const start = skipSpace(text, at.end)
    readToken(at)
    if (at.kind === "end") return found
    if (at.reason !== null) at.end = text.length
    found.push({ kind: at.kind, start, end: at.end })
  }
}

const name = /[\p{L}_][\p{L}\p{M}\p{N}_]*/uy
const space = /\s+/uy

/** Whether a text can stand as a name without brackets and quotes. */
export const isIdentifier = (text: string): boolean => text !== "" && unicodeNameEnd(text, 0) === text.length

const unicodeNameEnd = (text: string, start: number): number => {
  name.lastIndex = start
  return name.test(text) ? name.lastIndex : start
}

const minus = 45
const doubleQuote = 34
const singleQuote = 39
const backslash = 92

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isNameStart = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95
const isNamePart = (code: number): boolean => isNameStart(code) || isDigit(code)

const skipSpace = (text: string, from: number): number => {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 32 || (code >= 9 && code <= 13)) continue
    if (code < 128) return at
    space.lastIndex = at
    if (!space.test(text)) return at
    at = space.lastIndex - 1
  }
  return at
}

const nameEnd = (text: string, start: number): number => {
  let at = start + 1
  while (at < text.length && isNamePart(text.charCodeAt(at))) at++
  return at < text.length && text.charCodeAt(at) > 127 ? unicodeNameEnd(text, start) : at
}

const take = (at: Tokenizer, kind: TokenKind, end: number): void => {
  at.kind = kind
  at.end = end
  at.reason = null
}

const wrong = (at: Tokenizer, lack: SyntaxErrorReason, start: number, end: number): void => {
  at.kind = "wrong"
  at.start = start
  at.end = end
  at.reason = lack
}

const takeName = (at: Tokenizer, end: number): void => {
  const isContains = end - at.start === 8 && at.text.startsWith("contains", at.start)
  take(at, isContains ? "contains" : "name", end)
}

const takeForeign = (at: Tokenizer): void => {
  const end = unicodeNameEnd(at.text, at.start)
  if (end > at.start) return takeName(at, end)
  take(at, "wrong", at.start + ((at.text.codePointAt(at.start) ?? 0) > 0xffff ? 2 : 1))
}

/** A number that runs into letters is no number; the whole of it is what was found. */
const takeNumber = (at: Tokenizer): void => {
  const { text, start } = at
  let end = digitsEnd(text, start + 1)
  if (text[end] === "." && isDigit(text.charCodeAt(end + 1))) end = digitsEnd(text, end + 1)
  if (text[end] === "e" || text[end] === "E") {
    const sign = text[end + 1] === "+" || text[end + 1] === "-" ? 1 : 0
    if (isDigit(text.charCodeAt(end + 1 + sign))) end = digitsEnd(text, end + 1 + sign)
  }
  const run = end < text.length && !isSeparator(text, end) ? runEnd(text, end) : end
  if (run > end) return take(at, "wrong", run)
  const value = Number(text.slice(start, end))
  if (!Number.isFinite(value)) return wrong(at, "number", start, end)
  at.value = value === 0 ? 0 : value
  take(at, "number", end)
}

const digitsEnd = (text: string, start: number): number => {
  let at = start
  while (at < text.length && isDigit(text.charCodeAt(at))) at++
  return at
}

const isSeparator = (text: string, at: number): boolean => text.charCodeAt(at) < 128 && !isNamePart(text.charCodeAt(at))

const part = /[\p{L}\p{M}\p{N}_]+/uy
const runEnd = (text: string, start: number): number => {
  part.lastIndex = start
  return part.test(text) ? part.lastIndex : start
}

const takeString = (at: Tokenizer, quote: number): void => {
  const { text, start } = at
  let value = ""
  let from = start + 1
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) {
      at.value = value + text.slice(from, i)
      return take(at, "string", i + 1)
    }
    if (code !== backslash) continue
    const meant = escaped(text, i)
    if (meant === null) return wrong(at, i + 1 < text.length ? "escape" : "quote", i, Math.min(i + 2, text.length))
    value += text.slice(from, i) + meant
    i += text[i + 1] === "u" ? 5 : 1
    from = i + 1
  }
  wrong(at, "quote", start, text.length)
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

const escaped = (text: string, at: number): string | null => {
  const sign = text[at + 1] ?? ""
  if (sign !== "u") return escapes.get(sign) ?? null
  const hex = text.slice(at + 2, at + 6)
  return /^[\da-f]{4}$/i.test(hex) ? String.fromCharCode(Number.parseInt(hex, 16)) : null
}

const signAt = (text: string, at: number): Sign | null => {
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
    default:
      return null
  }
}

const isContainsAt = (text: string, at: number): boolean => text.startsWith("contains", at) && nameEnd(text, at) === at + 8

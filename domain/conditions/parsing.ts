// A condition while it is being read: the token at hand, what was mentioned so far, and the first problem met.
import { ConditionSyntaxError, expectations, type Lack, maximumBytes, maximumLevels, type Reference } from "./condition.ts"
import { advance, type Kind, type Lexer, lexer } from "./tokens.ts"

/** A reference and where it stands: `start` to `end` in all, `nameStart` to `nameEnd` its name with the dot or bracket before it. */
export type Mention = {
  readonly reference: Reference
  readonly start: number
  readonly end: number
  readonly nameStart: number
  readonly nameEnd: number
}

/** `lastEnd` is where the token before this one ended; `isComparable` says that a comparison could follow what was read last. */
export type Parsing = Lexer & {
  lastEnd: number
  levels: number
  isComparable: boolean
  readonly mentions: Array<Mention>
  problem: ConditionSyntaxError | null
}

/** Begins at the first token, or with a problem where the text is too long to be read. */
export const begin = (text: string): Parsing => {
  const at: Parsing = { ...lexer(text), lastEnd: 0, levels: 0, isComparable: false, mentions: [], problem: null }
  if (isTooLong(text)) at.problem = syntaxError(text, text.length, "", "bytes")
  else advance(at)
  return at
}

/** Goes to the next token and says what it is. */
export const next = (at: Parsing): Kind => {
  at.lastEnd = at.end
  advance(at)
  return at.kind
}

/** Notes that the token at hand is not what is expected here. What a broken token lacks comes first. */
export const fail = (at: Parsing, lack: Lack): null => {
  at.problem ??= syntaxError(at.text, at.start, found(at), at.lack ?? lack)
  return null
}

/** Notes that something whole was read and what stands here cannot follow it. */
export const failAfter = (at: Parsing, close: ")" | "end"): null =>
  fail(at, `after-${at.isComparable ? "operand" : "comparison"}${close === ")" ? "-within" : ""}`)

/** Goes one level deeper, if it may. */
export const enter = (at: Parsing): boolean => {
  if (at.levels >= maximumLevels) {
    fail(at, "levels")
    return false
  }
  at.levels++
  return true
}

const longestFound = 40

/** The token at hand, cut short where it is long, but not through a pair of surrogates. */
const found = ({ text, start, end }: Parsing): string =>
  end - start <= longestFound ? text.slice(start, end) : text.slice(start, start + longestFound).replace(/[\ud800-\udbff]$/, "")

const syntaxError = (text: string, offset: number, found: string, lack: Lack): ConditionSyntaxError => {
  let line = 1
  let lineStart = 0
  for (let end = text.indexOf("\n"); end !== -1 && end < offset; end = text.indexOf("\n", lineStart)) {
    line++
    lineStart = end + 1
  }
  return new ConditionSyntaxError({ offset, line, column: offset - lineStart + 1, found, lack, expected: expectations[lack] })
}

const isTooLong = (text: string): boolean => text.length > maximumBytes || (text.length * 3 > maximumBytes && bytes(text) > maximumBytes)

/** The length in UTF-8; a lone surrogate counts as the three bytes that replace it. */
const bytes = (text: string): number => {
  let count = 0
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0
    count += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return count
}

// Reads what begins with a word in a condition: references in both forms, count(…), and the literals that are words.
import {
  ConditionSyntaxError,
  type Count,
  expectedByReason,
  facets,
  type Literal,
  maxConditionBytes,
  maxConditionDepth,
  type Reference,
  type SyntaxErrorReason,
} from "./condition.ts"
import { createTokenizer, readToken, type Tokenizer, type TokenKind } from "./condition-tokenizer.ts"

// A condition while it is being read: the token at hand, what was mentioned so far, and the first problem met.

/** A reference and where it stands: `start` to `end` in all, `nameStart` to `nameEnd` its name with the dot or bracket before it. */
export type LocatedReference = {
  readonly reference: Reference
  readonly start: number
  readonly end: number
  readonly nameStart: number
  readonly nameEnd: number
}

/** `lastEnd` is where the token before this one ended; `isComparable` says that a comparison could follow what was read last. */
export type ParserState = Tokenizer & {
  lastEnd: number
  depth: number
  canCompare: boolean
  readonly references: Array<LocatedReference>
  problem: ConditionSyntaxError | null
}

/** Begins at the first token, or with a problem where the text is too long to be read. */
export const createParser = (text: string): ParserState => {
  const at: ParserState = { ...createTokenizer(text), lastEnd: 0, depth: 0, canCompare: false, references: [], problem: null }
  if (isTooLong(text)) at.problem = syntaxError(text, text.length, "", "bytes")
  else readToken(at)
  return at
}

/** Goes to the next token and says what it is. */
export const advance = (at: ParserState): TokenKind => {
  at.lastEnd = at.end
  readToken(at)
  return at.kind
}

/** Notes that the token at hand is not what is expected here. What a broken token lacks comes first. */
export const reportError = (at: ParserState, lack: SyntaxErrorReason): null => {
  at.problem ??= syntaxError(at.text, at.start, found(at), at.reason ?? lack)
  return null
}

/** Notes that something whole was read and what stands here cannot follow it. */
export const reportUnexpectedToken = (at: ParserState, close: ")" | "end"): null =>
  reportError(at, `after-${at.canCompare ? "operand" : "comparison"}${close === ")" ? "-within" : ""}`)

/** Goes one level deeper, if it may. */
export const enterLevel = (at: ParserState): boolean => {
  if (at.depth >= maxConditionDepth) {
    reportError(at, "levels")
    return false
  }
  at.depth++
  return true
}

const longestFound = 40

/** The token at hand, cut short where it is long, but not through a pair of surrogates. */
const found = ({ text, start, end }: ParserState): string =>
  end - start <= longestFound ? text.slice(start, end) : text.slice(start, start + longestFound).replace(/[\ud800-\udbff]$/, "")

const syntaxError = (text: string, offset: number, found: string, lack: SyntaxErrorReason): ConditionSyntaxError => {
  let line = 1
  let lineStart = 0
  for (let end = text.indexOf("\n"); end !== -1 && end < offset; end = text.indexOf("\n", lineStart)) {
    line++
    lineStart = end + 1
  }
  return new ConditionSyntaxError({ offset, line, column: offset - lineStart + 1, found, reason: lack, expected: expectedByReason[lack] })
}

const isTooLong = (text: string): boolean =>
  text.length > maxConditionBytes || (text.length * 3 > maxConditionBytes && bytes(text) > maxConditionBytes)

/** The length in UTF-8; a lone surrogate counts as the three bytes that replace it. */
const bytes = (text: string): number => {
  let count = 0
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0
    count += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return count
}

/** The reference in its long form that a text begins with, and where what follows it begins; null where there is none. */
export const parseReference = (text: string): { readonly reference: Reference; readonly end: number } | null => {
  const at = createParser(text)
  const { start } = at
  const word = text.slice(start, at.end)
  if (at.problem !== null || at.kind !== "name" || !isRoot(word)) return null
  advance(at)
  const reference = readKeyed(at, word, start)
  return reference === null ? null : { reference, end: at.start }
}

/** The token at hand is a name. */
export const parseNameOrLiteral = (at: ParserState): Reference | Count | Literal | null => {
  const { start } = at
  const word = at.text.slice(start, at.end)
  const literal = literals.get(word)
  if (literal !== undefined) {
    advance(at)
    return literal
  }
  return advance(at) === "(" && word === "count" ? readCount(at) : readRooted(at, word, start)
}

const literals: ReadonlyMap<string, Literal> = new Map([
  ["true", { _tag: "Literal", value: true }],
  ["false", { _tag: "Literal", value: false }],
  ["null", { _tag: "Literal", value: null }],
])

const readRooted = (at: ParserState, word: string, start: number): Reference | null =>
  isRoot(word) ? readKeyed(at, word, start) : addSimpleReference(at, word, start)

/** What a reference in its long form begins with. */
export const referenceRoots = ["answers", "metadata", "actions", "crm"] as const
type Root = (typeof referenceRoots)[number]
const isRoot = (word: string): word is Root => referenceRoots.some((root) => root === word)

/** `["a name"]`, the simple form of a name that is no identifier. */
export const parseBracketedName = (at: ParserState): Reference | null => {
  const { start } = at
  const name = bracketed(at)
  return name === null ? null : addSimpleReference(at, name, start)
}

const addSimpleReference = (at: ParserState, name: string, start: number): Reference => {
  const reference = { _tag: "Answer", name, facet: null } as const
  at.references.push({ reference, start, end: at.lastEnd, nameStart: start, nameEnd: at.lastEnd })
  return reference
}

const readCount = (at: ParserState): Count | null => {
  advance(at)
  const of = readReference(at)
  if (of === null) return null
  if (at.kind !== ")") return reportError(at, "parenthesis")
  advance(at)
  return { _tag: "Count", of }
}

const readReference = (at: ParserState): Reference | null => {
  if (at.kind === "[") return parseBracketedName(at)
  const { start } = at
  const word = at.text.slice(start, at.end)
  if (at.kind !== "name" || literals.has(word)) return reportError(at, "name")
  advance(at)
  return readRooted(at, word, start)
}

const readKeyed = (at: ParserState, root: Root, start: number): Reference | null => {
  const nameStart = at.start
  const name = parseKeyAccess(at)
  if (name === null) return null
  const nameEnd = at.lastEnd
  const reference = referenceTo(at, root, name)
  if (reference !== null) at.references.push({ reference, start, end: at.lastEnd, nameStart, nameEnd })
  return reference
}

const referenceTo = (at: ParserState, root: Root, name: string): Reference | null => {
  switch (root) {
    case "metadata":
      return { _tag: "Metadata", key: name }
    case "crm":
      return { _tag: "Crm", key: name }
    case "actions": {
      if (at.kind !== "." && at.kind !== "[") return { _tag: "Action", name, key: null }
      const key = parseKeyAccess(at)
      return key === null ? null : { _tag: "Action", name, key }
    }
    case "answers": {
      if (at.kind !== ".") return { _tag: "Answer", name, facet: null }
      advance(at)
      const word = at.text.slice(at.start, at.end)
      const facet = facets.find((known) => known === word)
      if (facet === undefined) return reportError(at, "facet")
      advance(at)
      return { _tag: "Answer", name, facet }
    }
  }
}

/** `.name`, `.["a name"]` or `["a name"]`. */
const parseKeyAccess = (at: ParserState): string | null => {
  if (at.kind === "[") return bracketed(at)
  if (at.kind !== ".") return reportError(at, "key")
  return advance(at) === "[" ? bracketed(at) : identifier(at)
}

/** After a dot `contains` is a name like any other. */
const identifier = (at: ParserState): string | null => {
  if (at.kind !== "name" && at.kind !== "contains") return reportError(at, "key-name")
  const word = at.text.slice(at.start, at.end)
  advance(at)
  return word
}

const bracketed = (at: ParserState): string | null => {
  if (advance(at) !== "string" || typeof at.value !== "string") return reportError(at, "string")
  const name = at.value
  if (advance(at) !== "]") return reportError(at, "bracket")
  advance(at)
  return name
}

// Parser state of conditions, and parsing of references, `count(…)` and literal words.
import { utf8ByteLength } from "../text/text-input.ts"
import {
  ConditionSyntaxError,
  type Count,
  expectedByReason,
  type Facet,
  facets,
  type Literal,
  maxConditionBytes,
  maxConditionDepth,
  type Reference,
  type Sum,
  type SyntaxErrorReason,
  scoreFacets,
} from "./condition.ts"
import { createTokenizer, readToken, type Tokenizer, type TokenKind } from "./condition-tokenizer.ts"

/**
 * A reference with its range in the text (UTF-16 units); `nameStart` to `nameEnd` is its name including the dot or
 * bracket before it.
 */
export type LocatedReference = {
  readonly reference: Reference
  readonly start: number
  readonly end: number
  readonly nameStart: number
  readonly nameEnd: number
}

/**
 * The parser state: the current token, the references found so far, and the first error. `lastEnd` is the end of the
 * previous token; `canCompare` says whether a comparator could follow what was parsed last.
 */
export type ParserState = Tokenizer & {
  lastEnd: number
  depth: number
  canCompare: boolean
  readonly references: Array<LocatedReference>
  problem: ConditionSyntaxError | null
}

/** Creates a parser at the first token, or with an error if the text is too long. */
export const createParser = (text: string): ParserState => {
  const parser: ParserState = { ...createTokenizer(text), lastEnd: 0, depth: 0, canCompare: false, references: [], problem: null }
  if (isTooLong(text)) parser.problem = syntaxError(text, text.length, "", "bytes")
  else readToken(parser)
  return parser
}

/** Reads the next token and returns its kind. */
export const readNextToken = (parser: ParserState): TokenKind => {
  parser.lastEnd = parser.end
  readToken(parser)
  return parser.kind
}

/**
 * Records that the current token is not what was expected. An error of the token itself takes precedence, and so does
 * an earlier error.
 */
export const reportError = (parser: ParserState, reason: SyntaxErrorReason): null => {
  parser.problem ??= syntaxError(parser.text, parser.start, getFoundText(parser), parser.reason ?? reason)
  return null
}

/** Records that the current token cannot follow a complete expression. */
export const reportUnexpectedToken = (parser: ParserState, close: ")" | "end"): null =>
  reportError(parser, `after-${parser.canCompare ? "operand" : "comparison"}${close === ")" ? "-within" : ""}`)

/** [C3] Enters a nesting level; returns false and records an error if it is too deep. */
export const enterLevel = (parser: ParserState): boolean => {
  if (parser.depth >= maxConditionDepth) {
    reportError(parser, "levels")
    return false
  }
  parser.depth++
  return true
}

const maxFoundLength = 40

/** The current token, truncated, but never between surrogates. */
const getFoundText = ({ text, start, end }: ParserState): string =>
  end - start <= maxFoundLength ? text.slice(start, end) : text.slice(start, start + maxFoundLength).replace(/[\ud800-\udbff]$/, "")

const syntaxError = (text: string, offset: number, getFoundText: string, reason: SyntaxErrorReason): ConditionSyntaxError => {
  let line = 1
  let lineStart = 0
  for (let end = text.indexOf("\n"); end !== -1 && end < offset; end = text.indexOf("\n", lineStart)) {
    line++
    lineStart = end + 1
  }
  return new ConditionSyntaxError({
    offset,
    line,
    column: offset - lineStart + 1,
    found: getFoundText,
    reason,
    expected: expectedByReason[reason],
  })
}

const isTooLong = (text: string): boolean =>
  text.length > maxConditionBytes || (text.length * 3 > maxConditionBytes && utf8ByteLength(text) > maxConditionBytes)

/**
 * Parses a qualified reference at the beginning of a text; returns it and the offset of the next token, null if there
 * is none.
 */
export const parseReference = (text: string): { readonly reference: Reference; readonly end: number } | null => {
  const parser = createParser(text)
  const { start } = parser
  const word = text.slice(start, parser.end)
  if (parser.problem !== null || parser.kind !== "name" || !isRoot(word)) return null
  readNextToken(parser)
  const reference = parseQualified(parser, word, start)
  return reference === null ? null : { reference, end: parser.start }
}

/** [C15, C17] Parses `sum(…)`, `name.total`, `name.average` or `name.count` at the beginning of a text, like `parseReference`. */
export const parseScoreReference = (text: string): { readonly reference: Reference | Sum; readonly end: number } | null => {
  const parser = createParser(text)
  const { start, kind } = parser
  const word = text.slice(start, parser.end)
  if (parser.problem !== null || kind !== "name" || isRoot(word) || literals.has(word)) return null
  if (readNextToken(parser) === "(") {
    const sum = word === "sum" ? parseSum(parser) : null
    return sum === null ? null : { reference: sum, end: parser.start }
  }
  const reference = addSimpleReference(parser, word, start)
  return reference._tag === "Answer" && reference.facet !== null ? { reference, end: parser.start } : null
}

/** Parses a literal word, `count(…)`, `sum(…)` or a reference; the current token must be a name. */
export const parseNameOrLiteral = (parser: ParserState): Reference | Count | Sum | Literal | null => {
  const { start } = parser
  const word = parser.text.slice(start, parser.end)
  const literal = literals.get(word)
  if (literal !== undefined) {
    readNextToken(parser)
    return literal
  }
  const isCall = readNextToken(parser) === "("
  if (isCall && word === "count") return parseCount(parser)
  return isCall && word === "sum" ? parseSum(parser) : parseQualifiedOrSimple(parser, word, start)
}

const literals: ReadonlyMap<string, Literal> = new Map([
  ["true", { _tag: "Literal", value: true }],
  ["false", { _tag: "Literal", value: false }],
  ["null", { _tag: "Literal", value: null }],
])

const parseQualifiedOrSimple = (parser: ParserState, word: string, start: number): Reference | null =>
  isRoot(word) ? parseQualified(parser, word, start) : addSimpleReference(parser, word, start)

/** First words of qualified references. */
export const referenceRoots = ["answers", "metadata", "actions", "crm"] as const
type Root = (typeof referenceRoots)[number]
const isRoot = (word: string): word is Root => referenceRoots.some((root) => root === word)

/** Parses `["a name"]`, the simple form of a name that is not an identifier. */
export const parseBracketedName = (parser: ParserState): Reference | null => {
  const { start } = parser
  const name = parseBracketedText(parser)
  return name === null ? null : addSimpleReference(parser, name, start)
}

const addSimpleReference = (parser: ParserState, name: string, start: number): Reference => {
  const nameEnd = parser.lastEnd
  const reference: Reference = { _tag: "Answer", name, facet: readScoreFacet(parser) }
  parser.references.push({ reference, start, end: parser.lastEnd, nameStart: start, nameEnd })
  return reference
}

const scoreFacetPattern = /\s*(total|average|count)(?![\p{L}\p{M}\p{N}_])/uy

/** [C15] Reads `.total`, `.average` or `.count`; null if none of these follows. */
const readScoreFacet = (parser: ParserState): Facet | null => {
  if (parser.kind !== ".") return null
  scoreFacetPattern.lastIndex = parser.end
  const word = scoreFacetPattern.exec(parser.text)?.[1]
  const facet = scoreFacets.find((candidate) => candidate === word)
  if (facet === undefined) return null
  readNextToken(parser)
  readNextToken(parser)
  return facet
}

const parseCount = (parser: ParserState): Count | null => {
  readNextToken(parser)
  const of = parseArgument(parser)
  if (of === null) return null
  if (parser.kind !== ")") return reportError(parser, "parenthesis")
  readNextToken(parser)
  return { _tag: "Count", of }
}

/** [C17] Parses the references of a sum, which are separated by commas. */
const parseSum = (parser: ParserState): Sum | null => {
  readNextToken(parser)
  const first = parseArgument(parser)
  if (first === null) return null
  const more: Array<Reference> = []
  while (parser.kind === ",") {
    readNextToken(parser)
    const term = parseArgument(parser)
    if (term === null) return null
    more.push(term)
  }
  if (parser.kind !== ")") return reportError(parser, "after-term")
  readNextToken(parser)
  return { _tag: "Sum", terms: [first, ...more] }
}

const parseArgument = (parser: ParserState): Reference | null => {
  if (parser.kind === "[") return parseBracketedName(parser)
  const { start } = parser
  const word = parser.text.slice(start, parser.end)
  if (parser.kind !== "name" || literals.has(word)) return reportError(parser, "name")
  readNextToken(parser)
  return parseQualifiedOrSimple(parser, word, start)
}

const parseQualified = (parser: ParserState, root: Root, start: number): Reference | null => {
  const nameStart = parser.start
  const name = parseKeyAccess(parser)
  if (name === null) return null
  const nameEnd = parser.lastEnd
  const reference = parseReferenceRest(parser, root, name)
  if (reference !== null) parser.references.push({ reference, start, end: parser.lastEnd, nameStart, nameEnd })
  return reference
}

const parseReferenceRest = (parser: ParserState, root: Root, name: string): Reference | null => {
  switch (root) {
    case "metadata":
      return { _tag: "Metadata", key: name }
    case "crm":
      return { _tag: "Crm", key: name }
    case "actions": {
      if (parser.kind !== "." && parser.kind !== "[") return { _tag: "Action", name, key: null }
      const key = parseKeyAccess(parser)
      return key === null ? null : { _tag: "Action", name, key }
    }
    case "answers": {
      if (parser.kind !== ".") return { _tag: "Answer", name, facet: null }
      readNextToken(parser)
      const word = parser.text.slice(parser.start, parser.end)
      const facet = facets.find((candidate) => candidate === word)
      if (facet === undefined) return reportError(parser, "facet")
      readNextToken(parser)
      return { _tag: "Answer", name, facet }
    }
  }
}

/** Parses `.name`, `.["a name"]` or `["a name"]`. */
const parseKeyAccess = (parser: ParserState): string | null => {
  if (parser.kind === "[") return parseBracketedText(parser)
  if (parser.kind !== ".") return reportError(parser, "key")
  return readNextToken(parser) === "[" ? parseBracketedText(parser) : parseIdentifier(parser)
}

/** After a dot, `contains` is an ordinary name. */
const parseIdentifier = (parser: ParserState): string | null => {
  if (parser.kind !== "name" && parser.kind !== "contains") return reportError(parser, "key-name")
  const word = parser.text.slice(parser.start, parser.end)
  readNextToken(parser)
  return word
}

const parseBracketedText = (parser: ParserState): string | null => {
  if (readNextToken(parser) !== "string" || typeof parser.value !== "string") return reportError(parser, "string")
  const name = parser.value
  if (readNextToken(parser) !== "]") return reportError(parser, "bracket")
  readNextToken(parser)
  return name
}

// Reads what begins with a word in a condition: references in both forms, count(…), and the literals that are words.
import {
  ConditionSyntaxError,
  type Count,
  expectations,
  facets,
  type Lack,
  type Literal,
  maximumBytes,
  maximumLevels,
  type Reference,
} from "./condition.ts"
import { advance, type Kind, type Lexer, lexer } from "./condition-tokenizer.ts"

// A condition while it is being read: the token at hand, what was mentioned so far, and the first problem met.

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

/** The reference in its long form that a text begins with, and where what follows it begins; null where there is none. */
export const parseReference = (text: string): { readonly reference: Reference; readonly end: number } | null => {
  const at = begin(text)
  const { start } = at
  const word = text.slice(start, at.end)
  if (at.problem !== null || at.kind !== "name" || !isRoot(word)) return null
  next(at)
  const reference = readKeyed(at, word, start)
  return reference === null ? null : { reference, end: at.start }
}

/** The token at hand is a name. */
export const readWord = (at: Parsing): Reference | Count | Literal | null => {
  const { start } = at
  const word = at.text.slice(start, at.end)
  const literal = literals.get(word)
  if (literal !== undefined) {
    next(at)
    return literal
  }
  return next(at) === "(" && word === "count" ? readCount(at) : readRooted(at, word, start)
}

const literals: ReadonlyMap<string, Literal> = new Map([
  ["true", { _tag: "Literal", value: true }],
  ["false", { _tag: "Literal", value: false }],
  ["null", { _tag: "Literal", value: null }],
])

const readRooted = (at: Parsing, word: string, start: number): Reference | null =>
  isRoot(word) ? readKeyed(at, word, start) : simple(at, word, start)

/** What a reference in its long form begins with. */
export const roots = ["answers", "metadata", "actions", "crm"] as const
type Root = (typeof roots)[number]
const isRoot = (word: string): word is Root => roots.some((root) => root === word)

/** `["a name"]`, the simple form of a name that is no identifier. */
export const readBracketedName = (at: Parsing): Reference | null => {
  const { start } = at
  const name = bracketed(at)
  return name === null ? null : simple(at, name, start)
}

const simple = (at: Parsing, name: string, start: number): Reference => {
  const reference = { _tag: "Answer", name, facet: null } as const
  at.mentions.push({ reference, start, end: at.lastEnd, nameStart: start, nameEnd: at.lastEnd })
  return reference
}

const readCount = (at: Parsing): Count | null => {
  next(at)
  const of = readReference(at)
  if (of === null) return null
  if (at.kind !== ")") return fail(at, "parenthesis")
  next(at)
  return { _tag: "Count", of }
}

const readReference = (at: Parsing): Reference | null => {
  if (at.kind === "[") return readBracketedName(at)
  const { start } = at
  const word = at.text.slice(start, at.end)
  if (at.kind !== "name" || literals.has(word)) return fail(at, "name")
  next(at)
  return readRooted(at, word, start)
}

const readKeyed = (at: Parsing, root: Root, start: number): Reference | null => {
  const nameStart = at.start
  const name = dotted(at)
  if (name === null) return null
  const nameEnd = at.lastEnd
  const reference = referenceTo(at, root, name)
  if (reference !== null) at.mentions.push({ reference, start, end: at.lastEnd, nameStart, nameEnd })
  return reference
}

const referenceTo = (at: Parsing, root: Root, name: string): Reference | null => {
  switch (root) {
    case "metadata":
      return { _tag: "Metadata", key: name }
    case "crm":
      return { _tag: "Crm", key: name }
    case "actions": {
      if (at.kind !== "." && at.kind !== "[") return { _tag: "Action", name, key: null }
      const key = dotted(at)
      return key === null ? null : { _tag: "Action", name, key }
    }
    case "answers": {
      if (at.kind !== ".") return { _tag: "Answer", name, facet: null }
      next(at)
      const word = at.text.slice(at.start, at.end)
      const facet = facets.find((known) => known === word)
      if (facet === undefined) return fail(at, "facet")
      next(at)
      return { _tag: "Answer", name, facet }
    }
  }
}

/** `.name`, `.["a name"]` or `["a name"]`. */
const dotted = (at: Parsing): string | null => {
  if (at.kind === "[") return bracketed(at)
  if (at.kind !== ".") return fail(at, "key")
  return next(at) === "[" ? bracketed(at) : identifier(at)
}

/** After a dot `contains` is a name like any other. */
const identifier = (at: Parsing): string | null => {
  if (at.kind !== "name" && at.kind !== "contains") return fail(at, "key-name")
  const word = at.text.slice(at.start, at.end)
  next(at)
  return word
}

const bracketed = (at: Parsing): string | null => {
  if (next(at) !== "string" || typeof at.value !== "string") return fail(at, "string")
  const name = at.value
  if (next(at) !== "]") return fail(at, "bracket")
  next(at)
  return name
}

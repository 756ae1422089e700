// Reads what begins with a word in a condition: references in both forms, count(…), and the literals that are words.
import { type Count, facets, type Literal, type Reference } from "./condition.ts"
import { begin, fail, next, type Parsing } from "./parsing.ts"

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

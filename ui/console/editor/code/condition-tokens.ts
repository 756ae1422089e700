// The tokens of the condition grammar, read by the domain's tokenizer. Which words are names depends on what can stand there.
import { ExternalTokenizer, type InputStream } from "@lezer/lr"
import { comparators, facets, scoreFacets } from "../../../../domain/conditions/condition.ts"
import { createTokenizer, readToken, type Tokenizer } from "../../../../domain/conditions/condition-tokenizer.ts"
import * as terms from "./condition.grammar.terms"

type CanShift = (term: number) => boolean

export const conditionTokens = new ExternalTokenizer(
  (input, stack) => {
    const { text, token } = readTokenAhead(input)
    const spaceLength = text.length - text.trimStart().length
    if (spaceLength > 0) return input.acceptToken(terms.space, spaceLength)
    const term = findTerm(token, (candidate) => stack.canShift(candidate))
    if (term !== undefined) input.acceptToken(term, token.end)
  },
  { contextual: true },
)

const initialLength = 64
/** A token that ends so far before the end of the text does not depend on what follows the text. */
const lookahead = 16

/** Reads the token at the start of the input, and the text that decides it. */
const readTokenAhead = (input: InputStream): { readonly text: string; readonly token: Tokenizer } => {
  let text = ""
  for (let length = initialLength; ; length *= 2) {
    let code = 0
    const units: Array<string> = []
    for (let offset = text.length; offset < length && (code = input.peek(offset)) !== -1; offset++) units.push(String.fromCharCode(code))
    text += units.join("")
    const token = createTokenizer(text)
    readToken(token)
    const isDecided = token.reason === null && token.end + lookahead <= text.length
    if (isDecided || text.length < length) return { text, token }
  }
}

const literals: ReadonlySet<string> = new Set(["true", "false", "null"])
const symbols: ReadonlyMap<string, number> = new Map([
  ["number", terms.Number],
  ["string", terms.String],
  ["&&", terms.And],
  ["||", terms.Or],
  ["!", terms.Not],
  ...comparators.map((comparator) => [comparator, terms.Comparator] as const),
])
const words: ReadonlyMap<string, number> = new Map([
  ["answers", terms.AnswersRoot],
  ["actions", terms.ActionsRoot],
  ["metadata", terms.KeyRoot],
  ["crm", terms.KeyRoot],
  ["count", terms.Count],
  ["sum", terms.Sum],
])

/** Undefined for brackets, the dot and the comma, which the grammar itself reads, and at the end. */
const findTerm = (token: Tokenizer, canShift: CanShift): number | undefined => {
  if (token.kind === "wrong") {
    // An invalid string extends to the end of the text, as in the domain.
    if (token.reason !== null && token.reason !== "number") token.end = token.text.length
    return terms.Invalid
  }
  if (token.kind !== "name" && (token.kind !== "contains" || !canShift(terms.Key))) return symbols.get(token.kind)
  return findWordTerm(token.text.slice(token.start, token.end), canShift)
}

const findWordTerm = (word: string, canShift: CanShift): number => {
  if (canShift(terms.Key)) return terms.Key
  if (canShift(terms.Facet) && facets.some((facet) => facet === word)) return terms.Facet
  if (canShift(terms.ScoreFacet) && scoreFacets.some((facet) => facet === word)) return terms.ScoreFacet
  return literals.has(word) ? terms.Literal : (words.get(word) ?? terms.Name)
}

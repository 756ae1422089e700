// Parses and prints conditions (C1–C3): one pass, limited depth; parsing the canonical text gives the same tree.

import { toNameKey } from "../script/instruction-name.ts"
import {
  type Condition,
  type ConditionSyntaxError,
  isScoreFacet,
  type Literal,
  type NestedCondition,
  type Operand,
  type Reference,
  type Sum,
} from "./condition.ts"
import { isIdentifier } from "./condition-tokenizer.ts"
import {
  createParser,
  enterLevel,
  type LocatedReference,
  type ParserState,
  parseBracketedName,
  parseNameOrLiteral,
  readNextToken,
  reportError,
  reportUnexpectedToken,
} from "./reference-parser.ts"

/** A parsed condition: its tree, and its references in the order of the text. */
export type ParsedCondition = {
  readonly _tag: "Parsed"
  readonly condition: Condition
  readonly references: ReadonlyArray<LocatedReference>
}

/** [C1–C3] Parses a condition in linear time. A blank text, or a value that is not a string, is an error. */
export const parseCondition = (text: string): ParsedCondition | ConditionSyntaxError => {
  const parser = createParser(typeof text === "string" ? text : "")
  const condition = parser.problem === null ? parseAny(parser) : null
  if (condition !== null && parser.kind !== "end") reportUnexpectedToken(parser, "end")
  if (parser.problem !== null) return parser.problem
  if (condition === null) throw new Error("a condition that cannot be read says why")
  return { _tag: "Parsed", condition, references: parser.references }
}

const parseAny = (parser: ParserState): Condition | null => {
  const first = parseAll(parser)
  if (first === null || parser.kind !== "||") return first
  readNextToken(parser)
  const second = parseAll(parser)
  if (second === null) return null
  const more: Array<Condition> = []
  while (parser.kind === "||") {
    readNextToken(parser)
    const term = parseAll(parser)
    if (term === null) return null
    more.push(term)
  }
  return { _tag: "Any", terms: [first, second, ...more] }
}

const parseAll = (parser: ParserState): Condition | null => {
  const first = parseUnary(parser, false)
  if (first === null || parser.kind !== "&&") return first
  readNextToken(parser)
  const second = parseUnary(parser, false)
  if (second === null) return null
  const more: Array<Condition> = []
  while (parser.kind === "&&") {
    readNextToken(parser)
    const term = parseUnary(parser, false)
    if (term === null) return null
    more.push(term)
  }
  return { _tag: "All", terms: [first, second, ...more] }
}

/**
 * `!(` counts as one nesting level, like `!` alone, so that the canonical text, which adds these parentheses, is never
 * nested deeper than the original.
 */
const parseUnary = (parser: ParserState, isNegated: boolean): Condition | null => {
  if (parser.kind !== "!") return parseComparison(parser, isNegated)
  if (!enterLevel(parser)) return null
  readNextToken(parser)
  const term = parseUnary(parser, true)
  parser.depth--
  return term === null ? null : { _tag: "Not", term }
}

const parseComparison = (parser: ParserState, isNegated: boolean): Condition | null => {
  const left = parseOperand(parser, isNegated, "condition")
  if (left === null) return null
  const by = parser.kind
  switch (by) {
    case "==":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=":
    case "contains":
    case "!contains": {
      readNextToken(parser)
      const right = parseOperand(parser, false, "operand")
      parser.canCompare = false
      return right === null ? null : { _tag: "Compare", left: toOperand(left), by, right: toOperand(right) }
    }
    default:
      parser.canCompare = true
      return toCondition(left)
  }
}

/** A parsed operand before it is known whether it is compared; in parentheses it can be a whole condition. */
type ParsedOperand = Exclude<Operand, NestedCondition> | Condition

const parseOperand = (parser: ParserState, isNegated: boolean, reason: "condition" | "operand"): ParsedOperand | null => {
  switch (parser.kind) {
    case "name":
      return parseNameOrLiteral(parser)
    case "[":
      return parseBracketedName(parser)
    case "number":
    case "string": {
      const { value } = parser
      readNextToken(parser)
      return { _tag: "Literal", value }
    }
    case "(":
      return parseParenthesized(parser, isNegated)
    default:
      return reportError(parser, reason)
  }
}

const parseParenthesized = (parser: ParserState, isNegated: boolean): Condition | null => {
  if (!isNegated && !enterLevel(parser)) return null
  readNextToken(parser)
  const condition = parseAny(parser)
  if (condition === null) return null
  if (parser.kind !== ")") return reportUnexpectedToken(parser, ")")
  readNextToken(parser)
  if (!isNegated) parser.depth--
  return condition
}

const toOperand = (parsed: ParsedOperand): Operand => {
  switch (parsed._tag) {
    case "Holds":
      return parsed.operand
    case "All":
    case "Any":
    case "Not":
    case "Compare":
      return { _tag: "Truth", of: parsed }
    default:
      return parsed
  }
}

const toCondition = (parsed: ParsedOperand): Condition => {
  switch (parsed._tag) {
    case "Holds":
    case "All":
    case "Any":
    case "Not":
    case "Compare":
      return parsed
    default:
      return { _tag: "Holds", operand: parsed }
  }
}

/**
 * [C1] Prints the canonical text of a condition, with only the necessary parentheses and those after `!`. The canonical
 * spaces can push a condition over 64 kB, which is then rejected when it is parsed again.
 */
export const printCondition = (condition: Condition): string => {
  switch (condition._tag) {
    case "Any":
      return condition.terms.map((term) => (term._tag === "Any" ? `(${printCondition(term)})` : printCondition(term))).join(" || ")
    case "All":
      return condition.terms
        .map((term) => (term._tag === "Any" || term._tag === "All" ? `(${printCondition(term)})` : printCondition(term)))
        .join(" && ")
    case "Not":
      return condition.term._tag === "Not" || condition.term._tag === "Holds"
        ? `!${printCondition(condition.term)}`
        : `!(${printCondition(condition.term)})`
    case "Compare":
      return `${printOperand(condition.left)} ${condition.by} ${printOperand(condition.right)}`
    case "Holds":
      return printOperand(condition.operand)
  }
}

/** Prints one operand of a comparison. */
export const printOperand = (operand: Operand): string => {
  switch (operand._tag) {
    case "Truth":
      return `(${printCondition(operand.of)})`
    case "Sum":
      return `sum(${operand.terms.map(printReference).join(", ")})`
    case "Count":
      return `count(${printReference(operand.of)})`
    case "Literal":
      return printLiteral(operand)
    default:
      return printReference(operand)
  }
}

/** Prints a reference; an answer in its simple form if possible. */
export const printReference = (reference: Reference): string => {
  switch (reference._tag) {
    case "Answer":
      if (reference.facet === null) return printAnswerName(reference.name)
      return `${isScoreFacet(reference.facet) ? printAnswerName(reference.name) : `answers${printKeyAccess(reference.name)}`}.${reference.facet}`
    case "Metadata":
      return `metadata${printKeyAccess(reference.key)}`
    case "Action":
      return `actions${printKeyAccess(reference.name)}${reference.key === null ? "" : printKeyAccess(reference.key)}`
    case "Crm":
      return `crm${printKeyAccess(reference.key)}`
  }
}

/** Prints a reference in its qualified form, as recalls require. The facets of a score, and sums, need no root. */
export const printQualifiedReference = (reference: Reference | Sum): string => {
  if (reference._tag === "Sum") return printOperand(reference)
  return reference._tag === "Answer" && reference.facet === null ? `answers${printKeyAccess(reference.name)}` : printReference(reference)
}

/** Prints the name of an answer; reserved words and names that are not identifiers need the qualified form. */
export const printAnswerName = (name: string): string =>
  isIdentifier(name) && !reservedWords.has(name) ? name : `answers${printKeyAccess(name)}`

/** Prints a name or key after `answers`, `metadata`, `actions` or `crm`: `.name` or `["a name"]`. */
export const printKeyAccess = (name: string): string => (isIdentifier(name) ? `.${name}` : `[${JSON.stringify(name)}]`)

const reservedWords: ReadonlySet<string> = new Set(["true", "false", "null", "contains", "answers", "metadata", "actions", "crm"])

/** Prints a literal. */
export const printLiteral = ({ value }: Literal): string => (typeof value === "string" ? JSON.stringify(value) : String(value))

/** Returns a key that is the same for references to one value: a name alone means the total of a score, and the value of an answer. */
export const getValueKey = (reference: Reference): string => {
  if (reference._tag !== "Answer") return printReference(reference)
  const { name, facet } = reference
  return printReference({ _tag: "Answer", name: toNameKey(name), facet: facet === "total" || facet === "value" ? null : facet })
}

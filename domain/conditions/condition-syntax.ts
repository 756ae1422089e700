// From the text of a condition to its tree, with the place of every reference (decisions "Conditions"): one pass, bounded depth.
import type { Condition, ConditionSyntaxError, Literal, NestedCondition, Operand, Reference } from "./condition.ts"
import { isIdentifier } from "./condition-tokenizer.ts"
import {
  advance,
  createParser,
  enterLevel,
  type LocatedReference,
  type ParserState,
  parseBracketedName,
  parseNameOrLiteral,
  reportError,
  reportUnexpectedToken,
} from "./reference-parser.ts"

/** What a text says: its tree, and its references in the order in which they stand. */
export type ParsedCondition = {
  readonly _tag: "Parsed"
  readonly condition: Condition
  readonly references: ReadonlyArray<LocatedReference>
}

/** Reads a condition, in time linear in its length. A blank text is no condition, and an error here; so is what a caller without types gives. */
export const parseCondition = (text: string): ParsedCondition | ConditionSyntaxError => {
  const at = createParser(typeof text === "string" ? text : "")
  const condition = at.problem === null ? any(at) : null
  if (condition !== null && at.kind !== "end") reportUnexpectedToken(at, "end")
  if (at.problem !== null) return at.problem
  if (condition === null) throw new Error("a condition that cannot be read says why")
  return { _tag: "Parsed", condition, references: at.references }
}

const any = (at: ParserState): Condition | null => {
  const first = all(at)
  if (first === null || at.kind !== "||") return first
  advance(at)
  const second = all(at)
  if (second === null) return null
  const more: Array<Condition> = []
  while (at.kind === "||") {
    advance(at)
    const term = all(at)
    if (term === null) return null
    more.push(term)
  }
  return { _tag: "Any", terms: [first, second, ...more] }
}

const all = (at: ParserState): Condition | null => {
  const first = unary(at, false)
  if (first === null || at.kind !== "&&") return first
  advance(at)
  const second = unary(at, false)
  if (second === null) return null
  const more: Array<Condition> = []
  while (at.kind === "&&") {
    advance(at)
    const term = unary(at, false)
    if (term === null) return null
    more.push(term)
  }
  return { _tag: "All", terms: [first, second, ...more] }
}

/** `!(` is one level, as `!` alone is: so the canonical text, which adds these parentheses, is never deeper than the author's. */
const unary = (at: ParserState, isNegated: boolean): Condition | null => {
  if (at.kind !== "!") return comparison(at, isNegated)
  if (!enterLevel(at)) return null
  advance(at)
  const term = unary(at, true)
  at.depth--
  return term === null ? null : { _tag: "Not", term }
}

const comparison = (at: ParserState, isNegated: boolean): Condition | null => {
  const left = operand(at, isNegated, "condition")
  if (left === null) return null
  const by = at.kind
  switch (by) {
    case "==":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=":
    case "contains":
    case "!contains": {
      advance(at)
      const right = operand(at, false, "operand")
      at.canCompare = false
      return right === null ? null : { _tag: "Compare", left: asOperand(left), by, right: asOperand(right) }
    }
    default:
      at.canCompare = true
      return asCondition(left)
  }
}

/** What an operand is before it is known whether it is compared: in parentheses it may be a whole condition. */
type ParsedOperand = Exclude<Operand, NestedCondition> | Condition

const operand = (at: ParserState, isNegated: boolean, lack: "condition" | "operand"): ParsedOperand | null => {
  switch (at.kind) {
    case "name":
      return parseNameOrLiteral(at)
    case "[":
      return parseBracketedName(at)
    case "number":
    case "string": {
      const { value } = at
      advance(at)
      return { _tag: "Literal", value }
    }
    case "(":
      return parenthesised(at, isNegated)
    default:
      return reportError(at, lack)
  }
}

const parenthesised = (at: ParserState, isNegated: boolean): Condition | null => {
  if (!isNegated && !enterLevel(at)) return null
  advance(at)
  const condition = any(at)
  if (condition === null) return null
  if (at.kind !== ")") return reportUnexpectedToken(at, ")")
  advance(at)
  if (!isNegated) at.depth--
  return condition
}

const asOperand = (read: ParsedOperand): Operand => {
  switch (read._tag) {
    case "Holds":
      return read.operand
    case "All":
    case "Any":
    case "Not":
    case "Compare":
      return { _tag: "Truth", of: read }
    default:
      return read
  }
}

const asCondition = (read: ParsedOperand): Condition => {
  switch (read._tag) {
    case "Holds":
    case "All":
    case "Any":
    case "Not":
    case "Compare":
      return read
    default:
      return { _tag: "Holds", operand: read }
  }
}

// From a condition's tree to its canonical text: reading that text gives the same tree (decisions "Conditions").

/**
 * The canonical text. Only parentheses that carry meaning, and those after `!`, are written. A condition that was read from less than 64 kB
 * can come to more with the spaces of the canonical form, and is refused when it is read again.
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

/** The canonical text of one side of a comparison. */
export const printOperand = (operand: Operand): string => {
  switch (operand._tag) {
    case "Truth":
      return `(${printCondition(operand.of)})`
    case "Count":
      return `count(${printReference(operand.of)})`
    case "Literal":
      return printLiteral(operand)
    default:
      return printReference(operand)
  }
}

/** The canonical text of a reference: the simple form for an answer, wherever that says the same. */
export const printReference = (reference: Reference): string => {
  switch (reference._tag) {
    case "Answer":
      return reference.facet === null ? printAnswerName(reference.name) : `answers${printKeyAccess(reference.name)}.${reference.facet}`
    case "Metadata":
      return `metadata${printKeyAccess(reference.key)}`
    case "Action":
      return `actions${printKeyAccess(reference.name)}${reference.key === null ? "" : printKeyAccess(reference.key)}`
    case "Crm":
      return `crm${printKeyAccess(reference.key)}`
  }
}

/** A reference with its root, as recalls are written. */
export const printQualifiedReference = (reference: Reference): string =>
  reference._tag === "Answer" && reference.facet === null ? `answers${printKeyAccess(reference.name)}` : printReference(reference)

/** How an answer's name is written alone: words of the notation and names that are no identifier need the long form. */
export const printAnswerName = (name: string): string =>
  isIdentifier(name) && !reserved.has(name) ? name : `answers${printKeyAccess(name)}`

/** How a name or key is written after `answers`, `metadata`, `actions` or `crm`: `.name` or `["a name"]`. */
export const printKeyAccess = (name: string): string => (isIdentifier(name) ? `.${name}` : `[${JSON.stringify(name)}]`)

const reserved: ReadonlySet<string> = new Set(["true", "false", "null", "contains", "answers", "metadata", "actions", "crm"])

export const printLiteral = ({ value }: Literal): string => (typeof value === "string" ? JSON.stringify(value) : String(value))

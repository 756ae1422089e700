// From the text of a condition to its tree, with the place of every reference (decisions "Conditions"): one pass, bounded depth.
import type { Condition, ConditionSyntaxError, Literal, Operand, Reference, Truth } from "./condition.ts"
import { isIdentifier } from "./condition-tokenizer.ts"
import { begin, enter, fail, failAfter, type Mention, next, type Parsing, readBracketedName, readWord } from "./reference-parser.ts"

/** What a text says: its tree, and its references in the order in which they stand. */
export type Parsed = { readonly _tag: "Parsed"; readonly condition: Condition; readonly mentions: ReadonlyArray<Mention> }

/** Reads a condition, in time linear in its length. A blank text is no condition, and an error here; so is what a caller without types gives. */
export const parse = (text: string): Parsed | ConditionSyntaxError => {
  const at = begin(typeof text === "string" ? text : "")
  const condition = at.problem === null ? any(at) : null
  if (condition !== null && at.kind !== "end") failAfter(at, "end")
  if (at.problem !== null) return at.problem
  if (condition === null) throw new Error("a condition that cannot be read says why")
  return { _tag: "Parsed", condition, mentions: at.mentions }
}

const any = (at: Parsing): Condition | null => {
  const first = all(at)
  if (first === null || at.kind !== "||") return first
  next(at)
  const second = all(at)
  if (second === null) return null
  const more: Array<Condition> = []
  while (at.kind === "||") {
    next(at)
    const term = all(at)
    if (term === null) return null
    more.push(term)
  }
  return { _tag: "Any", terms: [first, second, ...more] }
}

const all = (at: Parsing): Condition | null => {
  const first = unary(at, false)
  if (first === null || at.kind !== "&&") return first
  next(at)
  const second = unary(at, false)
  if (second === null) return null
  const more: Array<Condition> = []
  while (at.kind === "&&") {
    next(at)
    const term = unary(at, false)
    if (term === null) return null
    more.push(term)
  }
  return { _tag: "All", terms: [first, second, ...more] }
}

/** `!(` is one level, as `!` alone is: so the canonical text, which adds these parentheses, is never deeper than the author's. */
const unary = (at: Parsing, isNegated: boolean): Condition | null => {
  if (at.kind !== "!") return comparison(at, isNegated)
  if (!enter(at)) return null
  next(at)
  const term = unary(at, true)
  at.levels--
  return term === null ? null : { _tag: "Not", term }
}

const comparison = (at: Parsing, isNegated: boolean): Condition | null => {
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
      next(at)
      const right = operand(at, false, "operand")
      at.isComparable = false
      return right === null ? null : { _tag: "Compare", left: asOperand(left), by, right: asOperand(right) }
    }
    default:
      at.isComparable = true
      return asCondition(left)
  }
}

/** What an operand is before it is known whether it is compared: in parentheses it may be a whole condition. */
type Read = Exclude<Operand, Truth> | Condition

const operand = (at: Parsing, isNegated: boolean, lack: "condition" | "operand"): Read | null => {
  switch (at.kind) {
    case "name":
      return readWord(at)
    case "[":
      return readBracketedName(at)
    case "number":
    case "string": {
      const { value } = at
      next(at)
      return { _tag: "Literal", value }
    }
    case "(":
      return parenthesised(at, isNegated)
    default:
      return fail(at, lack)
  }
}

const parenthesised = (at: Parsing, isNegated: boolean): Condition | null => {
  if (!isNegated && !enter(at)) return null
  next(at)
  const condition = any(at)
  if (condition === null) return null
  if (at.kind !== ")") return failAfter(at, ")")
  next(at)
  if (!isNegated) at.levels--
  return condition
}

const asOperand = (read: Read): Operand => {
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

const asCondition = (read: Read): Condition => {
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
export const print = (condition: Condition): string => {
  switch (condition._tag) {
    case "Any":
      return condition.terms.map((term) => (term._tag === "Any" ? `(${print(term)})` : print(term))).join(" || ")
    case "All":
      return condition.terms.map((term) => (term._tag === "Any" || term._tag === "All" ? `(${print(term)})` : print(term))).join(" && ")
    case "Not":
      return condition.term._tag === "Not" || condition.term._tag === "Holds" ? `!${print(condition.term)}` : `!(${print(condition.term)})`
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
      return `(${print(operand.of)})`
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
      return reference.facet === null ? simpleName(reference.name) : `answers${keyed(reference.name)}.${reference.facet}`
    case "Metadata":
      return `metadata${keyed(reference.key)}`
    case "Action":
      return `actions${keyed(reference.name)}${reference.key === null ? "" : keyed(reference.key)}`
    case "Crm":
      return `crm${keyed(reference.key)}`
  }
}

/** A reference with its root, as recalls are written. */
export const printLongReference = (reference: Reference): string =>
  reference._tag === "Answer" && reference.facet === null ? `answers${keyed(reference.name)}` : printReference(reference)

/** How an answer's name is written alone: words of the notation and names that are no identifier need the long form. */
export const simpleName = (name: string): string => (isIdentifier(name) && !reserved.has(name) ? name : `answers${keyed(name)}`)

/** How a name or key is written after `answers`, `metadata`, `actions` or `crm`: `.name` or `["a name"]`. */
export const keyed = (name: string): string => (isIdentifier(name) ? `.${name}` : `[${JSON.stringify(name)}]`)

const reserved: ReadonlySet<string> = new Set(["true", "false", "null", "contains", "answers", "metadata", "actions", "crm"])

export const printLiteral = ({ value }: Literal): string => (typeof value === "string" ? JSON.stringify(value) : String(value))

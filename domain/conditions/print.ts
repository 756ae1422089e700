// From a condition's tree to its canonical text: reading that text gives the same tree (decisions "Conditions").
import type { Condition, Literal, Operand, Reference } from "./condition.ts"
import { isIdentifier } from "./tokens.ts"

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

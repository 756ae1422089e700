// What the row builder can express of a condition: all or any of rows and groups (decisions "Conditions"). Both ways, nothing lost.
import type { Comparator, Condition, Count, Literal, Reference } from "./condition.ts"

/** What a row asks about, and what it may be compared with. */
export type Subject = Reference | Count
export type Row =
  | { readonly _tag: "Compared"; readonly left: Subject; readonly by: Comparator; readonly right: Subject | Literal }
  | { readonly _tag: "Answered" | "Unanswered"; readonly of: Subject }

/** Rows and groups of which all or any must hold. */
export type Rows = { readonly _tag: "Rows"; readonly match: "all" | "any"; readonly rows: ReadonlyArray<Row | Rows> }

/** The condition as rows, or null where only its text says all of it. A single comparison is one row of which all must hold. */
export const toRows = (condition: Condition): Rows | null => {
  const read = rowOf(condition)
  if (read === null || read._tag === "Rows") return read
  return { _tag: "Rows", match: "all", rows: [read] }
}

/** The condition that rows say, or null where they say nothing: a group without rows is left out, one with a single row is that row. */
export const fromRows = ({ match, rows }: Rows): Condition | null => {
  const [first, second, ...more] = rows.flatMap((row) => conditionOf(row) ?? [])
  if (first === undefined || second === undefined) return first ?? null
  return { _tag: match === "all" ? "All" : "Any", terms: [first, second, ...more] }
}

const rowOf = (condition: Condition): Row | Rows | null => {
  switch (condition._tag) {
    case "All":
    case "Any": {
      const rows: Array<Row | Rows> = []
      for (const term of condition.terms) {
        const row = rowOf(term)
        if (row === null) return null
        rows.push(row)
      }
      return { _tag: "Rows", match: condition._tag === "All" ? "all" : "any", rows }
    }
    case "Compare": {
      const { left, by, right } = condition
      if (left._tag === "Literal" || left._tag === "Truth" || right._tag === "Truth") return null
      return { _tag: "Compared", left, by, right }
    }
    case "Holds":
      return condition.operand._tag === "Literal" ? null : { _tag: "Answered", of: condition.operand }
    case "Not":
      return condition.term._tag === "Holds" && condition.term.operand._tag !== "Literal"
        ? { _tag: "Unanswered", of: condition.term.operand }
        : null
  }
}

const conditionOf = (row: Row | Rows): Condition | null => {
  switch (row._tag) {
    case "Rows":
      return fromRows(row)
    case "Compared":
      return { _tag: "Compare", left: row.left, by: row.by, right: row.right }
    case "Answered":
      return { _tag: "Holds", operand: row.of }
    case "Unanswered":
      return { _tag: "Not", term: { _tag: "Holds", operand: row.of } }
  }
}

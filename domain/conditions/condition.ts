// The condition of an instruction as a tree; its text and its rows are two views of it (C1, C2).
import * as Schema from "effect/Schema"

/** The comparators of conditions, as written. */
export const comparators = ["==", "!=", "<", "<=", ">", ">=", "contains", "!contains"] as const
export type Comparator = (typeof comparators)[number]

/** [C15] Facets of a score: its total (the default), its average, and the number of answers that it counts. */
export const scoreFacets = ["total", "average", "count"] as const
export type ScoreFacet = (typeof scoreFacets)[number]

/** Facets of an answer: its value (the default), its displayed text, its score, its amount; and those of a score. */
export const facets = ["value", "text", "score", "amount", ...scoreFacets] as const
export type Facet = (typeof facets)[number]

/** Whether only a score has this facet. */
export const isScoreFacet = (facet: Facet | null): facet is ScoreFacet => scoreFacets.some((scoreFacet) => scoreFacet === facet)

/** Returns the references of a sum, or the reference itself. */
export const listTerms = (operand: Reference | Sum): ReadonlyArray<Reference> => (operand._tag === "Sum" ? operand.terms : [operand])

/** A reference. Names are stored as the author wrote them and match case-insensitively. */
export type Reference =
  | { readonly _tag: "Answer"; readonly name: string; readonly facet: Facet | null }
  | { readonly _tag: "Metadata"; readonly key: string }
  | { readonly _tag: "Action"; readonly name: string; readonly key: string | null }
  | { readonly _tag: "Crm"; readonly key: string }

export type Literal = { readonly _tag: "Literal"; readonly value: number | string | boolean | null }
/** [C17] The sum of references to scores, amounts and numbers. */
export type Sum = { readonly _tag: "Sum"; readonly terms: readonly [Reference, ...ReadonlyArray<Reference>] }
export type Count = { readonly _tag: "Count"; readonly of: Reference }

/**
 * A condition used as an operand: `(a && b) == true`. A single operand in parentheses stays an operand and is never
 * wrapped.
 */
export type NestedCondition = { readonly _tag: "Truth"; readonly of: Exclude<Condition, TruthTest> }
export type Operand = Reference | Count | Sum | Literal | NestedCondition

type Terms = readonly [Condition, Condition, ...ReadonlyArray<Condition>]
export type Group = { readonly _tag: "All" | "Any"; readonly terms: Terms }
export type Not = { readonly _tag: "Not"; readonly term: Condition }
export type Comparison = { readonly _tag: "Compare"; readonly left: Operand; readonly by: Comparator; readonly right: Operand }
/** A bare operand: whether it counts as true (C6, C13). */
export type TruthTest = { readonly _tag: "Holds"; readonly operand: Reference | Count | Sum | Literal }

export type Condition = Group | Not | Comparison | TruthTest

/** [C3] Maximum length of a condition in bytes of UTF-8, and maximum nesting of parentheses and `!`. */
export const maxConditionBytes = 65_536
export const maxConditionDepth = 500

/** Reasons why parsing a condition fails. */
export const SyntaxErrorReason = Schema.Literals([
  "condition",
  "operand",
  "after-operand",
  "after-operand-within",
  "after-comparison",
  "after-comparison-within",
  "name",
  "parenthesis",
  "after-term",
  "key",
  "key-name",
  "string",
  "bracket",
  "facet",
  "quote",
  "escape",
  "number",
  "bytes",
  "levels",
])
export type SyntaxErrorReason = typeof SyntaxErrorReason.Type

/** What was expected for each reason: tokens as written, or their kind. */
export const expectedByReason = {
  condition: ["name", "value", "(", "!"],
  operand: ["name", "value", "("],
  "after-operand": [...comparators, "&&", "||", "end"],
  "after-operand-within": [...comparators, "&&", "||", ")"],
  "after-comparison": ["&&", "||", "end"],
  "after-comparison-within": ["&&", "||", ")"],
  name: ["name"],
  parenthesis: [")"],
  "after-term": [",", ")"],
  key: [".", "["],
  "key-name": ["name", "["],
  string: ["string"],
  bracket: ["]"],
  facet: facets,
  quote: ["quote"],
  escape: ["escape"],
  number: ["number"],
  bytes: ["at most 64 kB"],
  levels: ["at most 500 levels"],
} as const satisfies Record<SyntaxErrorReason, ReadonlyArray<string>>
/**
 * [C2] A syntax error. `offset` is in UTF-16 units from 0, `line` and `column` start at 1; `found` is the text there,
 * up to 40 characters ("" at the end of the text); `expected` is the entry of `expectedByReason` for `reason`.
 */
export class ConditionSyntaxError extends Schema.TaggedError<ConditionSyntaxError>()("ConditionSyntaxError", {
  offset: Schema.Int,
  line: Schema.Int,
  column: Schema.Int,
  found: Schema.String,
  reason: SyntaxErrorReason,
  expected: Schema.Array(Schema.String),
}) {
  override get message(): string {
    return `${this.line}:${this.column} expected ${this.expected.join(" or ")}, found ${this.found === "" ? "the end" : this.found}`
  }
}

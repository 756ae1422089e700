// The condition of an instruction as a tree; its text and its rows are two views of it (decisions "Conditions").
import * as Schema from "effect/Schema"

export const comparators = ["==", "!=", "<", "<=", ">", ">=", "contains", "!contains"] as const
export type Comparator = (typeof comparators)[number]

/** What of an answer is meant: its value (also without a facet), the text shown for it, its score, its amount. */
export const facets = ["value", "text", "score", "amount"] as const
export type Facet = (typeof facets)[number]

/** Names are kept as the author wrote them; they match without regard to case. */
export type Reference =
  | { readonly _tag: "Answer"; readonly name: string; readonly facet: Facet | null }
  | { readonly _tag: "Metadata"; readonly key: string }
  | { readonly _tag: "Action"; readonly name: string; readonly key: string | null }
  | { readonly _tag: "Crm"; readonly key: string }

export type Literal = { readonly _tag: "Literal"; readonly value: number | string | boolean | null }
export type Count = { readonly _tag: "Count"; readonly of: Reference }

/** A condition compared as a value: `(a && b) == true`. An operand in parentheses is that operand, so it is never wrapped. */
export type NestedCondition = { readonly _tag: "Truth"; readonly of: Exclude<Condition, TruthTest> }
export type Operand = Reference | Count | Literal | NestedCondition

type Terms = readonly [Condition, Condition, ...ReadonlyArray<Condition>]
export type Group = { readonly _tag: "All" | "Any"; readonly terms: Terms }
export type Not = { readonly _tag: "Not"; readonly term: Condition }
export type Comparison = { readonly _tag: "Compare"; readonly left: Operand; readonly by: Comparator; readonly right: Operand }
export type TruthTest = { readonly _tag: "Holds"; readonly operand: Reference | Count | Literal }

export type Condition = Group | Not | Comparison | TruthTest

/** What a condition's text and its nesting may measure at most: bytes of UTF-8, and parentheses and `!` within each other. */
export const maxConditionBytes = 65_536
export const maxConditionDepth = 500

/** What can be lacking where a condition stops making sense. */
export const SyntaxErrorReason = Schema.Literals([
  "condition",
  "operand",
  "after-operand",
  "after-operand-within",
  "after-comparison",
  "after-comparison-within",
  "name",
  "parenthesis",
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

/** What could have stood there: signs as they are written, or what kind of thing. */
export const expectedByReason = {
  condition: ["name", "value", "(", "!"],
  operand: ["name", "value", "("],
  "after-operand": [...comparators, "&&", "||", "end"],
  "after-operand-within": [...comparators, "&&", "||", ")"],
  "after-comparison": ["&&", "||", "end"],
  "after-comparison-within": ["&&", "||", ")"],
  name: ["name"],
  parenthesis: [")"],
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
 * Where a condition's text stops making sense. `offset` counts UTF-16 units from 0, `line` and `column` from 1; `found` is what
 * stands there, at most 40 characters of it ("" for the end of the text); `lack` is a key of `expectations`, `expected` what stands under it.
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

// What is wrong with a part of a condition, in the words that the check and the graph share.

import { truncateQuote } from "../text/quote.ts"
import type { ConditionIssue } from "./condition-analysis.ts"
import { printLiteral } from "./condition-syntax.ts"

/** A message of the catalog of findings with its values. */
export type PartIssueMessage =
  | { readonly key: "condition.no-choice"; readonly values: { readonly value: string; readonly name: string } }
  | {
      readonly key: "condition.no-choice.nearest"
      readonly values: { readonly value: string; readonly name: string; readonly nearest: number; readonly text: string }
    }
  | { readonly key: "condition.part-never-true"; readonly values: { readonly part: string } }

/** Describes a value that no choice has, or another part that is never true. */
export const describePartIssue = (issue: Extract<ConditionIssue, { readonly _tag: "NoChoice" | "PartNeverTrue" }>): PartIssueMessage => {
  if (issue._tag === "PartNeverTrue") return { key: "condition.part-never-true", values: { part: truncateQuote(issue.part) } }
  const { reference, suggestion } = issue.unknownValue
  const value = truncateQuote(printLiteral({ _tag: "Literal", value: issue.unknownValue.value }))
  const { name } = reference
  if (suggestion === null) return { key: "condition.no-choice", values: { value, name } }
  return { key: "condition.no-choice.nearest", values: { value, name, nearest: suggestion.value, text: suggestion.text } }
}

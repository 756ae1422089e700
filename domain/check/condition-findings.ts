// Findings about conditions, each alone and all together (C10).

import type { ConditionSyntaxError } from "../conditions/condition.ts"
import type { ConditionIssue } from "../conditions/condition-analysis.ts"
import { printLiteral } from "../conditions/condition-syntax.ts"
import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import { type AlwaysTrue, judgeAlwaysTrue } from "../flow/always-true.ts"
import type { ReachabilityAnalysis } from "../flow/analyzed-instruction.ts"
import { analyzeReachability } from "../flow/reachability.ts"
import { createExplainer, type UnreachableExplanation } from "../flow/unreachable-explanation.ts"
import type { AuthoredScript } from "../script/script.ts"
import { createNameSuggester, referenceIssueFinding, type SuggestName, truncateQuote, uniqueByMessage } from "./reference-findings.ts"

/**
 * [C10] Returns all findings about conditions in script order, each message once per condition. Pointers are relative to the
 * authored script.
 */
export const conditionFindings = ({ instructions }: AuthoredScript): ReadonlyArray<Finding> => {
  const suggest = createNameSuggester(instructions)
  const analysis = analyzeReachability(instructions)
  const explain = createExplainer(analysis)
  const alwaysTrue = groupByPlace(judgeAlwaysTrue(analysis).found)
  return analysis.steps.flatMap((step) => {
    const { issues, place, unreachableReason } = step
    const isAfterEnd = unreachableReason === "after-end"
    // Behind an end that is always reached no question is answered, so that conditions on it are never true either.
    const ownIssues = isAfterEnd ? issues.filter(({ _tag }) => _tag !== "NeverTrue" && _tag !== "PartNeverTrue") : issues
    const findings = [
      ...issueFindings(ownIssues, `/instructions/${place}`, suggest),
      ...(alwaysTrue.get(place) ?? []).map(({ part }) => alwaysTrueFinding(part, `/instructions/${place}/condition`)),
    ]
    // A condition that can never be true as a whole says that its instruction is never shown, and one that is wrong is corrected first.
    if (unreachableReason === null || (!isAfterEnd && ownIssues.some(isReasonEnough))) return findings
    const explanation = explain(step)
    return explanation === null ? findings : [...findings, unreachableFinding(explanation, analysis, place)]
  })
}

const groupByPlace = (found: ReadonlyArray<AlwaysTrue>): ReadonlyMap<number, ReadonlyArray<AlwaysTrue>> => {
  const groups = new Map<number, Array<AlwaysTrue>>()
  for (const one of found) groups.set(one.place, [...(groups.get(one.place) ?? []), one])
  return groups
}

const alwaysTrueFinding = (part: string | null, pointer: string): Finding =>
  part === null
    ? createFinding("condition-always-true", pointer, "condition.always-true")
    : createFinding("condition-always-true", pointer, "condition.part-always-true", { part: truncateQuote(part) })

const isReasonEnough = ({ _tag }: ConditionIssue): boolean => _tag !== "NoChoice" && _tag !== "PartNeverTrue"

const unreachableFinding = (explanation: UnreachableExplanation, analysis: ReachabilityAnalysis, place: number): Finding => {
  const finding = explanationFinding(explanation, `/instructions/${place}`)
  if (explanation.because.length === 0) return finding
  return { ...finding, because: quoteConditions(analysis, explanation.because) }
}

/** Returns the conditions at these places, each with its pointer; an instruction without a condition has an empty one. */
export const quoteConditions = ({ steps }: ReachabilityAnalysis, places: ReadonlyArray<number>): NonNullable<Finding["because"]> =>
  places.map((place) => {
    const condition = (steps[place]?.instruction.condition ?? "").trim()
    return { pointer: condition === "" ? `/instructions/${place}` : `/instructions/${place}/condition`, condition }
  })

const explanationFinding = (explanation: UnreachableExplanation, pointer: string): Finding => {
  const rule = "unreachable-instruction"
  switch (explanation.key) {
    case "condition.never-true":
      return createFinding("condition-never-true", `${pointer}/condition`, explanation.key)
    case "condition.unreachable":
    case "condition.never-shown":
    case "condition.never-reached":
      return createFinding(rule, pointer, explanation.key)
    case "condition.after-end":
      return createFinding(rule, pointer, explanation.key, explanation.values)
    default:
      return createFinding(rule, pointer, explanation.key, explanation.values)
  }
}

const issueFindings = (issues: ReadonlyArray<ConditionIssue>, pointer: string, suggest: SuggestName): ReadonlyArray<Finding> =>
  uniqueByMessage(issues.map((issue) => issueFinding(issue, `${pointer}/condition`, suggest)))

const issueFinding = (issue: ConditionIssue, pointer: string, suggest: SuggestName): Finding => {
  switch (issue._tag) {
    case "Syntax":
      return syntaxFinding(issue.error, pointer)
    case "Unknown":
    case "Forward":
    case "Itself":
      return referenceIssueFinding(issue, pointer, suggest)
    case "NoChoice": {
      const { reference, suggestion } = issue.unknownValue
      const rule = issue.isAlwaysTrue ? "condition-always-true" : "condition-never-true"
      const value = truncateQuote(printLiteral({ _tag: "Literal", value: issue.unknownValue.value }))
      const { name } = reference
      return suggestion === null
        ? createFinding(rule, pointer, "condition.no-choice", { value, name })
        : createFinding(rule, pointer, "condition.no-choice.nearest", {
            value,
            name,
            nearest: suggestion.value,
            text: suggestion.text,
          })
    }
    case "PartNeverTrue":
      return createFinding("condition-never-true", pointer, "condition.part-never-true", { part: truncateQuote(issue.part) })
    case "NeverTrue":
      return createFinding("condition-never-true", pointer, "condition.never-true")
  }
}

const syntaxFinding = ({ line, column, found: text, reason }: ConditionSyntaxError, pointer: string): Finding => {
  const rule = "condition-syntax"
  if (reason === "bytes" || reason === "levels") return createFinding(rule, pointer, `condition.syntax.${reason}`, { line, column })
  const isToken = reason === "quote" || reason === "escape" || reason === "number"
  const isAfter = reason === "after-operand" || reason === "after-comparison"
  if (text !== "" || isToken || isAfter) return createFinding(rule, pointer, `condition.syntax.${reason}`, { line, column, found: text })
  return createFinding(rule, pointer, `condition.end.${reason}`, { line, column })
}

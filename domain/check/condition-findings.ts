// Findings about conditions, each alone and all together (C10).

import type { ConditionSyntaxError } from "../conditions/condition.ts"
import type { ConditionIssue } from "../conditions/condition-analysis.ts"
import { describePartIssue, type PartIssueMessage } from "../conditions/part-issue-message.ts"
import type { Finding, Rule } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import { type AlwaysTrue, judgeAlwaysTrue } from "../flow/always-true.ts"
import type { ReachabilityAnalysis } from "../flow/analyzed-instruction.ts"
import { analyzeReachability } from "../flow/reachability.ts"
import { createExplainer, type UnreachableExplanation } from "../flow/unreachable-explanation.ts"
import type { AuthoredScript } from "../script/script.ts"
import { truncateQuote } from "../text/quote.ts"
import { createNameSuggester, referenceIssueFinding, type SuggestName, uniqueByMessage } from "./reference-findings.ts"

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
      ...(alwaysTrue.get(place) ?? []).map((it) => alwaysTrueFinding(it, `/instructions/${place}/condition`)),
    ]
    // A condition that is never true by itself says so, and one that is wrong is corrected first.
    const isExplained =
      step.isFalseByParts || (unreachableReason === "condition" && step.isUnreachableAlone) || ownIssues.some(isReasonEnough)
    if (unreachableReason === null || (!isAfterEnd && isExplained)) return findings
    const explanation = explain(step)
    return explanation === null ? findings : [...findings, unreachableFinding(explanation, analysis, place)]
  })
}

const groupByPlace = (found: ReadonlyArray<AlwaysTrue>): ReadonlyMap<number, ReadonlyArray<AlwaysTrue>> => {
  const groups = new Map<number, Array<AlwaysTrue>>()
  for (const one of found) groups.set(one.place, [...(groups.get(one.place) ?? []), one])
  return groups
}

const alwaysTrueFinding = ({ isWhole, part }: AlwaysTrue, pointer: string): Finding => {
  const rule = "condition-always-true"
  if (part === null) return createFinding(rule, pointer, "condition.always-true")
  return isWhole
    ? createFinding(rule, pointer, "condition.always-true-by-part", { part: truncateQuote(part) })
    : createFinding(rule, pointer, "condition.part-always-true", { part: truncateQuote(part) })
}

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
    case "condition.no-choice":
    case "condition.no-choice.nearest":
    case "condition.part-never-true":
      return messageFinding("condition-never-true", `${pointer}/condition`, explanation)
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
    case "NoChoice":
    case "PartNeverTrue": {
      const rule = issue._tag === "NoChoice" && issue.isAlwaysTrue ? "condition-always-true" : "condition-never-true"
      return messageFinding(rule, pointer, describePartIssue(issue))
    }
    case "NeverTrue":
      return createFinding("condition-never-true", pointer, "condition.never-true")
  }
}

const messageFinding = (rule: Rule, pointer: string, message: PartIssueMessage): Finding => {
  switch (message.key) {
    case "condition.no-choice":
      return createFinding(rule, pointer, message.key, message.values)
    case "condition.no-choice.nearest":
      return createFinding(rule, pointer, message.key, message.values)
    case "condition.part-never-true":
      return createFinding(rule, pointer, message.key, message.values)
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

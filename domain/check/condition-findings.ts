// Findings about the conditions, recalls and sums of a script (C10, C11, C17).

import {
  type Condition,
  type ConditionSyntaxError,
  isScoreFacet,
  listTerms,
  type Operand,
  type Reference,
  type Sum,
} from "../conditions/condition.ts"
import { type ConditionIssue, findReferenceIssue, type ReferenceIssue } from "../conditions/condition-analysis.ts"
import { getValueKey, parseCondition, printLiteral, printReference } from "../conditions/condition-syntax.ts"
import { referenceRoots } from "../conditions/reference-parser.ts"
import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import { type AlwaysTrue, findAlwaysTrue } from "../flow/always-true.ts"
import { analyzeReachability, type ReachabilityAnalysis } from "../flow/reachability.ts"
import { createExplainer, type UnreachableExplanation } from "../flow/unreachable-explanation.ts"
import { splitRecalls, type TextSegment } from "../recall/recall.ts"
import { listRecallTexts } from "../recall/texts-with-recalls.ts"
import { getInstructionKind, type Instruction } from "../script/instruction.ts"
import { buildNameIndex, getInstructionName, type NameIndex, toNameKey } from "../script/instruction-name.ts"
import type { AuthoredScript } from "../script/script.ts"
import { nearestName } from "../text/name-search.ts"

/**
 * [C10] Returns all findings about conditions in script order, each message once per condition. Pointers are relative to the
 * authored script.
 */
export const conditionFindings = ({ instructions }: AuthoredScript): ReadonlyArray<Finding> => {
  const suggest = createNameSuggester(instructions)
  const analysis = analyzeReachability(instructions)
  const explain = createExplainer(analysis)
  const alwaysTrue = groupByPlace(findAlwaysTrue(analysis))
  return analysis.stops.flatMap((step) => {
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

const unreachableFinding = (explanation: UnreachableExplanation, { stops }: ReachabilityAnalysis, place: number): Finding => {
  const finding = explanationFinding(explanation, `/instructions/${place}`)
  if (explanation.because.length === 0) return finding
  const because = explanation.because.map((it) => ({
    pointer: `/instructions/${it}/condition`,
    condition: (stops[it]?.instruction.condition ?? "").trim(),
  }))
  return { ...finding, because }
}

const explanationFinding = (explanation: UnreachableExplanation, pointer: string): Finding => {
  const rule = "unreachable-instruction"
  switch (explanation.key) {
    case "condition.never-true":
      return createFinding("condition-never-true", `${pointer}/condition`, explanation.key)
    case "condition.unreachable":
      return createFinding(rule, pointer, explanation.key)
    case "condition.after-end":
      return createFinding(rule, pointer, explanation.key, explanation.values)
    default:
      return createFinding(rule, pointer, explanation.key, explanation.values)
  }
}

const issueFindings = (issues: ReadonlyArray<ConditionIssue>, pointer: string, suggest: SuggestName): ReadonlyArray<Finding> =>
  uniqueByMessage(issues.map((issue) => issueFinding(issue, `${pointer}/condition`, suggest)))

/** Returns the nearest existing name to an unknown name, or null. */
export type SuggestName = (name: string) => string | null

/** Limits the searches: each one compares with all names, which would take long in a script with many unknown names. */
const maxSuggestions = 200

/** Creates a suggester that caches its results and gives up after `maxSuggestions` different names. */
export const createNameSuggester = (instructions: ReadonlyArray<Instruction>): SuggestName => {
  const names = instructions.map(getInstructionName)
  const suggestions = new Map<string, string | null>()
  return (name) => {
    const cached = suggestions.get(name)
    if (cached !== undefined || suggestions.size >= maxSuggestions) return cached ?? null
    const nearest = nearestName(name, names)
    suggestions.set(name, nearest)
    return nearest
  }
}

/** Returns the finding of a wrong reference; `pointer` is that of the text that contains it. */
export const referenceIssueFinding = ({ _tag, name }: ReferenceIssue, pointer: string, suggest: SuggestName): Finding => {
  const shown = truncateQuote(name)
  if (_tag === "Forward") return createFinding("condition-forward-reference", pointer, "condition.forward", { name: shown })
  if (_tag === "Itself") return createFinding("condition-forward-reference", pointer, "condition.itself", { name: shown })
  const nearest = suggest(name)
  return nearest === null
    ? createFinding("condition-unknown-reference", pointer, "condition.unknown", { name: shown })
    : createFinding("condition-unknown-reference", pointer, "condition.unknown.nearest", { name: shown, nearest })
}

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
      const value = truncateQuote(printLiteral({ _tag: "Literal", value: issue.unknownValue.value }))
      const { name } = reference
      return suggestion === null
        ? createFinding("condition-never-true", pointer, "condition.no-choice", { value, name })
        : createFinding("condition-never-true", pointer, "condition.no-choice.nearest", {
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

/** Truncates a quote from the script to 80 characters for display. */
export const truncateQuote = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text)

/** [C11] Returns all findings about recalls in script order. Pointers are relative to the authored script. */
export const recallFindings = ({ instructions }: AuthoredScript): ReadonlyArray<Finding> => {
  const nameIndex = buildNameIndex(instructions)
  const suggest = createNameSuggester(instructions)
  return instructions.flatMap((instruction, index) =>
    listRecallTexts(instruction).flatMap(({ path, text, markup }) =>
      uniqueByMessage(
        splitRecalls(text, markup).flatMap(
          (segment) => recallFinding(segment, { index, pointer: `/instructions/${index}${path}`, instructions, nameIndex, suggest }) ?? [],
        ),
      ),
    ),
  )
}

/** Removes findings with the same message. */
const uniqueByMessage = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => [
  ...new Map(findings.map((finding) => [finding.message, finding])).values(),
]

/** Where a recall stands: in the text at `pointer`, of the instruction at `index`. */
type RecallPlace = {
  readonly index: number
  readonly pointer: string
  readonly instructions: ReadonlyArray<Instruction>
  readonly nameIndex: NameIndex
  readonly suggest: SuggestName
}

const recalledReferenceFinding = (
  reference: Reference,
  source: string,
  { index, pointer, instructions, nameIndex, suggest }: RecallPlace,
): Finding | null => {
  const issue = findReferenceIssue(reference, index, nameIndex)
  const isScore = (place: number | undefined) => {
    const instruction = instructions[place ?? -1]
    return instruction !== undefined && getInstructionKind(instruction) === "score"
  }
  // [C15] The text of a score can show the score itself.
  if (issue !== null && !(issue._tag === "Itself" && isScore(index))) return referenceIssueFinding(issue, pointer, suggest)
  if (reference._tag !== "Answer" || !isScoreFacet(reference.facet) || isScore(nameIndex.get(toNameKey(reference.name)))) return null
  return createFinding("condition-unknown-reference", pointer, "recall.no-score", {
    recall: truncateQuote(source),
    name: truncateQuote(reference.name),
  })
}

const recallFinding = (segment: TextSegment, place: RecallPlace): Finding | null => {
  const { pointer, nameIndex } = place
  switch (segment._tag) {
    case "Text":
      return null
    case "Recall":
      for (const reference of listTerms(segment.reference)) {
        const finding = recalledReferenceFinding(reference, segment.source, place)
        if (finding !== null) return finding
      }
      return null
    case "Rootless": {
      const recall = truncateQuote(segment.source)
      const { root } = segment
      const nearest = nameIndex.has(toNameKey(root)) ? `answers.${root}` : nearestName(root, referenceRoots)
      return nearest === null
        ? createFinding("condition-unknown-reference", pointer, "recall.rootless", { recall })
        : createFinding("condition-unknown-reference", pointer, "recall.rootless.nearest", { recall, nearest })
    }
    case "Broken": {
      const recall = truncateQuote(segment.source)
      const { name } = segment
      if (name === null) return createFinding("condition-syntax", pointer, "recall.syntax", { recall })
      // Double braces around anything else are the author's own text.
      return nameIndex.has(toNameKey(name))
        ? createFinding("condition-unknown-reference", pointer, "recall.simple", { recall, name })
        : null
    }
  }
}

/** Returns a finding for each choice whose value is added up: its author probably means its score; and for each value that a sum adds twice. */
export const sumFindings = ({ instructions }: AuthoredScript): ReadonlyArray<Finding> => {
  const nameIndex = buildNameIndex(instructions)
  const findChoiceTerm = (sum: Reference | Sum): Extract<Reference, { readonly _tag: "Answer" }> | null => {
    if (sum._tag !== "Sum") return null
    for (const term of listTerms(sum)) {
      if (term._tag !== "Answer" || (term.facet !== null && term.facet !== "value")) continue
      const type = instructions[nameIndex.get(toNameKey(term.name)) ?? -1]?.question?.type
      if (type === "choice" || type === "multiple") return term
    }
    return null
  }
  const findingsOf = (sums: ReadonlyArray<Reference | Sum>, pointer: string): ReadonlyArray<Finding> => {
    const [term] = sums.flatMap((sum) => findChoiceTerm(sum) ?? [])
    const [repeated] = sums.flatMap((sum) => findRepeatedTerm(sum) ?? [])
    return [
      ...(term === undefined
        ? []
        : [
            createFinding("condition-unknown-reference", pointer, "condition.sum-of-values", {
              name: term.name.slice(0, 80),
              score: printReference({ ...term, facet: "score" }).slice(0, 80),
            }),
          ]),
      ...(repeated === undefined
        ? []
        : [createFinding("sum-repeated-term", pointer, "condition.sum-repeated", { name: printReference(repeated).slice(0, 80) })]),
    ]
  }
  return instructions.flatMap((instruction, index) => [
    ...findingsOf(listSumsOfCondition(instruction), `/instructions/${index}/condition`),
    ...listRecallTexts(instruction).flatMap(({ path, text, markup }) =>
      findingsOf(
        splitRecalls(text, markup).flatMap((segment) => (segment._tag === "Recall" ? [segment.reference] : [])),
        `/instructions/${index}${path}`,
      ),
    ),
  ])
}

/** Returns the first reference of a sum to a value that an earlier one adds. */
const findRepeatedTerm = (sum: Reference | Sum): Reference | undefined => {
  const keys = new Set<string>()
  return listTerms(sum).find((term) => keys.size === keys.add(getValueKey(term)).size)
}

const listSumsOfCondition = ({ condition }: Instruction): ReadonlyArray<Sum> => {
  const parsed = (condition ?? "").includes("sum") ? parseCondition(condition ?? "") : null
  return parsed?._tag === "Parsed" ? listSums(parsed.condition) : []
}

const listSums = (condition: Condition): ReadonlyArray<Sum> => {
  switch (condition._tag) {
    case "All":
    case "Any":
      return condition.terms.flatMap(listSums)
    case "Not":
      return listSums(condition.term)
    case "Compare":
      return [condition.left, condition.right].flatMap(listSumsOfOperand)
    case "Holds":
      return listSumsOfOperand(condition.operand)
  }
}

const listSumsOfOperand = (operand: Operand): ReadonlyArray<Sum> => {
  if (operand._tag === "Sum") return [operand]
  return operand._tag === "Truth" ? listSums(operand.of) : []
}

// Analyzes conditions: syntax errors, unknown or forward references, never true, unreachable instructions (C10).
import type { Choice } from "../questions/question.ts"
import type { Instruction } from "../script/instruction.ts"
import { buildNameIndex, type NameIndex, toNameKey } from "../script/instruction-name.ts"
import { unwrapComparison } from "./atomic-condition.ts"
import type { Comparison, Condition, ConditionSyntaxError, Operand, Reference, TruthTest } from "./condition.ts"
import { type ParsedCondition, parseCondition, printCondition } from "./condition-syntax.ts"
import type { ConditionValue } from "./condition-value.ts"
import { compareValues } from "./evaluate.ts"
import { parseInstructionCondition } from "./instruction-condition.ts"
import {
  anyPossibleAnswer,
  getPossibleAnswers,
  getPossibleOutcome,
  noPossibleAnswer,
  type PossibleAnswers,
  possibleMetadata,
  selectFacet,
} from "./possible-answers.ts"
import type { LocatedReference } from "./reference-parser.ts"
import { type Budget, createSatisfiabilityCache, isSatisfiable, listAtomicParts, type SatisfiabilityCache } from "./satisfiability.ts"

/**
 * A comparison with a `value` (or, with the facet `text`, a text) that none of the choices has; `suggestion` is the
 * choice with that text, if any.
 */
export type UnknownChoiceValue = {
  readonly reference: Extract<Reference, { readonly _tag: "Answer" }>
  readonly value: number | string | boolean
  readonly suggestion: { readonly value: number; readonly text: string } | null
}

/**
 * Returns the unknown value in a comparison, or null. Only equality and containment are checked: an order comparison
 * needs no exact value.
 */
export const findUnknownChoiceValue = (
  of: Comparison | TruthTest,
  getPossible: (reference: Reference) => PossibleAnswers,
): UnknownChoiceValue | null => {
  if (of._tag === "Holds") return null
  const pair = [answerAndLiteral(of.left, of.right), answerAndLiteral(of.right, of.left)].find((match) => match !== null)
  if (pair === undefined || pair === null) return null
  const { reference, value } = pair
  const possible = getPossible(reference)
  const isList = possible._tag === "Several"
  const exactComparators = isList ? ["contains", "!contains"] : ["==", "!="]
  if (!exactComparators.includes(of.by) || (isList && reference !== of.left)) return null
  const choices = listChoices(possible)
  if (choices === null || choices.length === 0) return null
  const facet = reference.facet === "text" ? "text" : "value"
  if (facet === "text" && "recalls" in possible && possible.recalls) return null
  if (choices.some((choice) => compareValues(choice[facet], "==", value))) return null
  const suggestion =
    typeof value === "string" ? choices.find(({ text }) => text.trim().toLowerCase() === value.trim().toLowerCase()) : undefined
  return { reference, value, suggestion: facet === "value" ? (suggestion ?? null) : null }
}

const answerAndLiteral = (operand: Operand, other: Operand): Pick<UnknownChoiceValue, "reference" | "value"> | null => {
  if (operand._tag !== "Answer" || (operand.facet !== null && operand.facet !== "value" && operand.facet !== "text")) return null
  return other._tag === "Literal" && other.value !== null ? { reference: operand, value: other.value } : null
}

type KnownChoice = { readonly value: number; readonly text: string }

const listChoices = (possible: PossibleAnswers): ReadonlyArray<KnownChoice> | null => {
  switch (possible._tag) {
    case "OneOf":
      return possible.isChoice ? possible.answers.flatMap(({ value, text }) => toKnownChoice(value, text)) : null
    case "Several":
      return possible.choices.map(({ value, translation }: Choice) => ({ value, text: translation.content }))
    default:
      return null
  }
}

const toKnownChoice = (value: ConditionValue, text: ConditionValue): ReadonlyArray<KnownChoice> =>
  typeof value === "number" && typeof text === "string" ? [{ value, text }] : []

/** An issue of a condition. `mention` is its location in the text, if it has one. `isAlwaysTrue`: that no choice has the value makes this part true. */
export type ConditionIssue =
  | { readonly _tag: "Syntax"; readonly error: ConditionSyntaxError }
  | (ReferenceIssue & { readonly mention: LocatedReference })
  | {
      readonly _tag: "NoChoice"
      readonly unknownValue: UnknownChoiceValue
      readonly mention: LocatedReference
      readonly isAlwaysTrue: boolean
    }
  | { readonly _tag: "PartNeverTrue"; readonly part: string }
  | { readonly _tag: "NeverTrue" }

/** A reference to a name that no instruction has, that a later instruction has, or that is the instruction's own. */
export type ReferenceIssue = { readonly _tag: "Unknown" | "Forward" | "Itself"; readonly name: string }

/**
 * The analysis of one instruction: the issues of its condition, and why it is never shown, if so. `isFalseByParts`: parts of its condition that
 * are reported as never true make all of it false; otherwise, if it is never true, one issue says so of the whole condition.
 */
export type InstructionAnalysis = {
  readonly issues: ReadonlyArray<ConditionIssue>
  readonly isFalseByParts: boolean
  readonly unreachable: "condition" | { readonly afterEnd: number } | null
}

/** Search budget for one script. Once it is spent, no condition is reported as never true. */
const searchBudget = 400_000

/** [C10] Analyzes the instructions in order: one that is never shown provides no answers to later ones. */
export const analyzeConditions = (instructions: ReadonlyArray<Instruction>): ReadonlyArray<InstructionAnalysis> => {
  const nameIndex = buildNameIndex(instructions)
  const possible: Array<PossibleValues> = []
  const reachable: Array<Instruction> = []
  const budget: Budget = { remaining: searchBudget }
  let end: number | null = null
  return instructions.map((instruction, index): InstructionAnalysis => {
    const { issues, isFalseByParts, isNever, isAlways } = analyzeCondition(instruction, index, nameIndex, possible, budget)
    const unreachable = end !== null ? { afterEnd: end } : isNever ? "condition" : null
    const earlierCount = reachable.length
    const earlier = () => reachable.slice(0, earlierCount)
    possible.push(
      unreachable === null
        ? {
            answers: memoize(() => getPossibleAnswers(instruction, earlier())),
            outcome: memoize(() => getPossibleOutcome(instruction, earlier())),
          }
        : { answers: () => noPossibleAnswer, outcome: () => noPossibleAnswer },
    )
    if (unreachable === null) reachable.push(instruction)
    if (unreachable === null && isAlways && isChatEnd(instruction)) end = index
    return { issues, isFalseByParts, unreachable }
  })
}

/** What conditions can see of an instruction: the answers to it, and its outcome. */
type PossibleValues = { readonly answers: () => PossibleAnswers; readonly outcome: () => PossibleAnswers }

/** Computed on demand: most instructions are never referred to. */
const memoize = (compute: () => PossibleAnswers): (() => PossibleAnswers) => {
  let value: PossibleAnswers | null = null
  return () => {
    value ??= compute()
    return value
  }
}

/** Whether the chat ends with this instruction. */
export const isChatEnd = ({ type, action }: Instruction): boolean => type === "end" || (type === "action" && action?.type === "end")

type ConditionStudy = Pick<InstructionAnalysis, "issues" | "isFalseByParts"> & { readonly isNever: boolean; readonly isAlways: boolean }

const analyzeCondition = (
  instruction: Instruction,
  index: number,
  nameIndex: NameIndex,
  possible: ReadonlyArray<PossibleValues>,
  budget: Budget,
): ConditionStudy => {
  const { parsed, issues } = readCondition(instruction, index, nameIndex)
  if (parsed === null) return { issues, isFalseByParts: false, isNever: false, isAlways: issues.length === 0 }
  const getSource = (reference: Reference): PossibleAnswers => {
    if (reference._tag === "Metadata") return possibleMetadata
    if (reference._tag === "Crm") return anyPossibleAnswer
    const source = possible[nameIndex.get(toNameKey(reference.name)) ?? -1]
    return (reference._tag === "Answer" ? source?.answers() : source?.outcome()) ?? anyPossibleAnswer
  }
  const sources = parsed.references.map(({ reference }) => getSource(reference))
  const known = studies.get(parsed)
  if (known !== undefined && known.cost <= budget.remaining && sources.every((source, i) => source === known.sources[i])) {
    budget.remaining -= known.cost
    return known.study
  }
  const { remaining } = budget
  const study = computeStudy(instruction, parsed, getSource, budget)
  // A study that the budget cut short would hide issues from later checks.
  if (budget.remaining >= 0) studies.set(parsed, { sources, cost: remaining - budget.remaining, study })
  return study
}

/** The latest study of each condition, with the possible answers to its references that it depends on and what it took from the budget. */
const studies = new WeakMap<
  ParsedCondition,
  { readonly sources: ReadonlyArray<PossibleAnswers>; readonly cost: number; readonly study: ConditionStudy }
>()

const computeStudy = (
  instruction: Instruction,
  parsed: ParsedCondition,
  getSource: (reference: Reference) => PossibleAnswers,
  budget: Budget,
): ConditionStudy => {
  const getPossible = (reference: Reference): PossibleAnswers => {
    const found = getSource(reference)
    return reference._tag === "Answer" ? selectFacet(found, reference.facet) : found
  }
  const { condition } = parsed
  const cache = createSatisfiabilityCache()
  const isNever = !isSatisfiable(condition, getPossible, budget, true, cache)
  const partIssues = findPartIssues(parsed, isNever, getPossible, budget, cache)
  const issues = partIssues.map(({ issue }) => issue)
  const neverTrue = new Set(partIssues.flatMap(({ issue, part }) => (isNeverTruePart(issue) ? [part] : [])))
  const isFalseByParts = neverTrue.size > 0 && !canHoldWithout(neverTrue, condition, true)
  return {
    issues: isNever && !isFalseByParts ? [...issues, { _tag: "NeverTrue" }] : issues,
    isFalseByParts,
    isNever,
    isAlways: isChatEnd(instruction) && !isNever && !isSatisfiable(condition, getPossible, budget, false, cache),
  }
}

/** The parsed condition, null if there is none or it has issues. */
type ParsedResult = { readonly parsed: ParsedCondition | null; readonly issues: ReadonlyArray<ConditionIssue> }

const readCondition = (instruction: Instruction, index: number, nameIndex: NameIndex): ParsedResult => {
  const parsed = parseInstructionCondition(instruction)
  if (parsed === null) return { parsed: null, issues: [] }
  if (parsed._tag === "ConditionSyntaxError") return { parsed: null, issues: [{ _tag: "Syntax", error: parsed }] }
  const issues = parsed.references.flatMap((located) => {
    const issue = findReferenceIssue(located.reference, index, nameIndex)
    return issue === null ? [] : [{ ...issue, mention: located }]
  })
  return { parsed: issues.length === 0 ? parsed : null, issues }
}

/**
 * Returns the issue of a reference in the instruction at `index`; null if it names an earlier instruction. Metadata and
 * CRM keys are not checked.
 */
export const findReferenceIssue = (reference: Reference, index: number, places: NameIndex): ReferenceIssue | null => {
  if (reference._tag !== "Answer" && reference._tag !== "Action") return null
  const { name } = reference
  const target = places.get(toNameKey(name))
  if (target === undefined) return { _tag: "Unknown", name }
  return target < index ? null : { _tag: target === index ? "Itself" : "Forward", name }
}

type PartIssue = { readonly part: Comparison | TruthTest; readonly issue: ConditionIssue }

/** Reports parts that can never be true. A required part of a satisfiable condition needs no check of its own. */
const findPartIssues = (
  { condition, references }: ParsedCondition,
  isNever: boolean,
  getPossible: (reference: Reference) => PossibleAnswers,
  budget: Budget,
  cache: SatisfiabilityCache,
): ReadonlyArray<PartIssue> =>
  listAtomicParts(condition).flatMap(({ of, mustHold, isRequired }): ReadonlyArray<PartIssue> => {
    const unknownValue = findUnknownChoiceValue(of, getPossible)
    const mention = unknownValue === null ? undefined : references.find(({ reference }) => reference === unknownValue.reference)
    if (unknownValue !== null && mention !== undefined) {
      const isNegative = of._tag === "Compare" && (of.by === "!=" || of.by === "!contains")
      return [{ part: of, issue: { _tag: "NoChoice", unknownValue, mention, isAlwaysTrue: isNegative === mustHold } }]
    }
    if (of === condition || (isRequired && !isNever)) return []
    if (isSatisfiable(of, getPossible, budget, mustHold, cache)) return []
    return [{ part: of, issue: { _tag: "PartNeverTrue", part: printCondition(mustHold ? of : { _tag: "Not", term: of }) } }]
  })

/** Whether an issue says that a part of a condition is never true. */
const isNeverTruePart = (issue: ConditionIssue): boolean =>
  issue._tag === "PartNeverTrue" || (issue._tag === "NoChoice" && !issue.isAlwaysTrue)

/** Whether a condition could be true (or false, with `holds` false) if these parts never have the outcome that it needs. */
const canHoldWithout = (parts: ReadonlySet<Comparison | TruthTest>, condition: Condition, holds: boolean): boolean => {
  switch (condition._tag) {
    case "All":
    case "Any": {
      const canHold = (term: Condition) => canHoldWithout(parts, term, holds)
      return (condition._tag === "All") === holds ? condition.terms.every(canHold) : condition.terms.some(canHold)
    }
    case "Not":
      return canHoldWithout(parts, condition.term, !holds)
    default: {
      const unwrapped = condition._tag === "Compare" ? unwrapComparison(condition) : null
      return unwrapped === null ? !parts.has(condition) : canHoldWithout(parts, unwrapped.condition, unwrapped.holds === holds)
    }
  }
}

/** A range of a text, in UTF-16 units. */
export type TextRange = { readonly from: number; readonly to: number }

/**
 * [C10] Returns the ranges to underline as errors in the condition of the instruction at `index`. `getNameIndex` is
 * called only if the text has references. A blank text has no errors.
 */
export const findErrorRanges = (text: string, index: number, getNameIndex: () => NameIndex): ReadonlyArray<TextRange> => {
  if (text.trim() === "") return []
  const parsed = parseCondition(text)
  if (parsed._tag === "ConditionSyntaxError") return [{ from: parsed.offset, to: parsed.offset + Math.max(parsed.found.length, 1) }]
  if (parsed.references.length === 0) return []
  const nameIndex = getNameIndex()
  return parsed.references
    .filter(({ reference }) => findReferenceIssue(reference, index, nameIndex) !== null)
    .map(({ start, end }) => ({ from: start, to: end }))
}

// What is wrong with the conditions of a script: unreadable, naming what is not there or comes later, or never true (contract, rule names).
import type { Choice } from "../questions/question.ts"
import type { Instruction } from "../script/instruction.ts"
import { buildNameIndex, type NameIndex, nameKey } from "../script/instruction-name.ts"
import type { Comparison, ConditionSyntaxError, Operand, Reference, TruthTest } from "./condition.ts"
import { type ParsedCondition, parseCondition, printCondition } from "./condition-syntax.ts"
import type { ConditionValue } from "./condition-value.ts"
import { compareValues } from "./evaluate.ts"
import { anyPossibleAnswer, getPossibleAnswers, noPossibleAnswer, type PossibleAnswers } from "./possible-answers.ts"
import type { LocatedReference } from "./reference-parser.ts"
import { type Budget, createSatisfiabilityCache, isSatisfiable, listAtomicParts, type SatisfiabilityCache } from "./satisfiability.ts"

// A comparison of a choice question's answer with a value that is no choice of it.

/** `value` is no value (or, with the facet `text`, no text) of a choice; `meant` is the choice whose text it is, if any. */
export type UnknownChoiceValue = {
  readonly reference: Extract<Reference, { readonly _tag: "Answer" }>
  readonly value: number | string | boolean
  readonly suggestion: { readonly value: number; readonly text: string } | null
}

/** The wrong value in a comparison, or null. Only equality and membership are looked at: an order needs no choice to be exact. */
export const findUnknownChoiceValue = (
  of: Comparison | TruthTest,
  possibleOf: (reference: Reference) => PossibleAnswers,
): UnknownChoiceValue | null => {
  if (of._tag === "Holds") return null
  const pair = [answerAndLiteral(of.left, of.right), answerAndLiteral(of.right, of.left)].find((one) => one !== null)
  if (pair === undefined || pair === null) return null
  const { reference, value } = pair
  const possible = possibleOf(reference)
  const isList = possible._tag === "Several"
  const by = isList ? ["contains", "!contains"] : ["==", "!="]
  if (!by.includes(of.by) || (isList && reference !== of.left)) return null
  const known = choicesOf(possible)
  if (known === null || known.length === 0) return null
  const facet = reference.facet === "text" ? "text" : "value"
  if (facet === "text" && "recalls" in possible && possible.recalls) return null
  if (known.some((choice) => compareValues(choice[facet], "==", value))) return null
  const meant = typeof value === "string" ? known.find(({ text }) => text.trim().toLowerCase() === value.trim().toLowerCase()) : undefined
  return { reference, value, suggestion: facet === "value" ? (meant ?? null) : null }
}

const answerAndLiteral = (one: Operand, other: Operand): Pick<UnknownChoiceValue, "reference" | "value"> | null => {
  if (one._tag !== "Answer" || one.facet === "score" || one.facet === "amount") return null
  return other._tag === "Literal" && other.value !== null ? { reference: one, value: other.value } : null
}

type Known = { readonly value: number; readonly text: string }

const choicesOf = (possible: PossibleAnswers): ReadonlyArray<Known> | null => {
  switch (possible._tag) {
    case "OneOf":
      return possible.isChoice ? possible.answers.flatMap(({ value, text }) => known(value, text)) : null
    case "Several":
      return possible.choices.map(({ value, translation }: Choice) => ({ value, text: translation.content }))
    default:
      return null
  }
}

const known = (value: ConditionValue, text: ConditionValue): ReadonlyArray<Known> =>
  typeof value === "number" && typeof text === "string" ? [{ value, text }] : []

/** One thing wrong with a condition. `mention` tells where in its text, where one place can be told. */
export type ConditionIssue =
  | { readonly _tag: "Syntax"; readonly error: ConditionSyntaxError }
  | (ReferenceIssue & { readonly mention: LocatedReference })
  | { readonly _tag: "NoChoice"; readonly unknownValue: UnknownChoiceValue; readonly mention: LocatedReference }
  | { readonly _tag: "PartNeverTrue"; readonly part: string }
  | { readonly _tag: "NeverTrue" }

/** A name that no instruction has, or one whose instruction comes later or is the one that asks. */
export type ReferenceIssue = { readonly _tag: "Unknown" | "Forward" | "Itself"; readonly name: string }

/** What is known of one instruction: the faults of its condition, and why it is never shown, if so. */
export type InstructionAnalysis = {
  readonly issues: ReadonlyArray<ConditionIssue>
  readonly unreachable: "condition" | { readonly afterEnd: number } | null
}

/** So many answers are tried in one script at most; beyond that no condition is claimed to be never true. */
const searchBudget = 400_000

/** Studies the instructions in their order: what is never shown gives no answers to what comes after it. */
export const analyzeConditions = (instructions: ReadonlyArray<Instruction>): ReadonlyArray<InstructionAnalysis> => {
  const places = buildNameIndex(instructions)
  const possible: Array<() => PossibleAnswers> = []
  const budget: Budget = { remaining: searchBudget }
  let end: number | null = null
  return instructions.map((instruction, place): InstructionAnalysis => {
    const { faults, isNever, isAlways } = studyCondition(instruction, place, places, possible, budget)
    const unreachable = end !== null ? { afterEnd: end } : isNever ? "condition" : null
    possible.push(unreachable === null ? lazily(() => getPossibleAnswers(instruction)) : () => noPossibleAnswer)
    if (unreachable === null && isAlways && endsChat(instruction)) end = place
    return { issues: faults, unreachable }
  })
}

/** Most instructions are never asked for. */
const lazily = (make: () => PossibleAnswers): (() => PossibleAnswers) => {
  let made: PossibleAnswers | null = null
  return () => {
    made ??= make()
    return made
  }
}

/** Whether the chat ends with this instruction. */
export const endsChat = ({ type, action }: Instruction): boolean => type === "end" || (type === "action" && action?.type === "end")

type StudiedCondition = { readonly faults: ReadonlyArray<ConditionIssue>; readonly isNever: boolean; readonly isAlways: boolean }

const studyCondition = (
  instruction: Instruction,
  place: number,
  places: NameIndex,
  possible: ReadonlyArray<() => PossibleAnswers>,
  budget: Budget,
): StudiedCondition => {
  const { parsed, faults } = readCondition(instruction, place, places)
  if (parsed === null) return { faults, isNever: false, isAlways: faults.length === 0 }
  const possibleOf = (reference: Reference): PossibleAnswers => {
    const at = reference._tag === "Answer" ? places.get(nameKey(reference.name)) : undefined
    return (at === undefined ? undefined : possible[at]?.()) ?? anyPossibleAnswer
  }
  const { condition } = parsed
  const asked = createSatisfiabilityCache()
  const isNever = !isSatisfiable(condition, possibleOf, budget, true, asked)
  const parts = findPartIssues(parsed, isNever, possibleOf, budget, asked)
  return {
    faults: isNever && parts.length === 0 ? [{ _tag: "NeverTrue" }] : parts,
    isNever,
    isAlways: endsChat(instruction) && !isNever && !isSatisfiable(condition, possibleOf, budget, false, asked),
  }
}

/** The condition, where there is one and nothing is wrong with how it is written. */
type Read = { readonly parsed: ParsedCondition | null; readonly faults: ReadonlyArray<ConditionIssue> }

const readCondition = ({ condition }: Instruction, place: number, places: NameIndex): Read => {
  const text = condition ?? ""
  if (text.trim() === "") return { parsed: null, faults: [] }
  const parsed = parseCondition(text)
  if (parsed._tag === "ConditionSyntaxError") return { parsed: null, faults: [{ _tag: "Syntax", error: parsed }] }
  const faults = parsed.references.flatMap((mention) => {
    const fault = findReferenceIssue(mention.reference, place, places)
    return fault === null ? [] : [{ ...fault, mention }]
  })
  return { parsed: faults.length === 0 ? parsed : null, faults }
}

/** What is wrong with how each condition is written. Whether one can ever be true is not asked: that takes far longer. */
export const findSyntaxIssues = (instructions: ReadonlyArray<Instruction>): ReadonlyArray<ReadonlyArray<ConditionIssue>> => {
  const places = buildNameIndex(instructions)
  return instructions.map((instruction, place) => readCondition(instruction, place, places).faults)
}

/** What is wrong with a name: nothing, where it is that of an instruction that came before. Keys of metadata and CRM are not known here. */
export const findReferenceIssue = (reference: Reference, place: number, places: NameIndex): ReferenceIssue | null => {
  if (reference._tag !== "Answer" && reference._tag !== "Action") return null
  const { name } = reference
  const at = places.get(nameKey(name))
  if (at === undefined) return { _tag: "Unknown", name }
  return at < place ? null : { _tag: at === place ? "Itself" : "Forward", name }
}

/** A part that the condition needs can hold where the condition can. */
const findPartIssues = (
  { condition, references }: ParsedCondition,
  isNever: boolean,
  possibleOf: (reference: Reference) => PossibleAnswers,
  budget: Budget,
  asked: SatisfiabilityCache,
): ReadonlyArray<ConditionIssue> =>
  listAtomicParts(condition).flatMap(({ of, mustHold, isRequired }): ReadonlyArray<ConditionIssue> => {
    const wrong = findUnknownChoiceValue(of, possibleOf)
    const mention = wrong === null ? undefined : references.find(({ reference }) => reference === wrong.reference)
    if (wrong !== null && mention !== undefined) return [{ _tag: "NoChoice", unknownValue: wrong, mention }]
    if (of === condition || (isRequired && !isNever)) return []
    if (isSatisfiable(of, possibleOf, budget, mustHold, asked)) return []
    return [{ _tag: "PartNeverTrue", part: printCondition(mustHold ? of : { _tag: "Not", term: of }) }]
  })

// Where in the text of a condition something is wrong, for underlining it while it is typed (decisions C10).

/** A stretch of a text, in UTF-16 units. */
export type TextRange = { readonly from: number; readonly to: number }

/**
 * What cannot be read in the condition of the instruction at `place`, or names what is not there or comes later. The names of the script,
 * `places`, are asked for only where the text names something. Nothing is wrong with a blank text: that is no condition.
 */
export const findErrorRanges = (text: string, place: number, places: () => NameIndex): ReadonlyArray<TextRange> => {
  if (text.trim() === "") return []
  const parsed = parseCondition(text)
  if (parsed._tag === "ConditionSyntaxError") return [{ from: parsed.offset, to: parsed.offset + Math.max(parsed.found.length, 1) }]
  if (parsed.references.length === 0) return []
  const known = places()
  return parsed.references
    .filter(({ reference }) => findReferenceIssue(reference, place, known) !== null)
    .map(({ start, end }) => ({ from: start, to: end }))
}

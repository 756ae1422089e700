// Completion suggestions at a caret position, in conditions and inside the braces of recalls (C9, C11).

import { type Reference, type Sum, scoreFacets } from "../conditions/condition.ts"
import {
  parseCondition,
  printAnswerName,
  printKeyAccess,
  printLiteral,
  printOperand,
  printReference,
} from "../conditions/condition-syntax.ts"
import { type TokenKind, tokenizeCondition } from "../conditions/condition-tokenizer.ts"
import { type Markup, printRecall } from "../recall/recall.ts"
import { nameRecalls } from "../recall/recall-filling.ts"
import { toPlainText } from "../rich-text/plain-text.ts"
import { getInstructionKind, type Instruction } from "../script/instruction.ts"
import { getInstructionName, toNameKey } from "../script/instruction-name.ts"
import { findSubjectQuestion, listAnswerValues, listKnownKeys, listNamedBefore, listSums } from "./condition-builder.ts"

/** A suggestion; `about` is the description shown beside `text`. */
export type Completion = { readonly text: string; readonly about: string }
/** Suggestions that replace the characters from `from` to `to`. */
export type Completions = { readonly from: number; readonly to: number; readonly options: ReadonlyArray<Completion> }

const noCompletions: Completions = { from: 0, to: 0, options: [] }
const maxCompletions = 50

const comparatorTokens: ReadonlySet<TokenKind> = new Set(["==", "!=", "<", "<=", ">", ">=", "contains", "!contains"])
const openingTokens: ReadonlySet<TokenKind> = new Set(["&&", "||", "!", "(", ","])

/** The instruction at index `place`, and CRM keys known from data points. */
type CompletionContext = {
  readonly instructions: ReadonlyArray<Instruction>
  readonly place: number
  readonly crmKeys: ReadonlyArray<string>
}

/**
 * [C9] Returns completions at offset `caret` in the condition of the instruction at `index`; none if the word is
 * complete already.
 */
export const completeCondition = (
  text: string,
  caret: number,
  instructions: ReadonlyArray<Instruction>,
  index: number,
  crmKeys: ReadonlyArray<string> = [],
): Completions => {
  const context = { instructions, place: index, crmKeys }
  const tokens = tokenizeCondition(text.slice(0, caret))
  const last = tokens.at(-1)
  const isWithin = last !== undefined && last.end === caret && (last.kind === "name" || last.kind === "number" || last.kind === "contains")
  const from = isWithin ? last.start : caret
  const typed = text.slice(from, caret)
  const complete = (options: ReadonlyArray<Completion>): Completions => {
    const ranked = rankCompletions(options, typed).slice(0, maxCompletions)
    return ranked.length === 1 && ranked[0]?.text === typed ? noCompletions : { from, to: caret, options: ranked }
  }
  const earlier = isWithin ? tokens.slice(0, -1) : tokens
  const previous = earlier.at(-1)
  if (previous === undefined || openingTokens.has(previous.kind)) return complete(listOperands(context))
  if (comparatorTokens.has(previous.kind)) return complete(listValuesAfterComparator(text, earlier, instructions))
  if (previous.kind === "." && previous.end === from) return complete(listKeysAfterRoot(text, earlier, context))
  return noCompletions
}

/** Options that start with the typed text, then those that contain it, then those whose description contains it. */
const rankCompletions = (options: ReadonlyArray<Completion>, typed: string): ReadonlyArray<Completion> => {
  const query = typed.toLowerCase()
  const rank = ({ text, about }: Completion): number => {
    const at = text.toLowerCase().indexOf(query)
    if (at !== -1) return Math.min(at, 1)
    return about.toLowerCase().includes(query) ? 2 : 3
  }
  return [0, 1, 2].flatMap((level) => options.filter((option) => rank(option) === level))
}

const listOperands = ({ instructions, place, crmKeys }: CompletionContext): ReadonlyArray<Completion> => {
  const earlier = listNamedBefore(instructions, place)
  const { metadata, crm } = listKnownKeys(instructions, crmKeys)
  return [
    ...earlier.filter(({ question }) => question).map((it) => ({ text: printAnswerName(getInstructionName(it)), about: questionText(it) })),
    ...earlier
      .filter(({ question }) => question?.type === "multiple")
      .map((it) => ({ text: `count(${printAnswerName(getInstructionName(it))})`, about: questionText(it) })),
    ...earlier.filter(isScore).map((it) => ({ text: printAnswerName(getInstructionName(it)), about: questionText(it) })),
    ...earlier
      .filter(isScore)
      .flatMap(listScoreReferences)
      .map(({ reference, about }) => ({ text: printReference(reference), about })),
    ...listSumCompletions(instructions, place),
    ...earlier.filter(isOutcome).map((it) => ({ text: `actions${printKeyAccess(getInstructionName(it))}`, about: "" })),
    ...metadata.map((key) => ({ text: `metadata${printKeyAccess(key)}`, about: "" })),
    ...crm.map((key) => ({ text: `crm${printKeyAccess(key)}`, about: "" })),
  ]
}

const listSumCompletions = (instructions: ReadonlyArray<Instruction>, place: number): ReadonlyArray<Completion> =>
  listSums(instructions, place).map((sum) => ({ text: printOperand(sum), about: "" }))

const isScore = (instruction: Instruction): boolean => getInstructionKind(instruction) === "score"
const isOutcome = (instruction: Instruction): boolean => instruction.type === "action" && !isScore(instruction)

/** [C15] The references to a score by each of its facets. */
const listScoreReferences = (score: Instruction): ReadonlyArray<{ readonly reference: Reference; readonly about: string }> =>
  scoreFacets.map((facet) => ({ reference: { _tag: "Answer", name: getInstructionName(score), facet }, about: questionText(score) }))

/** In tokens; the longest operand is a counted answer in its qualified form with a facet. */
const maxOperandTokens = 12

/** The possible values of the operand to the left of a comparator. */
const listValuesAfterComparator = (
  text: string,
  earlier: ReadonlyArray<{ readonly start: number; readonly end: number }>,
  instructions: ReadonlyArray<Instruction>,
): ReadonlyArray<Completion> => {
  const comparator = earlier.at(-1)
  if (comparator === undefined) return []
  const left = text.slice(0, comparator.start).trimEnd()
  for (let i = earlier.length - 2; i >= Math.max(0, earlier.length - 2 - maxOperandTokens); i--) {
    const start = earlier[i]?.start ?? 0
    const parsed = text[start - 1] === "." ? null : parseCondition(left.slice(start))
    if (parsed?._tag !== "Parsed" || parsed.condition._tag !== "Holds" || parsed.condition.operand._tag === "Literal") continue
    return (listAnswerValues(findSubjectQuestion(parsed.condition.operand, instructions)) ?? []).map(({ value, text: about }) => ({
      text: printLiteral({ _tag: "Literal", value }),
      about,
    }))
  }
  return []
}

/** Keys and names after a root and its dot. */
const listKeysAfterRoot = (
  text: string,
  earlier: ReadonlyArray<{ readonly start: number; readonly end: number }>,
  { instructions, place, crmKeys }: CompletionContext,
): ReadonlyArray<Completion> => {
  const root = earlier.at(-2)
  const earlierInstructions = listNamedBefore(instructions, place)
  const toIdentifierOptions = (keys: ReadonlyArray<string>) =>
    keys.filter((key) => printKeyAccess(key).startsWith(".")).map((key) => ({ text: key, about: "" }))
  const rootName = root === undefined ? "" : text.slice(root.start, root.end)
  switch (rootName) {
    case "answers":
      return earlierInstructions
        .filter((it) => it.question || isScore(it))
        .map((it) => ({ text: getInstructionName(it), about: questionText(it) }))
    case "actions":
      return toIdentifierOptions(earlierInstructions.filter(isOutcome).map(getInstructionName))
    case "metadata":
      return toIdentifierOptions(listKnownKeys(instructions).metadata)
    case "crm":
      return toIdentifierOptions(listKnownKeys(instructions, crmKeys).crm)
    default:
      return earlierInstructions.some((it) => isScore(it) && toNameKey(getInstructionName(it)) === toNameKey(rootName))
        ? toIdentifierOptions(scoreFacets)
        : []
  }
}

const questionText = ({ messages }: Instruction): string => toPlainText(nameRecalls(messages[0]?.content ?? "", "rich")).slice(0, 80)

/** The instruction at index `place`, and CRM keys known from data points. */
type RecallCompletionContext = {
  readonly instructions: ReadonlyArray<Instruction>
  readonly place: number
  readonly crmKeys: ReadonlyArray<string>
  /** The markup of the text; plain by default. */
  readonly markup?: Markup
}

/** [C11] Returns the recalls that can be inserted at offset `caret`, once two opening braces precede it. */
export const completeRecall = (text: string, caret: number, context: RecallCompletionContext): Completions => {
  const from = text.lastIndexOf("{{", caret)
  if (from === -1 || from + 2 > caret) return noCompletions
  const typed = text.slice(from + 2, caret)
  if (/[{}|\n]/.test(typed)) return noCompletions
  const query = typed.trim().toLowerCase()
  const rank = ({ text: option, about }: Completion): number => {
    const at = option.slice(2).toLowerCase().indexOf(query)
    return at === 0 ? 0 : at !== -1 ? 1 : about.toLowerCase().includes(query) ? 2 : 3
  }
  const recalls = listRecalls(context)
  const options = [0, 1, 2].flatMap((level) => recalls.filter((option) => rank(option) === level)).slice(0, maxCompletions)
  return { from, to: text.startsWith("}}", caret) ? caret + 2 : caret, options }
}

/** Returns the recalls for a caret inside a string of a JSON text, with their quotes escaped. */
export const completeRecallInJson = (text: string, caret: number, context: RecallCompletionContext): Completions => {
  const completions = completeRecall(text, caret, context)
  return { ...completions, options: completions.options.map((it) => ({ ...it, text: JSON.stringify(it.text).slice(1, -1) })) }
}

const listRecalls = ({ instructions, place, crmKeys, markup = "plain" }: RecallCompletionContext): ReadonlyArray<Completion> => {
  const earlier = listNamedBefore(instructions, place)
  const { metadata, crm } = listKnownKeys(instructions, crmKeys)
  // The text of a score can show the score itself.
  const ownScore = instructions.slice(place, place + 1).filter(isScore)
  const toOption = (reference: Reference | Sum, about: string): Completion => ({ text: printRecall(reference, "", markup), about })
  return [
    ...earlier
      .filter(({ question }) => question)
      .map((it) => toOption({ _tag: "Answer", name: getInstructionName(it), facet: null }, questionText(it))),
    ...listSums(instructions, place).map((sum) => toOption(sum, "")),
    ...[...ownScore, ...earlier.filter(isScore)].flatMap(listScoreReferences).map(({ reference, about }) => toOption(reference, about)),
    ...earlier.filter(isOutcome).map((it) => toOption({ _tag: "Action", name: getInstructionName(it), key: null }, "")),
    ...metadata.map((key) => toOption({ _tag: "Metadata", key }, "")),
    ...crm.map((key) => toOption({ _tag: "Crm", key }, "")),
  ]
}

// What can be written at a place of a condition's text: names, keys, choices (decisions C9).

import { type Markup, printRecall } from "../recall/recall.ts"
import { plainText } from "../rich-text/plain-text.ts"
import type { Instruction } from "../script/instruction.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import type { Reference } from "./condition.ts"
import { findSubjectQuestion, listAnswerValues, listKnownKeys, listNamedBefore } from "./condition-builder.ts"
import { parseCondition, printAnswerName, printKeyAccess, printLiteral } from "./condition-syntax.ts"
import { type TokenKind, tokenizeCondition } from "./condition-tokenizer.ts"

/** `text` takes the place of what stands from `from` to `to`; `about` says more of it. */
export type Completion = { readonly text: string; readonly about: string }
export type Completions = { readonly from: number; readonly to: number; readonly options: ReadonlyArray<Completion> }

const none: Completions = { from: 0, to: 0, options: [] }
const maxCompletions = 50

const comparing: ReadonlySet<TokenKind> = new Set(["==", "!=", "<", "<=", ">", ">=", "contains", "!contains"])
const opening: ReadonlySet<TokenKind> = new Set(["&&", "||", "!", "("])

/** Where a condition is completed: in the instruction at `place`, with keys of the CRM that are known from elsewhere. */
type CompletionContext = {
  readonly instructions: ReadonlyArray<Instruction>
  readonly place: number
  readonly crmKeys: ReadonlyArray<string>
}

/** The completions at the place `caret` of the condition of the instruction at `place`; what already stands there whole is none. */
export const completeCondition = (
  text: string,
  caret: number,
  instructions: ReadonlyArray<Instruction>,
  place: number,
  crmKeys: ReadonlyArray<string> = [],
): Completions => {
  const where = { instructions, place, crmKeys }
  const before = tokenizeCondition(text.slice(0, caret))
  const last = before.at(-1)
  const isWithin = last !== undefined && last.end === caret && (last.kind === "name" || last.kind === "number" || last.kind === "contains")
  const from = isWithin ? last.start : caret
  const typed = text.slice(from, caret)
  const so = (options: ReadonlyArray<Completion>): Completions => {
    const fitting = rankCompletions(options, typed).slice(0, maxCompletions)
    return fitting.length === 1 && fitting[0]?.text === typed ? none : { from, to: caret, options: fitting }
  }
  const earlier = isWithin ? before.slice(0, -1) : before
  const previous = earlier.at(-1)
  if (previous === undefined || opening.has(previous.kind)) return so(listOperands(where))
  if (comparing.has(previous.kind)) return so(listValuesAfterComparator(text, earlier, instructions))
  if (previous.kind === "." && previous.end === from) return so(keysAfter(text, earlier, where))
  return none
}

/** Those that begin with what was typed, then those that have it, then those that say it. */
const rankCompletions = (options: ReadonlyArray<Completion>, typed: string): ReadonlyArray<Completion> => {
  const sought = typed.toLowerCase()
  const rank = ({ text, about }: Completion): number => {
    const at = text.toLowerCase().indexOf(sought)
    if (at !== -1) return Math.min(at, 1)
    return about.toLowerCase().includes(sought) ? 2 : 3
  }
  return [0, 1, 2].flatMap((one) => options.filter((option) => rank(option) === one))
}

const listOperands = ({ instructions, place, crmKeys }: CompletionContext): ReadonlyArray<Completion> => {
  const named = listNamedBefore(instructions, place)
  const { metadata, crm } = listKnownKeys(instructions, crmKeys)
  return [
    ...named.filter(({ question }) => question).map((it) => ({ text: printAnswerName(getInstructionName(it)), about: questionText(it) })),
    ...named
      .filter(({ question }) => question?.type === "multiple")
      .map((it) => ({ text: `count(${printAnswerName(getInstructionName(it))})`, about: questionText(it) })),
    ...named.filter(({ type }) => type === "action").map((it) => ({ text: `actions${printKeyAccess(getInstructionName(it))}`, about: "" })),
    ...metadata.map((key) => ({ text: `metadata${printKeyAccess(key)}`, about: "" })),
    ...crm.map((key) => ({ text: `crm${printKeyAccess(key)}`, about: "" })),
  ]
}

/** In tokens; the longest is an answer in its long form, with a facet, counted. */
const longestOperand = 12

/** After a comparison: the values that the answer to the left of it can have. */
const listValuesAfterComparator = (
  text: string,
  earlier: ReadonlyArray<{ readonly start: number; readonly end: number }>,
  instructions: ReadonlyArray<Instruction>,
): ReadonlyArray<Completion> => {
  const comparator = earlier.at(-1)
  if (comparator === undefined) return []
  const left = text.slice(0, comparator.start).trimEnd()
  for (let i = earlier.length - 2; i >= Math.max(0, earlier.length - 2 - longestOperand); i--) {
    const start = earlier[i]?.start ?? 0
    const read = text[start - 1] === "." ? null : parseCondition(left.slice(start))
    if (read?._tag !== "Parsed" || read.condition._tag !== "Holds" || read.condition.operand._tag === "Literal") continue
    return (listAnswerValues(findSubjectQuestion(read.condition.operand, instructions)) ?? []).map(({ value, text: about }) => ({
      text: printLiteral({ _tag: "Literal", value }),
      about,
    }))
  }
  return []
}

/** After a root and its dot. */
const keysAfter = (
  text: string,
  earlier: ReadonlyArray<{ readonly start: number; readonly end: number }>,
  { instructions, place, crmKeys }: CompletionContext,
): ReadonlyArray<Completion> => {
  const root = earlier.at(-2)
  const named = listNamedBefore(instructions, place)
  const plain = (keys: ReadonlyArray<string>) =>
    keys.filter((key) => printKeyAccess(key).startsWith(".")).map((key) => ({ text: key, about: "" }))
  switch (root === undefined ? "" : text.slice(root.start, root.end)) {
    case "answers":
      return named.filter(({ question }) => question).map((it) => ({ text: getInstructionName(it), about: questionText(it) }))
    case "actions":
      return plain(named.filter(({ type }) => type === "action").map(getInstructionName))
    case "metadata":
      return plain(listKnownKeys(instructions).metadata)
    case "crm":
      return plain(listKnownKeys(instructions, crmKeys).crm)
    default:
      return []
  }
}

const questionText = ({ messages }: Instruction): string => plainText(messages[0]?.content ?? "").slice(0, 80)

// What can be recalled at a place of a text: names and keys, within two opening braces (decisions C11).

/** Where a text is completed: in the instruction at `place`, with keys of the CRM that are known from elsewhere. */
type RecallCompletionContext = {
  readonly instructions: ReadonlyArray<Instruction>
  readonly place: number
  readonly crmKeys: ReadonlyArray<string>
  /** How the text is written; plainly, where it is not said. */
  readonly markup?: Markup
}

/** The recalls that can stand at the place `caret` of a text, once two braces have been opened before it. */
export const completeRecall = (text: string, caret: number, where: RecallCompletionContext): Completions => {
  const from = text.lastIndexOf("{{", caret)
  if (from === -1 || from + 2 > caret) return none
  const typed = text.slice(from + 2, caret)
  if (/[{}|\n]/.test(typed)) return none
  const sought = typed.trim().toLowerCase()
  const rank = ({ text: option, about }: Completion): number => {
    const at = option.slice(2).toLowerCase().indexOf(sought)
    return at === 0 ? 0 : at !== -1 ? 1 : about.toLowerCase().includes(sought) ? 2 : 3
  }
  const all = recalls(where)
  const options = [0, 1, 2].flatMap((one) => all.filter((option) => rank(option) === one)).slice(0, maxCompletions)
  return { from, to: text.startsWith("}}", caret) ? caret + 2 : caret, options }
}

/** The same for a text that is JSON, in whose texts they are put. */
export const completeRecallInJson = (text: string, caret: number, where: RecallCompletionContext): Completions => {
  const found = completeRecall(text, caret, where)
  return { ...found, options: found.options.map((it) => ({ ...it, text: JSON.stringify(it.text).slice(1, -1) })) }
}

const recalls = ({ instructions, place, crmKeys, markup = "plain" }: RecallCompletionContext): ReadonlyArray<Completion> => {
  const named = listNamedBefore(instructions, place)
  const { metadata, crm } = listKnownKeys(instructions, crmKeys)
  const option = (reference: Reference, about: string): Completion => ({ text: printRecall(reference, "", markup), about })
  return [
    ...named
      .filter(({ question }) => question)
      .map((it) =>
        option({ _tag: "Answer", name: getInstructionName(it), facet: null }, plainText(it.messages[0]?.content ?? "").slice(0, 80)),
      ),
    ...named.filter(({ type }) => type === "action").map((it) => option({ _tag: "Action", name: getInstructionName(it), key: null }, "")),
    ...metadata.map((key) => option({ _tag: "Metadata", key }, "")),
    ...crm.map((key) => option({ _tag: "Crm", key }, "")),
  ]
}

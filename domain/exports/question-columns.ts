// The columns of one question, and what a conversation's answer writes into them (spec/3-community §9; decisions X1, X3, X4).
import { createAnswerReader, type EmojiLabels, formatStoredValue, hasAnswer } from "../conversations/stored-answer.ts"
import type { Choice, Question } from "../questions/question.ts"
import { scaleValues } from "../questions/scale-question.ts"
import { plainText } from "../rich-text/plain-text.ts"
import type { Instruction } from "../script/instruction.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import type { Cell } from "./csv.ts"
import { type Code, type Column, maxBytesPerCharacter, utf8ByteLength } from "./export-columns.ts"
import type { ExportOptions } from "./export-options.ts"

/** A question as one revision of its script defines it. */
export type QuestionDefinition = {
  readonly revision: number
  readonly language: string
  readonly instruction: Instruction
  readonly question: Question
}

/** Writes the cells of one answer. */
export type CellWriter = (answer: unknown, cells: Array<Cell>) => void

/** [X1] What stands between the parts of a heading. */
const joint = " | "
/** The longest texts that are read from a text column, in bytes of UTF-8 (SPSS's own limit). */
const widest = 32_767

/** The columns of a question, given its definitions newest first: one, or one for each choice that any of them has. */
export const questionColumns = (
  asked: ReadonlyArray<QuestionDefinition>,
  options: ExportOptions,
  emojiLabels: EmojiLabels,
): ReadonlyArray<Column> => {
  const [newest] = asked
  if (newest === undefined) return []
  const { instruction, question } = newest
  const text = questionText(newest)
  const name = getInstructionName(instruction)
  const heading = headingOf(newest, text, options)
  const source = { instruction: instruction.uuid, type: question.type, revisions: asked.map(({ revision }) => revision).toReversed() }
  const common = { decimals: 0, codes: [], source, label: text === "" ? name : text }
  if (question.type === "multiple")
    return choicesOf(asked).map(({ value, translation }) => ({
      ...common,
      heading: heading + joint + translation.content,
      wish: `${name}_${value}`,
      label: `${common.label}${joint}${translation.content}`,
      kind: "flag",
      width: 1,
    }))
  return [{ ...common, heading, wish: name, ...contentOf(asked, question, options, emojiLabels) }]
}

/** What writes a question's cells, as it was defined in one revision. `asked` are all its definitions: they make the columns. */
export const questionCellWriter = (
  question: Question,
  asked: ReadonlyArray<QuestionDefinition>,
  options: ExportOptions,
  emojiLabels: EmojiLabels,
): CellWriter => {
  if (question.type === "multiple") return flagReader(question.choices ?? [], choicesOf(asked))
  if (question.type === "choice" || question.type === "emoji") {
    const read = createAnswerReader(question, emojiLabels)
    const codes = codesOf(asked)
    return codedReader((answer) =>
      read(answer).map(({ uuid, text, value }) => (options.nonNumeric ? text : (codes.get(uuid ?? "") ?? value))),
    )
  }
  return (answer, cells) => {
    if (typeof answer === "string" || typeof answer === "number") cells.push(answer)
    else cells.push(Array.isArray(answer) ? answer.map(formatStoredValue).join(" ") : formatStoredValue(answer))
  }
}

/** [X4] 1 for each choice that was chosen, 0 for the others; nothing where nothing was answered. `own` may lack choices of `all`. */
const flagReader = (own: ReadonlyArray<Choice>, all: ReadonlyArray<Choice>): CellWriter => {
  const place = new Map(all.map(({ uuid }, i) => [uuid, i]))
  const places = new Map<unknown, number>()
  for (const { uuid, value } of own)
    for (const key of [uuid, value, String(value)]) if (!places.has(key)) places.set(key, place.get(uuid) ?? -1)
  return (answer, cells) => {
    const isAnswered = hasAnswer(answer)
    const start = cells.length
    for (let i = 0; i < all.length; i++) cells.push(isAnswered ? 0 : "")
    for (const item of Array.isArray(answer) ? answer : [answer]) {
      const at = places.get(item)
      if (at !== undefined && at >= 0) cells[start + at] = 1
    }
  }
}

/** Remembers what each answer is written as: there are few different ones, and many rows. */
const codedReader = (read: (answer: unknown) => ReadonlyArray<Cell>): CellWriter => {
  const seen = new Map<unknown, Cell>()
  return (answer, cells) => {
    const known = seen.get(answer)
    if (known !== undefined) cells.push(known)
    else {
      const said = read(answer)
      const cell = said.length === 1 ? (said[0] ?? "") : said.join(" ")
      if (seen.size < mostRemembered && typeof answer !== "object") seen.set(answer, cell)
      cells.push(cell)
    }
  }
}
const mostRemembered = 1000

/** [X1] The parts that were chosen, in their order; the name where none was. */
const headingOf = ({ instruction, question }: QuestionDefinition, text: string, options: ExportOptions): string => {
  const parts = [
    ...(options.instructionNumber ? [`Q${instruction.order + 1}`] : []),
    ...(options.shortLabel ? [getInstructionName(instruction)] : []),
    ...(options.type ? [question.type] : []),
    ...(options.questionText ? [text] : []),
  ].filter((part) => part !== "")
  return parts.length === 0 ? getInstructionName(instruction) : parts.join(joint)
}

/** The text of a question on one line, in the script's language where it has one. */
const questionText = ({ instruction: { messages }, language }: QuestionDefinition): string =>
  plainText((messages.find(({ locale }) => locale === language) ?? messages[0])?.content ?? "").replace(/\s+/gu, " ")

/** [X3] All choices that any revision has, the newest's first; each as its newest revision has it. */
const choicesOf = (asked: ReadonlyArray<QuestionDefinition>): ReadonlyArray<Choice> => {
  const choices = new Map<string, Choice>()
  for (const { question } of asked)
    for (const choice of question.choices ?? []) if (!choices.has(choice.uuid)) choices.set(choice.uuid, choice)
  return [...choices.values()]
}

/**
 * [X3] The code of each choice that any revision has, by its uuid: the value that its newest revision gives it, or, where another choice has that
 * by now, the smallest number that is nobody's. So no code means two things, and values that were swapped mean what they do now.
 */
const codesOf = (asked: ReadonlyArray<QuestionDefinition>): ReadonlyMap<string, number> => {
  const choices = choicesOf(asked)
  const taken = new Set(choices.map(({ value }) => value))
  const codes = new Map<string, number>()
  const given = new Set<number>()
  let free = 1
  for (const { uuid, value } of choices) {
    while (taken.has(free)) free++
    const code = given.has(value) ? free : value
    codes.set(uuid, code)
    given.add(code)
    taken.add(code)
  }
  return codes
}

type Content = Pick<Column, "kind" | "width" | "decimals" | "codes">

const contentOf = (
  asked: ReadonlyArray<QuestionDefinition>,
  question: Question,
  options: ExportOptions,
  emojiLabels: EmojiLabels,
): Content => {
  const coded = (codes: ReadonlyArray<Code>): Content =>
    options.nonNumeric
      ? { kind: "text", width: largest(codes, ({ label }) => utf8ByteLength(label), 1), decimals: 0, codes: [] }
      : { kind: "coded", width: largest(codes, ({ value }) => String(value).length, 3), decimals: 0, codes }
  const text = (width: number): Content => ({ kind: "text", width: Math.min(widest, width), decimals: 0, codes: [] })
  const number = (decimals: number): Content => ({ kind: "number", width: 20, decimals, codes: [] })
  switch (question.type) {
    case "choice":
    case "multiple":
      return coded(labelled(asked))
    case "emoji":
      return coded(scaleValues(question).map((value) => ({ value, label: emojiLabels[value - 1] ?? String(value) })))
    case "numeric":
    case "currency":
      return number(largest(asked, (it) => decimalsOf(it.question)))
    case "starRating":
      return number(1)
    case "nps":
      return number(0)
    case "date":
      return { kind: "date", width: 10, decimals: 0, codes: [] }
    case "open":
      return text(maxBytesPerCharacter * largest(asked, (it) => longestOf(it.question)))
    case "email":
      return text(320)
    case "file":
      return text(4096)
  }
}

const labelled = (asked: ReadonlyArray<QuestionDefinition>): ReadonlyArray<Code> => {
  const codes = codesOf(asked)
  return choicesOf(asked).map(({ uuid, value, translation }) => ({ value: codes.get(uuid) ?? value, label: translation.content }))
}

/** The largest of some numbers, however many there are; `least` where there is none. */
const largest = <T>(list: ReadonlyArray<T>, of: (one: T) => number, least = 0): number =>
  list.reduce((most, one) => Math.max(most, of(one)), least)

const decimalsOf = (question: Question): number =>
  (question.type === "numeric" || question.type === "currency" ? question.options?.precision : null) ?? 2
const longestOf = (question: Question): number => (question.type === "open" ? question.options?.maximum : null) ?? 4096

// Columns of one question, and the cells that an answer writes into them (X1, X3, X4).

import { formatFileAnswer } from "../conversations/answer-file.ts"
import { createAnswerReader, type EmojiLabels, formatStoredValue, hasAnswer } from "../conversations/stored-answer.ts"
import type { Choice, Question } from "../questions/question.ts"
import { listScaleValues } from "../questions/scale-question.ts"
import { nameRecalls } from "../recall/recall-filling.ts"
import { toPlainText } from "../rich-text/plain-text.ts"
import type { Instruction } from "../script/instruction.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import { utf8ByteLength } from "../text/text-input.ts"
import type { Cell } from "./csv.ts"
import { type Code, type Column, maxBytesPerCharacter } from "./export-columns.ts"
import type { ExportOptions } from "./export-options.ts"

/** A question as one revision of its script defines it. */
export type QuestionDefinition = {
  readonly revision: number
  readonly language: string
  readonly instruction: Instruction
  readonly question: Question
}

/** Appends the cells of one answer of a conversation, which is given by its id. */
export type CellWriter = (answer: unknown, cells: Array<Cell>, conversation: string) => void

/** [X1] Separates the parts of a heading. */
export const headingSeparator = " | "
/** [X4] What the cells of the column of one choice of a multiple choice mean. */
const listFlagCodes = (choice: Choice): ReadonlyArray<Code> => [
  { value: 0, label: "not chosen" },
  { value: 1, label: "chosen", ...getScore(choice) },
]
/** The score of a choice, as a part of its code. */
const getScore = ({ score }: Choice): Pick<Code, "score"> => (typeof score === "number" ? { score } : {})
/** Maximum width of a text column, in bytes of UTF-8 (a limit of SPSS). */
export const maxTextBytes = 32_767

/**
 * [X1, X3] Returns the columns of a question from its definitions, newest first: one, or one for each choice of any
 * revision.
 */
export const questionColumns = (
  definitions: ReadonlyArray<QuestionDefinition>,
  options: ExportOptions,
  emojiLabels: EmojiLabels,
): ReadonlyArray<Column> => {
  const [newest] = definitions
  if (newest === undefined) return []
  const { instruction, question } = newest
  const text = questionText(newest)
  const name = getInstructionName(instruction)
  const heading = buildHeading(instruction, question.type, text, options)
  const source = { instruction: instruction.uuid, type: question.type, revisions: definitions.map(({ revision }) => revision).toReversed() }
  const common = { decimals: 0, codes: [], source, label: text === "" ? name : text }
  if (question.type === "multiple")
    return collectChoices(definitions).map((choice) => ({
      ...common,
      heading: heading + headingSeparator + nameRecalls(choice.translation.content, "plain"),
      preferredName: `${name}_${choice.value}`,
      label: `${common.label}${headingSeparator}${nameRecalls(choice.translation.content, "plain")}`,
      kind: "flag",
      codes: listFlagCodes(choice),
      width: 1,
    }))
  return [{ ...common, heading, preferredName: name, ...describeContent(definitions, question, options, emojiLabels) }]
}

/**
 * Returns a writer for the answers of one revision. `definitions` are all definitions of the question, newest first; they
 * determine the columns.
 */
export const questionCellWriter = (
  question: Question,
  definitions: ReadonlyArray<QuestionDefinition>,
  options: ExportOptions,
  emojiLabels: EmojiLabels,
): CellWriter => {
  if (question.type === "multiple") return createFlagWriter(question.choices ?? [], collectChoices(definitions))
  if (question.type === "choice" || question.type === "emoji") {
    const readAnswer = createAnswerReader(question, emojiLabels)
    const codes = assignCodes(definitions)
    return createCachedWriter((answer) =>
      readAnswer(answer).map(({ uuid, text, value }) => {
        if (!options.nonNumeric) return codes.get(uuid ?? "") ?? value
        return uuid === null ? text : nameRecalls(text, "plain")
      }),
    )
  }
  if (question.type === "file")
    return (answer, cells, conversation) => {
      const names: ReadonlyArray<unknown> = Array.isArray(answer) ? answer : [answer]
      cells.push(names.map((name) => formatFileAnswer(conversation, name)).join(" "))
    }
  return (answer, cells) => {
    if (typeof answer === "string" || typeof answer === "number") cells.push(answer)
    else cells.push(Array.isArray(answer) ? answer.map(formatStoredValue).join(" ") : formatStoredValue(answer))
  }
}

/**
 * [X4] Writes 1 for each selected choice and 0 for the others, or blanks if the question was not answered. `choices`
 * are those of one revision and may lack some of `allChoices`.
 */
const createFlagWriter = (choices: ReadonlyArray<Choice>, allChoices: ReadonlyArray<Choice>): CellWriter => {
  const columnByUuid = new Map(allChoices.map(({ uuid }, i) => [uuid, i]))
  const columnByKey = new Map<unknown, number>()
  for (const { uuid, value } of choices)
    for (const key of [uuid, value, String(value)]) if (!columnByKey.has(key)) columnByKey.set(key, columnByUuid.get(uuid) ?? -1)
  return (answer, cells) => {
    const isAnswered = hasAnswer(answer)
    const start = cells.length
    for (let i = 0; i < allChoices.length; i++) cells.push(isAnswered ? 0 : "")
    for (const item of Array.isArray(answer) ? answer : [answer]) {
      const column = columnByKey.get(item)
      if (column !== undefined && column >= 0) cells[start + column] = 1
    }
  }
}

/** Caches how each answer is written: there are few distinct answers and many rows. */
const createCachedWriter = (readAnswer: (answer: unknown) => ReadonlyArray<Cell>): CellWriter => {
  const cellsByAnswer = new Map<unknown, Cell>()
  return (answer, cells) => {
    const cached = cellsByAnswer.get(answer)
    if (cached !== undefined) cells.push(cached)
    else {
      const texts = readAnswer(answer)
      const cell = texts.length === 1 ? (texts[0] ?? "") : texts.join(" ")
      if (cellsByAnswer.size < maxCachedCells && typeof answer !== "object") cellsByAnswer.set(answer, cell)
      cells.push(cell)
    }
  }
}
const maxCachedCells = 1000

/** [X1] The selected parts of a heading, in order; the name if none is selected. */
export const buildHeading = (instruction: Instruction, type: string, text: string, options: ExportOptions): string => {
  const parts = [
    ...(options.instructionNumber ? [`Q${instruction.order + 1}`] : []),
    ...(options.shortLabel ? [getInstructionName(instruction)] : []),
    ...(options.type ? [type] : []),
    ...(options.questionText ? [text] : []),
  ].filter((part) => part !== "")
  return parts.length === 0 ? getInstructionName(instruction) : parts.join(headingSeparator)
}

/** The text of a question on one line, in the script's language if available; recalls are shown by name [X14]. */
export const questionText = ({ instruction: { messages }, language }: Pick<QuestionDefinition, "instruction" | "language">): string =>
  toPlainText(nameRecalls((messages.find(({ locale }) => locale === language) ?? messages[0])?.content ?? "", "rich")).replace(/\s+/gu, " ")

/** [X3] All choices of any revision, newest first; each as in its newest revision. */
const collectChoices = (definitions: ReadonlyArray<QuestionDefinition>): ReadonlyArray<Choice> => {
  const choices = new Map<string, Choice>()
  for (const { question } of definitions)
    for (const choice of question.choices ?? []) if (!choices.has(choice.uuid)) choices.set(choice.uuid, choice)
  return [...choices.values()]
}

/**
 * [X3] A code for each choice of any revision, by uuid: the value in its newest revision, or, if another choice uses
 * that value by now, the smallest free number. So no code has two meanings.
 */
const assignCodes = (definitions: ReadonlyArray<QuestionDefinition>): ReadonlyMap<string, number> => {
  const choices = collectChoices(definitions)
  const taken = new Set(choices.map(({ value }) => value))
  const codes = new Map<string, number>()
  const usedCodes = new Set<number>()
  let nextFree = 1
  for (const { uuid, value } of choices) {
    while (taken.has(nextFree)) nextFree++
    const code = usedCodes.has(value) ? nextFree : value
    codes.set(uuid, code)
    usedCodes.add(code)
    taken.add(code)
  }
  return codes
}

type Content = Pick<Column, "kind" | "width" | "decimals" | "codes">

const describeContent = (
  definitions: ReadonlyArray<QuestionDefinition>,
  question: Question,
  options: ExportOptions,
  emojiLabels: EmojiLabels,
): Content => {
  const coded = (codes: ReadonlyArray<Code>): Content =>
    options.nonNumeric
      ? { kind: "text", width: maximumOf(codes, ({ label }) => utf8ByteLength(label), 1), decimals: 0, codes }
      : { kind: "coded", width: maximumOf(codes, ({ value }) => String(value).length, 3), decimals: 0, codes }
  const text = (width: number): Content => ({ kind: "text", width: Math.min(maxTextBytes, width), decimals: 0, codes: [] })
  const number = (decimals: number): Content => ({ kind: "number", width: 20, decimals, codes: [] })
  switch (question.type) {
    case "choice":
    case "multiple":
      return coded(listCodes(definitions))
    case "emoji":
      return coded(listScaleValues(question).map((value) => ({ value, label: emojiLabels[value - 1] ?? String(value) })))
    case "numeric":
    case "currency":
      return number(maximumOf(definitions, (it) => getDecimals(it.question)))
    case "starRating":
      return number(1)
    case "nps":
      return number(0)
    case "date":
      return { kind: "date", width: 10, decimals: 0, codes: [] }
    case "open":
      return text(maxBytesPerCharacter * maximumOf(definitions, (it) => getMaxTextLength(it.question)))
    case "email":
      return text(320)
    case "file":
      return text(4096)
  }
}

const listCodes = (definitions: ReadonlyArray<QuestionDefinition>): ReadonlyArray<Code> => {
  const codes = assignCodes(definitions)
  return collectChoices(definitions).map((choice) => ({
    value: codes.get(choice.uuid) ?? choice.value,
    label: nameRecalls(choice.translation.content, "plain"),
    ...getScore(choice),
  }))
}

/** The maximum of a list, which may be too long for `Math.max(...)`, but never less than `minimum`. */
const maximumOf = <T>(list: ReadonlyArray<T>, measure: (item: T) => number, minimum = 0): number =>
  list.reduce((max, item) => Math.max(max, measure(item)), minimum)

const getDecimals = (question: Question): number =>
  (question.type === "numeric" || question.type === "currency" ? question.options?.precision : null) ?? 2
const getMaxTextLength = (question: Question): number => (question.type === "open" ? question.options?.maximum : null) ?? 4096

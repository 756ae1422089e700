// Parses answers to questions into the form in which they are stored (E1).

import { emailProblem } from "../accounts/credentials.ts"
import { toNumber } from "../conditions/condition-value.ts"
import { isImpossibleDate, parseDate } from "../date/calendar-date.ts"
import { getChoiceLimits, getDateLimits, getNumberLimits, getTextLengthLimits, listExclusiveChoices } from "../questions/answer-limits.ts"
import { type FileOptions, getAcceptedExtensions } from "../questions/file-question.ts"
import { computeSliderRemainder, getSliderRange } from "../questions/number-question.ts"
import type { Choice, Question } from "../questions/question.ts"
import { listScaleValues, type ScaleQuestion } from "../questions/scale-question.ts"
import { defaultLanguage, type Language } from "../text/language.ts"
import { countCodePoints, stripBidiControls } from "../text/text-input.ts"
import { type AnswerResult, answerProblem, excerpt } from "./answer-problem.ts"

type Choices = ReadonlyArray<Choice>

/** Parses the answer to a single-choice question, given by uuid, value or text; its value is stored. */
export const parseChoice = (choices: Choices, input: unknown): AnswerResult => {
  const [first, ...others] = Array.isArray(input) ? input : [input]
  if (others.length > 0) return answerProblem("answer.choice")
  const choice = findChoice(choices, first)
  return choice === undefined ? answerProblem("answer.unknown-choice", { value: excerpt(first) }) : { ok: true, value: choice.value }
}

type Multiple = Extract<Question, { readonly type: "multiple" }>

/**
 * Parses the answer to a multiple-choice question; the values are stored, without duplicates, in the order of the
 * choices. A choice that excludes all others is accepted alone, even below the minimum.
 */
export const parseChoices = (question: Multiple, input: unknown): AnswerResult => {
  const choices = question.choices ?? []
  const items: ReadonlyArray<unknown> = Array.isArray(input) ? input : [input]
  if (items.length > Math.max(choices.length, 1)) return answerProblem("answer.most", { most: getChoiceLimits(question).most })
  const selected = new Set<Choice>()
  for (const item of items) {
    const choice = findChoice(choices, item)
    if (choice === undefined) return answerProblem("answer.unknown-choice", { value: excerpt(item) })
    selected.add(choice)
  }
  const exclusive = listExclusiveChoices(question).find((choice) => selected.has(choice))
  if (exclusive !== undefined && selected.size > 1) return answerProblem("answer.single", { text: exclusive.translation.content })
  const { fewest, most } = getChoiceLimits(question)
  if (exclusive === undefined && selected.size < fewest) return answerProblem("answer.fewest", { fewest })
  if (selected.size > most) return answerProblem("answer.most", { most })
  return { ok: true, value: choices.flatMap((choice) => (selected.has(choice) ? [choice.value] : [])) }
}

/**
 * Finds the chosen choice. Values are matched before texts, so that a choice with the text “3” does not hide the one
 * whose value is 3.
 */
const findChoice = (choices: Choices, input: unknown): Choice | undefined => {
  if (typeof input !== "string" && typeof input !== "number") return undefined
  const value = toNumber(input)
  const text = String(input).trim().toLowerCase()
  const { byUuid, byValue, byText } = indexChoices(choices)
  return byUuid.get(input) ?? (value === null ? undefined : byValue.get(value)) ?? byText.get(text)
}

type ChoiceIndex = {
  readonly byUuid: ReadonlyMap<unknown, Choice>
  readonly byValue: ReadonlyMap<unknown, Choice>
  readonly byText: ReadonlyMap<string, Choice>
}

const choiceIndexes = new WeakMap<Choices, ChoiceIndex>()

/** Returns the choices by what an answer may name them; the first of several that share it wins. Built once per revision. */
const indexChoices = (choices: Choices): ChoiceIndex => {
  const cached = choiceIndexes.get(choices)
  if (cached !== undefined) return cached
  const reversed = choices.toReversed()
  const index = {
    byUuid: new Map(reversed.map((choice) => [choice.uuid, choice])),
    byValue: new Map(reversed.map((choice) => [choice.value, choice])),
    byText: new Map(reversed.map((choice) => [choice.translation.content.trim().toLowerCase(), choice])),
  }
  choiceIndexes.set(choices, index)
  return index
}

type DateOptions = NonNullable<Extract<Question, { readonly type: "date" }>["options"]>

/** [Q5] Parses a date in any accepted format; it is stored as `YYYY-MM-DD`. */
export const parseDateAnswer = (options: DateOptions, input: unknown): AnswerResult => {
  const day = typeof input === "string" ? parseDate(input) : undefined
  if (day === undefined) return answerProblem(typeof input === "string" && isImpossibleDate(input) ? "answer.no-such-day" : "answer.date")
  const { first, last } = getDateLimits(options)
  if (first !== null && day < first) return answerProblem("answer.early", { first })
  return last !== null && day > last ? answerProblem("answer.late", { last }) : { ok: true, value: day }
}

const maxFileNameLength = 1024
const maxFiles = 20

/** Parses the name or URL of an uploaded file, or a list of them; each must have an accepted extension. */
export const parseFileAnswer = (options: FileOptions, input: unknown): AnswerResult => {
  const names = Array.isArray(input) ? input : [input]
  const extensions = getAcceptedExtensions(options)
  const fileNames: Array<string> = []
  for (const name of names) {
    if (typeof name !== "string" || name.trim() === "" || countCodePoints(name) > maxFileNameLength) return answerProblem("answer.file")
    if (fileNames.length === maxFiles) return answerProblem("answer.files", { most: maxFiles })
    const extension = /\.([^./?#\\]+)(?:[?#].*)?$/s.exec(name)?.[1]?.toLowerCase()
    if (!extensions.some((accepted) => accepted.toLowerCase() === extension))
      return answerProblem("answer.file-kind", { kinds: extensions.join(", ") })
    fileNames.push(name)
  }
  return { ok: true, value: Array.isArray(input) ? fileNames : (fileNames[0] ?? null) }
}

type OpenOptions = NonNullable<Extract<Question, { readonly type: "open" }>["options"]>

/**
 * Parses a text of permitted length, counted in code points. It is stored as written, minus control and bidirectional
 * characters that would affect the text around it.
 */
export const parseTextAnswer = (options: OpenOptions, input: unknown): AnswerResult => {
  const text = toAnswerText(input)
  if (text === null) return answerProblem("answer.shape")
  const { min, most } = getTextLengthLimits(options)
  const length = countCodePoints(text)
  if (length < min) return answerProblem("answer.short", { least: min })
  return length > most ? answerProblem("answer.long", { most }) : { ok: true, value: text }
}

/** [U12] Parses an email address. Only a delivered mail could prove that the address exists. */
export const parseEmailAnswer = (input: unknown): AnswerResult => {
  const address = toAnswerText(input)?.trim() ?? ""
  return emailProblem(address) === null ? { ok: true, value: address } : answerProblem("answer.email")
}

const toAnswerText = (input: unknown): string | null => {
  if (typeof input === "string") return stripBidiControls(input)
  return typeof input === "number" && Number.isFinite(input) ? String(input) : null
}

/**
 * [E1] Parses an answer. Stored are: for a choice its value; for several choices the list of their values in the order
 * of the choices; a number; a date as `YYYY-MM-DD`; a text as written; for files their names or URLs. Null means that
 * the question was skipped. Numbers are parsed in the language of the conversation. Total: any input is either parsed
 * or rejected.
 */
export const parseAnswer = (question: Question, input: unknown, language: Language = defaultLanguage): AnswerResult => {
  if (isBlank(input)) return question.skipable === true ? { ok: true, value: null } : answerProblem("answer.required")
  switch (question.type) {
    case "choice":
      return parseChoice(question.choices ?? [], input)
    case "multiple":
      return parseChoices(question, input)
    case "open":
      return parseTextAnswer(question.options ?? {}, input)
    case "email":
      return parseEmailAnswer(input)
    case "numeric":
      return parseNumberAnswer(question.options ?? {}, input, language)
    case "currency":
      return parseAmountAnswer(question.options ?? {}, input, language)
    case "nps":
    case "starRating":
    case "emoji":
      return parseScaleAnswer(question, input, language)
    case "date":
      return parseDateAnswer(question.options ?? {}, input)
    case "file":
      return parseFileAnswer(question.options ?? {}, input)
  }
}

/** An invisible answer counts as none: white space, format characters, an empty list. */
const isBlank = (input: unknown): input is null | undefined =>
  input === null ||
  input === undefined ||
  (typeof input === "string" && /^[\s\p{Cf}]*$/u.test(input)) ||
  (Array.isArray(input) && input.length === 0)

/** The decimal separator of a language; the other one of `.` and `,` groups thousands. */
const decimalSeparator = (language: Language): string => (language === "en" || language === "ar" ? "." : ",")

/** Converts Arabic and Persian digits and separators to western ones. */
const toWesternDigits = (text: string, language: Language): string =>
  text
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll("\u066B", decimalSeparator(language))
    .replaceAll("\u066C", " ")
    .replace(/^\u2212/, "-")

/** Thousands grouped by one separator, optionally followed by decimals after the other. */
const groupedNumber = /^-?[1-9]\d{0,2}([.,'’\s])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/

/**
 * [E1] Returns the number that a text stands for, or null. A separator that can only group thousands (1.000.000,
 * 1.234,5, 1 000) is read as such; a single point or comma before three digits groups thousands only if the language
 * uses the other one for decimals.
 */
export const parseLocalizedNumber = (text: string, language: Language): number | null => {
  const typed = toWesternDigits(text.trim(), language)
  const separator = groupedNumber.exec(typed)?.[1]
  const isGrouping = separator !== undefined && (!/^-?\d+[.,]\d+$/.test(typed) || separator !== decimalSeparator(language))
  const ungrouped = isGrouping ? typed.replaceAll(separator, "") : typed
  return toNumber(/^-?\d+,\d+$/.test(ungrouped) ? ungrouped.replace(",", ".") : ungrouped)
}

type Options<Type extends Question["type"]> = NonNullable<Extract<Question, { readonly type: Type }>["options"]>

/** [Q7] Parses a number within its bounds and decimals and, on a slider, on one of its steps. */
export const parseNumberAnswer = (options: Options<"numeric">, input: unknown, language: Language): AnswerResult => {
  const number = toAnswerNumber(input, language)
  if (number === null) return answerProblem("answer.number")
  const problem = checkBounds(number, options)
  if (problem !== null) return problem
  const step = options.stepSize ?? 1
  if (options.hasSlider !== true || !(step > 0)) return { ok: true, value: number }
  const remainder = computeSliderRemainder(getSliderRange(options).least, number, step)
  return remainder === "0" || remainder === undefined ? { ok: true, value: number } : answerProblem("answer.step", { step })
}

/** Parses an amount of money within its bounds and decimals. */
export const parseAmountAnswer = (options: Options<"currency">, input: unknown, language: Language): AnswerResult => {
  const number = toAnswerNumber(input, language)
  return number === null ? answerProblem("answer.number") : (checkBounds(number, options) ?? { ok: true, value: number })
}

/** [Q3, Q4] Parses a value of a scale: stars, emoji, NPS. */
export const parseScaleAnswer = (question: ScaleQuestion, input: unknown, language: Language): AnswerResult => {
  const number = toAnswerNumber(input, language)
  return number !== null && listScaleValues(question).includes(number) ? { ok: true, value: number } : answerProblem("answer.scale")
}

const checkBounds = (number: number, options: Options<"numeric" | "currency">): AnswerResult | null => {
  const { least, most, decimals } = getNumberLimits(options)
  if (least !== null && number < least) return answerProblem("answer.least", { least })
  if (most !== null && number > most) return answerProblem("answer.largest", { most })
  if (Number(number.toFixed(decimals)) === number) return null
  return decimals === 0 ? answerProblem("answer.whole") : answerProblem("answer.decimals", { most: decimals })
}

/** Accepts a number, or a text that contains one. Turns -0 into 0. */
const toAnswerNumber = (input: unknown, language: Language): number | null => {
  if (typeof input === "number") return Number.isFinite(input) ? (input === 0 ? 0 : input) : null
  if (typeof input !== "string") return null
  const number = parseLocalizedNumber(input, language)
  return number === 0 ? 0 : number
}

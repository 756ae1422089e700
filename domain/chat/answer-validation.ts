// Parses answers to questions into the form in which they are stored (E1).

import { emailProblem } from "../accounts/credentials.ts"
import { toNumber } from "../conditions/condition-value.ts"
import { parseDate } from "../date/calendar-date.ts"
import { countCodePoints } from "../questions/answer-bounds.ts"
import { choiceLimits, dateLimits, listExclusiveChoices, textLengthLimits } from "../questions/answer-limits.ts"
import { type FileOptions, getAcceptedExtensions } from "../questions/file-question.ts"
import type { Choice, Question } from "../questions/question.ts"
import { defaultLanguage, type Language } from "../script/language.ts"
import { stripBidiControls } from "../text/text-input.ts"
import { parseAmountAnswer, parseNumberAnswer, parseScaleAnswer } from "./answer-number.ts"
import { type AnswerResult, answerProblem, excerpt } from "./answer-problem.ts"

type Choices = ReadonlyArray<Choice>

/** Parses the answer to a single-choice question, given by uuid, value or text; its value is stored. */
export const parseChoice = (choices: Choices, given: unknown): AnswerResult => {
  const [first, ...others] = Array.isArray(given) ? given : [given]
  if (others.length > 0) return answerProblem("answer.choice")
  const choice = findChoice(choices, first)
  return choice === undefined ? answerProblem("answer.unknown-choice", { value: excerpt(first) }) : { ok: true, value: choice.value }
}

type Multiple = Extract<Question, { readonly type: "multiple" }>

/**
 * Parses the answer to a multiple-choice question; the values are stored, without duplicates, in the order of the
 * choices. A choice that excludes all others is accepted alone, even below the minimum.
 */
export const parseChoices = (question: Multiple, given: unknown): AnswerResult => {
  const choices = question.choices ?? []
  const selected = new Set<Choice>()
  for (const item of Array.isArray(given) ? given : [given]) {
    const choice = findChoice(choices, item)
    if (choice === undefined) return answerProblem("answer.unknown-choice", { value: excerpt(item) })
    selected.add(choice)
  }
  const exclusive = listExclusiveChoices(question).find((choice) => selected.has(choice))
  if (exclusive !== undefined && selected.size > 1) return answerProblem("answer.single", { text: exclusive.translation.content })
  const { fewest, most } = choiceLimits(question)
  if (exclusive === undefined && selected.size < fewest) return answerProblem("answer.fewest", { fewest })
  if (selected.size > most) return answerProblem("answer.most", { most })
  return { ok: true, value: choices.flatMap((choice) => (selected.has(choice) ? [choice.value] : [])) }
}

/**
 * Finds the chosen choice. Values are matched before texts, so that a choice with the text “3” does not hide the one
 * whose value is 3.
 */
const findChoice = (choices: Choices, given: unknown): Choice | undefined => {
  if (typeof given !== "string" && typeof given !== "number") return undefined
  const value = toNumber(given)
  const text = String(given).trim().toLowerCase()
  return (
    choices.find(({ uuid }) => uuid === given) ??
    choices.find((choice) => value !== null && choice.value === value) ??
    choices.find(({ translation }) => translation.content.trim().toLowerCase() === text)
  )
}

type DateOptions = NonNullable<Extract<Question, { readonly type: "date" }>["options"]>

/** [Q5] Parses a date in any accepted format; it is stored as `YYYY-MM-DD`. */
export const parseDateAnswer = (options: DateOptions, given: unknown): AnswerResult => {
  const day = typeof given === "string" ? parseDate(given) : undefined
  if (day === undefined) return answerProblem("answer.date")
  const { first, last } = dateLimits(options)
  if (first !== null && day < first) return answerProblem("answer.early", { first })
  return last !== null && day > last ? answerProblem("answer.late", { last }) : { ok: true, value: day }
}

const maxFileNameLength = 1024
const maxFiles = 20

/** Parses the name or URL of an uploaded file, or a list of them; each must have an accepted extension. */
export const parseFileAnswer = (options: FileOptions, given: unknown): AnswerResult => {
  const names = Array.isArray(given) ? given : [given]
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
  return { ok: true, value: Array.isArray(given) ? fileNames : (fileNames[0] ?? null) }
}

type OpenOptions = NonNullable<Extract<Question, { readonly type: "open" }>["options"]>

/**
 * Parses a text of permitted length, counted in code points. It is stored as written, minus control and bidirectional
 * characters that would affect the text around it.
 */
export const parseTextAnswer = (options: OpenOptions, given: unknown): AnswerResult => {
  const text = toAnswerText(given)
  if (text === null) return answerProblem("answer.shape")
  const { min, most } = textLengthLimits(options)
  const length = countCodePoints(text)
  if (length < min) return answerProblem("answer.short", { least: min })
  return length > most ? answerProblem("answer.long", { most }) : { ok: true, value: text }
}

/** [U12] Parses an email address. Only a delivered mail could prove that the address exists. */
export const parseEmailAnswer = (given: unknown): AnswerResult => {
  const address = toAnswerText(given)?.trim() ?? ""
  return emailProblem(address) === null ? { ok: true, value: address } : answerProblem("answer.email")
}

const toAnswerText = (given: unknown): string | null => {
  if (typeof given === "string") return stripBidiControls(given)
  return typeof given === "number" && Number.isFinite(given) ? String(given) : null
}

/**
 * [E1] Parses an answer. Stored are: for a choice its value; for several choices the list of their values in the order
 * of the choices; a number; a date as `YYYY-MM-DD`; a text as written; for files their names or URLs. Null means that
 * the question was skipped. Numbers are parsed in the language of the conversation. Total: any input is either parsed
 * or rejected.
 */
export const parseAnswer = (question: Question, given: unknown, language: Language = defaultLanguage): AnswerResult => {
  if (isBlank(given)) return question.skipable === true ? { ok: true, value: null } : answerProblem("answer.required")
  switch (question.type) {
    case "choice":
      return parseChoice(question.choices ?? [], given)
    case "multiple":
      return parseChoices(question, given)
    case "open":
      return parseTextAnswer(question.options ?? {}, given)
    case "email":
      return parseEmailAnswer(given)
    case "numeric":
      return parseNumberAnswer(question.options ?? {}, given, language)
    case "currency":
      return parseAmountAnswer(question.options ?? {}, given, language)
    case "nps":
    case "starRating":
    case "emoji":
      return parseScaleAnswer(question, given, language)
    case "date":
      return parseDateAnswer(question.options ?? {}, given)
    case "file":
      return parseFileAnswer(question.options ?? {}, given)
  }
}

/** An invisible answer counts as none: white space, format characters, an empty list. */
const isBlank = (given: unknown): given is null | undefined =>
  given === null ||
  given === undefined ||
  (typeof given === "string" && /^[\s\p{Cf}]*$/u.test(given)) ||
  (Array.isArray(given) && given.length === 0)

// Whether something given is an answer to a question, and the form in which it is kept (spec/2-editor §3, §5; decisions E1).

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

// One choice or several as an answer: named by uuid, by value or by text (spec/2-editor §3, decisions E1).

type Choices = ReadonlyArray<Choice>

/** Reads one choice; kept is its value. */
export const parseChoice = (choices: Choices, given: unknown): AnswerResult => {
  const [one, ...others] = Array.isArray(given) ? given : [given]
  if (others.length > 0) return answerProblem("answer.choice")
  const choice = choiceOf(choices, one)
  return choice === undefined ? answerProblem("answer.unknown-choice", { value: excerpt(one) }) : { ok: true, value: choice.value }
}

type Multiple = Extract<Question, { readonly type: "multiple" }>

/** Reads several choices; kept are their values, each once, in the order of the choices. One that excludes all others needs no others. */
export const parseChoices = (question: Multiple, given: unknown): AnswerResult => {
  const choices = question.choices ?? []
  const picked = new Set<Choice>()
  for (const one of Array.isArray(given) ? given : [given]) {
    const choice = choiceOf(choices, one)
    if (choice === undefined) return answerProblem("answer.unknown-choice", { value: excerpt(one) })
    picked.add(choice)
  }
  const alone = listExclusiveChoices(question).find((choice) => picked.has(choice))
  if (alone !== undefined && picked.size > 1) return answerProblem("answer.single", { text: alone.translation.content })
  const { fewest, most } = choiceLimits(question)
  if (alone === undefined && picked.size < fewest) return answerProblem("answer.fewest", { fewest })
  if (picked.size > most) return answerProblem("answer.most", { most })
  return { ok: true, value: choices.flatMap((choice) => (picked.has(choice) ? [choice.value] : [])) }
}

/** The choice that is meant. A value comes before a text, so that a choice called “3” does not stand before the one whose value is 3. */
const choiceOf = (choices: Choices, given: unknown): Choice | undefined => {
  if (typeof given !== "string" && typeof given !== "number") return undefined
  const value = toNumber(given)
  const text = String(given).trim().toLowerCase()
  return (
    choices.find(({ uuid }) => uuid === given) ??
    choices.find((choice) => value !== null && choice.value === value) ??
    choices.find(({ translation }) => translation.content.trim().toLowerCase() === text)
  )
}

// Days as answers (spec/3-community §9; decisions Q5, E1).

type DateOptions = NonNullable<Extract<Question, { readonly type: "date" }>["options"]>

/** Reads a date in any of the forms that can be typed; it is kept as `YYYY-MM-DD`. */
export const parseDateAnswer = (options: DateOptions, given: unknown): AnswerResult => {
  const day = typeof given === "string" ? parseDate(given) : undefined
  if (day === undefined) return answerProblem("answer.date")
  const { first, last } = dateLimits(options)
  if (first !== null && day < first) return answerProblem("answer.early", { first })
  return last !== null && day > last ? answerProblem("answer.late", { last }) : { ok: true, value: day }
}

// Files as answers: what stands for an upload, its name or address (spec/2-editor §3, decisions E1).

const longestName = 1024
const mostFiles = 20

/** Reads the name or address of a file, or a list of them; each ends with one of the allowed extensions. */
export const parseFileAnswer = (options: FileOptions, given: unknown): AnswerResult => {
  const names = Array.isArray(given) ? given : [given]
  const kinds = getAcceptedExtensions(options)
  const kept: Array<string> = []
  for (const name of names) {
    if (typeof name !== "string" || name.trim() === "" || countCodePoints(name) > longestName) return answerProblem("answer.file")
    if (kept.length === mostFiles) return answerProblem("answer.files", { most: mostFiles })
    const extension = /\.([^./?#\\]+)(?:[?#].*)?$/s.exec(name)?.[1]?.toLowerCase()
    if (!kinds.some((kind) => kind.toLowerCase() === extension)) return answerProblem("answer.file-kind", { kinds: kinds.join(", ") })
    kept.push(name)
  }
  return { ok: true, value: Array.isArray(given) ? kept : (kept[0] ?? null) }
}

// Texts as answers: open answers and email addresses (spec/2-editor §5, decisions E1).

type OpenOptions = NonNullable<Extract<Question, { readonly type: "open" }>["options"]>

/** Reads a text of the allowed length, counted in code points; it is kept as it was written, without what steers what stands around it. */
export const parseTextAnswer = (options: OpenOptions, given: unknown): AnswerResult => {
  const text = textOf(given)
  if (text === null) return answerProblem("answer.shape")
  const { min, most } = textLengthLimits(options)
  const length = countCodePoints(text)
  if (length < min) return answerProblem("answer.short", { least: min })
  return length > most ? answerProblem("answer.long", { most }) : { ok: true, value: text }
}

/** Reads an email address [U12]. Whether mail arrives there only mail can tell. */
export const parseEmailAnswer = (given: unknown): AnswerResult => {
  const address = textOf(given)?.trim() ?? ""
  return emailProblem(address) === null ? { ok: true, value: address } : answerProblem("answer.email")
}

const textOf = (given: unknown): string | null => {
  if (typeof given === "string") return stripBidiControls(given)
  return typeof given === "number" && Number.isFinite(given) ? String(given) : null
}

/**
 * Reads what was given for a question. Kept are: of a choice its value; of several a list of values in the order of the choices; a number;
 * a date as `YYYY-MM-DD`; a text as it was written; of a file what stands for it, or a list of that. Null is a skipped question.
 * Numbers are read as they are typed in the language of the conversation, or of scripts where none is said. Total: anything at all is read or refused.
 */
export const parseAnswer = (question: Question, given: unknown, language: Language = defaultLanguage): AnswerResult => {
  if (isNothing(given)) return question.skipable === true ? { ok: true, value: null } : answerProblem("answer.required")
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

/** What cannot be seen answers nothing: white space, characters that only shape others, an empty list. */
const isNothing = (given: unknown): given is null | undefined =>
  given === null ||
  given === undefined ||
  (typeof given === "string" && /^[\s\p{Cf}]*$/u.test(given)) ||
  (Array.isArray(given) && given.length === 0)

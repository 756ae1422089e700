// Whether something given is an answer to a question, and the form in which it is kept (spec/2-editor §3, §5; decisions E1).

import { emailProblem } from "../accounts/credentials.ts"
import { asNumber } from "../conditions/condition-value.ts"
import { readDate } from "../date/calendar-date.ts"
import { lengthOf } from "../questions/answer-bounds.ts"
import { choiceLimits, dayLimits, singles, textLengths } from "../questions/answer-limits.ts"
import { extensionsOf, type FileOptions } from "../questions/file-question.ts"
import type { Choice, Question } from "../questions/question.ts"
import { defaultLanguage, type Language } from "../script/language.ts"
import { withoutSteering } from "../text/text-input.ts"
import { readAmount, readNumber, readScale } from "./answer-number.ts"
import { type Read, shown, wrong } from "./answer-problem.ts"

// One choice or several as an answer: named by uuid, by value or by text (spec/2-editor §3, decisions E1).

type Choices = ReadonlyArray<Choice>

/** Reads one choice; kept is its value. */
export const readChoice = (choices: Choices, given: unknown): Read => {
  const [one, ...others] = Array.isArray(given) ? given : [given]
  if (others.length > 0) return wrong("answer.choice")
  const choice = choiceOf(choices, one)
  return choice === undefined ? wrong("answer.unknown-choice", { value: shown(one) }) : { ok: true, value: choice.value }
}

type Multiple = Extract<Question, { readonly type: "multiple" }>

/** Reads several choices; kept are their values, each once, in the order of the choices. One that excludes all others needs no others. */
export const readChoices = (question: Multiple, given: unknown): Read => {
  const choices = question.choices ?? []
  const picked = new Set<Choice>()
  for (const one of Array.isArray(given) ? given : [given]) {
    const choice = choiceOf(choices, one)
    if (choice === undefined) return wrong("answer.unknown-choice", { value: shown(one) })
    picked.add(choice)
  }
  const alone = singles(question).find((choice) => picked.has(choice))
  if (alone !== undefined && picked.size > 1) return wrong("answer.single", { text: alone.translation.content })
  const { fewest, most } = choiceLimits(question)
  if (alone === undefined && picked.size < fewest) return wrong("answer.fewest", { fewest })
  if (picked.size > most) return wrong("answer.most", { most })
  return { ok: true, value: choices.flatMap((choice) => (picked.has(choice) ? [choice.value] : [])) }
}

/** The choice that is meant. A value comes before a text, so that a choice called “3” does not stand before the one whose value is 3. */
const choiceOf = (choices: Choices, given: unknown): Choice | undefined => {
  if (typeof given !== "string" && typeof given !== "number") return undefined
  const value = asNumber(given)
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
export const readDay = (options: DateOptions, given: unknown): Read => {
  const day = typeof given === "string" ? readDate(given) : undefined
  if (day === undefined) return wrong("answer.date")
  const { first, last } = dayLimits(options)
  if (first !== null && day < first) return wrong("answer.early", { first })
  return last !== null && day > last ? wrong("answer.late", { last }) : { ok: true, value: day }
}

// Files as answers: what stands for an upload, its name or address (spec/2-editor §3, decisions E1).

const longestName = 1024
const mostFiles = 20

/** Reads the name or address of a file, or a list of them; each ends with one of the allowed extensions. */
export const readFile = (options: FileOptions, given: unknown): Read => {
  const names = Array.isArray(given) ? given : [given]
  const kinds = extensionsOf(options)
  const kept: Array<string> = []
  for (const name of names) {
    if (typeof name !== "string" || name.trim() === "" || lengthOf(name) > longestName) return wrong("answer.file")
    if (kept.length === mostFiles) return wrong("answer.files", { most: mostFiles })
    const extension = /\.([^./?#\\]+)(?:[?#].*)?$/s.exec(name)?.[1]?.toLowerCase()
    if (!kinds.some((kind) => kind.toLowerCase() === extension)) return wrong("answer.file-kind", { kinds: kinds.join(", ") })
    kept.push(name)
  }
  return { ok: true, value: Array.isArray(given) ? kept : (kept[0] ?? null) }
}

// Texts as answers: open answers and email addresses (spec/2-editor §5, decisions E1).

type OpenOptions = NonNullable<Extract<Question, { readonly type: "open" }>["options"]>

/** Reads a text of the allowed length, counted in code points; it is kept as it was written, without what steers what stands around it. */
export const readText = (options: OpenOptions, given: unknown): Read => {
  const text = textOf(given)
  if (text === null) return wrong("answer.shape")
  const { least, most } = textLengths(options)
  const length = lengthOf(text)
  if (length < least) return wrong("answer.short", { least })
  return length > most ? wrong("answer.long", { most }) : { ok: true, value: text }
}

/** Reads an email address [U12]. Whether mail arrives there only mail can tell. */
export const readEmail = (given: unknown): Read => {
  const address = textOf(given)?.trim() ?? ""
  return emailProblem(address) === null ? { ok: true, value: address } : wrong("answer.email")
}

const textOf = (given: unknown): string | null => {
  if (typeof given === "string") return withoutSteering(given)
  return typeof given === "number" && Number.isFinite(given) ? String(given) : null
}

/**
 * Reads what was given for a question. Kept are: of a choice its value; of several a list of values in the order of the choices; a number;
 * a date as `YYYY-MM-DD`; a text as it was written; of a file what stands for it, or a list of that. Null is a skipped question.
 * Numbers are read as they are typed in the language of the conversation, or of scripts where none is said. Total: anything at all is read or refused.
 */
export const readAnswer = (question: Question, given: unknown, language: Language = defaultLanguage): Read => {
  if (isNothing(given)) return question.skipable === true ? { ok: true, value: null } : wrong("answer.required")
  switch (question.type) {
    case "choice":
      return readChoice(question.choices ?? [], given)
    case "multiple":
      return readChoices(question, given)
    case "open":
      return readText(question.options ?? {}, given)
    case "email":
      return readEmail(given)
    case "numeric":
      return readNumber(question.options ?? {}, given, language)
    case "currency":
      return readAmount(question.options ?? {}, given, language)
    case "nps":
    case "starRating":
    case "emoji":
      return readScale(question, given, language)
    case "date":
      return readDay(question.options ?? {}, given)
    case "file":
      return readFile(question.options ?? {}, given)
  }
}

/** What cannot be seen answers nothing: white space, characters that only shape others, an empty list. */
const isNothing = (given: unknown): given is null | undefined =>
  given === null ||
  given === undefined ||
  (typeof given === "string" && /^[\s\p{Cf}]*$/u.test(given)) ||
  (Array.isArray(given) && given.length === 0)

// Whether something given is an answer to a question, and the form in which it is kept (spec/2-editor §3, §5; decisions E1).
import type { Question } from "../questions/question.ts"
import { defaultLanguage, type Language } from "../script/language.ts"
import { readChoice, readChoices } from "./answer-choice.ts"
import { readDay } from "./answer-date.ts"
import { readFile } from "./answer-file.ts"
import { readAmount, readNumber, readScale } from "./answer-number.ts"
import { type Read, wrong } from "./answer-read.ts"
import { readEmail, readText } from "./answer-text.ts"

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

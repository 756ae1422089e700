// The texts of a question besides its message and its choices, and their translations [I10].

import { getTranslation, withTranslation } from "../text/translations.ts"
import { maxPlaceholderLength, showsPlaceholder } from "./answer-limits.ts"
import { localizeChoice } from "./choices.ts"
import { isButtonEnabled, maxButtonTextLength, uploadButtons } from "./file-question.ts"
import { maxBoundLabelLength } from "./number-question.ts"
import type { FieldTranslation, Question } from "./question.ts"

/** The fields of a question with a text that respondents read. */
export const questionTextFields = [
  "placeholder",
  "lowerBoundLabel",
  "upperBoundLabel",
  "fileUploadCameraText",
  "fileUploadLibraryText",
] as const
export type QuestionTextField = (typeof questionTextFields)[number]

/** Returns the fields whose texts respondents can see, given the type and the options of a question. */
export const listVisibleTextFields = (question: Question): ReadonlyArray<QuestionTextField> => {
  const { type, options } = question
  const fields: ReadonlyArray<QuestionTextField> =
    type === "numeric" && options?.hasSlider === true && options.hasLabel === true
      ? ["lowerBoundLabel", "upperBoundLabel"]
      : type === "file"
        ? (["camera", "library"] as const).flatMap((button) => (isButtonEnabled(options ?? {}, button) ? [uploadButtons[button].text] : []))
        : []
  return showsPlaceholder(question) ? ["placeholder", ...fields] : fields
}

/** Returns the text of a field in the script's language; "" if the question has no such text. */
export const getQuestionText = (question: Question, field: QuestionTextField): string => {
  if (field === "placeholder") return question.placeholder ?? ""
  const text = question.options?.[field]
  return typeof text === "string" ? text : ""
}

/** Sets the text of a field in the script's language. */
const setQuestionText = (question: Question, field: QuestionTextField, text: string): Question => {
  if (field === "placeholder") return { ...question, placeholder: text }
  if (question.type === "numeric" && (field === "lowerBoundLabel" || field === "upperBoundLabel"))
    return { ...question, options: { ...question.options, [field]: text } }
  if (question.type === "file" && (field === "fileUploadCameraText" || field === "fileUploadLibraryText"))
    return { ...question, options: { ...question.options, [field]: text } }
  return question
}

/** Returns the text of a field in another language; "" if there is none. */
export const getFieldTranslation = ({ translations }: Question, field: QuestionTextField, locale: string): string =>
  getTranslation(
    translations?.filter((it) => it.field === field),
    locale,
  )

/** Sets the text of a field in another language; an empty text removes it. */
export const setFieldTranslation = (question: Question, field: QuestionTextField, locale: string, content: string): Question => {
  const { translations, ...rest } = question
  const isSame = (it: FieldTranslation) => it.field === field && it.locale === locale
  return { ...rest, ...withTranslation<FieldTranslation>(translations, { field, locale, content }, isSame) }
}

/** Returns the question with its fields in one language, without the other languages; a field without a translation keeps its own text. */
const localizeFields = (question: Question, locale: string): Question => {
  const { translations, ...rest } = question
  if (!translations) return question
  return translations.reduce<Question>(
    (localized, { field, locale: other, content }) =>
      other === locale && isQuestionTextField(field) && content.trim() !== "" ? setQuestionText(localized, field, content) : localized,
    rest,
  )
}

/** Returns the question in one language: its fields and each of its choices have only their text in that language. */
export const localizeQuestion = (question: Question, locale: string): Question => {
  const localized = localizeFields(question, locale)
  return (question.choices ?? []).some(({ translations }) => translations)
    ? { ...localized, choices: (question.choices ?? []).map((choice) => localizeChoice(choice, locale)) }
    : localized
}

/** Makes the texts in the language `to` the question's own, and its own texts the translations into the language `from`. */
export const swapFieldTexts = (question: Question, from: string, to: string): Question => {
  const { translations } = question
  if (!translations?.some(({ locale }) => locale === to)) return question
  let next: Question = question
  const swapped = translations.map((translation) => {
    const { field, locale, content } = translation
    if (locale !== to || !isQuestionTextField(field)) return translation
    next = setQuestionText(next, field, content)
    return { ...translation, locale: from, content: getQuestionText(question, field) }
  })
  return { ...next, translations: swapped }
}

/** The maximum number of code points of each field, and the check's rule about it. */
export const fieldTextLimits = {
  placeholder: { most: maxPlaceholderLength, rule: "structure" },
  lowerBoundLabel: { most: maxBoundLabelLength, rule: "numeric-bounds" },
  upperBoundLabel: { most: maxBoundLabelLength, rule: "numeric-bounds" },
  fileUploadCameraText: { most: maxButtonTextLength, rule: "file-label-length" },
  fileUploadLibraryText: { most: maxButtonTextLength, rule: "file-label-length" },
} as const satisfies Record<QuestionTextField, unknown>

/** Returns whether a name is that of a field with a text. */
export const isQuestionTextField = (name: string): name is QuestionTextField => questionTextFields.some((field) => field === name)

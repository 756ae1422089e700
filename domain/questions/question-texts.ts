// The texts of a question besides its message and its choices, and their translations [I10].

import { type Language, languages } from "../text/language.ts"
import { exchangeTranslation, getTranslation, pickReadableText, pickText, withTranslation } from "../text/translations.ts"
import { maxPlaceholderLength, showsPlaceholder } from "./answer-limits.ts"
import { localizeChoice } from "./choices.ts"
import {
  defaultButtonTexts,
  type FileButton,
  isButtonEnabled,
  maxButtonTextLength,
  uploadButtonNames,
  uploadButtons,
} from "./file-question.ts"
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

/** Returns the fields with a text that a question of this type can have. */
const listTextFields = ({ type }: Question): ReadonlyArray<QuestionTextField> => [
  "placeholder",
  ...(type === "numeric" ? (["lowerBoundLabel", "upperBoundLabel"] as const) : []),
  ...(type === "file" ? uploadButtonNames.map((button) => uploadButtons[button].text) : []),
]

/** Returns the fields whose texts respondents can see, given the type and the options of a question. */
export const listVisibleTextFields = (question: Question): ReadonlyArray<QuestionTextField> => {
  const { type, options } = question
  const fields: ReadonlyArray<QuestionTextField> =
    type === "numeric" && options?.hasSlider === true && options.hasLabel === true
      ? ["lowerBoundLabel", "upperBoundLabel"]
      : type === "file"
        ? uploadButtonNames.flatMap((button) => (isButtonEnabled(options ?? {}, button) ? [uploadButtons[button].text] : []))
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

/** The language of a script, and the one in which its texts are shown. */
type ShownIn = { readonly language: string; readonly locale: Language }

/** Returns the question with its fields as they are read in one language, without the other languages. */
const localizeFields = (question: Question, { language, locale }: ShownIn): Question => {
  const { translations, ...rest } = question
  return listTextFields(question).reduce<Question>((localized, field) => {
    const own = getQuestionText(question, field)
    const standard = getStandardText(question, field, language, locale)
    const inField = translations?.filter((it) => it.field === field)
    const text =
      standard === undefined
        ? pickReadableText({ locale: language, content: own }, inField, locale).content
        : pickText(standard, inField, locale)
    return text === own ? localized : setQuestionText(localized, field, text)
  }, rest)
}

/** Returns the question in one language: its fields and each of its choices have only their text in that language. */
export const localizeQuestion = (question: Question, shownIn: ShownIn): Question => {
  const localized = localizeFields(question, shownIn)
  return (question.choices ?? []).some(({ translations }) => translations)
    ? { ...localized, choices: (question.choices ?? []).map((choice) => localizeChoice(choice, shownIn.locale)) }
    : localized
}

/**
 * Returns the product's own label of an upload button in `locale`, if the question has no other one: its label is blank, or the product's in the
 * language of the script. Undefined for every other text, and in a language in which the product has no labels.
 */
export const getStandardText = (question: Question, field: QuestionTextField, language: string, locale: string): string | undefined => {
  const button = uploadButtonNames.find((name) => uploadButtons[name].text === field)
  if (button === undefined || question.type !== "file") return undefined
  const own = getQuestionText(question, field)
  return own.trim() === "" || own === findStandardLabel(button, language) ? findStandardLabel(button, locale) : undefined
}

const findStandardLabel = (button: FileButton, locale: string): string | undefined => {
  const available = languages.find((language) => language === locale)
  return available && defaultButtonTexts[available][button]
}

/**
 * Makes the texts in the language `to` the question's own, and its own texts translations into the language `from`. The product's labels of
 * buttons become those of the other language.
 */
export const exchangeFieldTexts = (question: Question, from: string, to: string): Question =>
  listTextFields(question).reduce((current, field) => {
    const standard = getStandardText(question, field, from, to)
    const own = getQuestionText(current, field)
    const isTranslated = current.translations?.some((it) => it.field === field && it.locale === to) === true
    if (standard !== undefined && !isTranslated) return own === "" ? current : setQuestionText(current, field, standard)
    const exchanged = exchangeTranslation<FieldTranslation>(
      { field, locale: from, content: own },
      current.translations,
      (it) => it.field === field && it.locale === to,
    )
    if (exchanged === null) return current
    const { translations: _, ...rest } = setQuestionText(current, field, exchanged.text)
    return exchanged.translations.length === 0 ? rest : { ...rest, translations: exchanged.translations }
  }, question)

/** Returns the question with the product's labels of its buttons in another language, and every other text as it is. */
export const changeStandardLabels = (question: Question, from: string, to: string): Question =>
  listTextFields(question).reduce((current, field) => {
    const standard = getQuestionText(question, field).trim() === "" ? undefined : getStandardText(question, field, from, to)
    return standard === undefined ? current : setQuestionText(current, field, standard)
  }, question)

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

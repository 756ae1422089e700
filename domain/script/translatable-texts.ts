// The translatable texts of a script: listing, counting and setting their translations [I10].
import { listChoiceTexts, maxChoiceTextLength } from "../questions/choices.ts"
import type { Question, Translated } from "../questions/question.ts"
import {
  fieldTextLimits,
  getFieldTranslation,
  getQuestionText,
  getStandardText,
  isQuestionTextField,
  listVisibleTextFields,
  type QuestionTextField,
  setFieldTranslation,
} from "../questions/question-texts.ts"
import {
  findPicture,
  getImageCaption,
  getVideoAddress,
  getVideoCaption,
  setImageCaption,
  setPicture,
  toVideoMessage,
} from "../rich-text/message-media.ts"
import { hasText } from "../rich-text/plain-text.ts"
import { getTranslation, setTranslationIn, withTranslation } from "../text/translations.ts"
import { maxStopMessageLength } from "./action.ts"
import { type Instruction, setMessage } from "./instruction.ts"
import { getScoreParams, mapRanges } from "./score-ranges.ts"

/**
 * What can be translated in an instruction: its message, the alternative text of its picture, the caption of its picture or video, a text of
 * its question, its closing text, one of its choices, or the label or the text of one of its score ranges (`choice` and `range` are UUIDs).
 */
export type TranslationPart =
  | MessagePart
  | { readonly of: "closing" }
  | { readonly of: QuestionTextField }
  | { readonly of: "choice"; readonly choice: string }
  | { readonly of: "range"; readonly range: string }
  | { readonly of: "rangeLabel"; readonly range: string }

/** Returns the maximum number of code points of a translation; undefined if it has none. */
export const getMaxTranslationLength = ({ of }: TranslationPart): number | undefined => {
  if (of === "closing") return maxStopMessageLength
  if (of === "choice") return maxChoiceTextLength
  return isQuestionTextField(of) ? fieldTextLimits[of].most : undefined
}

/**
 * A text in the script's language and in another one ("" if it is missing there). A message is HTML, everything else is plain text. `standard` is
 * what respondents read without a translation, if the product has the text in that language: the label of an upload button.
 */
export type TranslatableText = {
  readonly part: TranslationPart
  readonly text: string
  readonly translation: string
  readonly standard?: string
}

/**
 * Returns the translatable texts of an instruction, without texts that are blank in both languages. The text with the key `editedKey`
 * (`getPartKey`) is listed even if it is blank, because it is being edited.
 */
export const listTranslatableTexts = (
  instruction: Instruction,
  language: string,
  locale: string,
  editedKey: string | null = null,
): ReadonlyArray<TranslatableText> => {
  const { type, question, action } = instruction
  const [text, translation] = [getMessageContent(instruction, language), getMessageContent(instruction, locale)]
  const own: ReadonlyArray<TranslatableText> =
    type === "video"
      ? [{ part: { of: "caption" }, text: getVideoCaption(text), translation: getVideoCaption(translation) }]
      : type === "image"
        ? [
            { part: { of: "picture" }, text: findPicture(text)?.alt ?? "", translation: findPicture(translation)?.alt ?? "" },
            { part: { of: "caption" }, text: getImageCaption(text), translation: getImageCaption(translation) },
          ]
        : [{ part: { of: "message" }, text, translation }]
  const choices = (question?.choices ?? []).map((choice): TranslatableText => {
    return { part: { of: "choice", choice: choice.uuid }, ...getTexts(choice, language, locale) }
  })
  const fields = question ? listFieldTexts(question, language, locale) : []
  const closing: ReadonlyArray<TranslatableText> =
    action?.type === "end"
      ? [{ part: { of: "closing" }, text: action.params.message ?? "", translation: getTranslation(action.params.translations, locale) }]
      : []
  const ranges = (getScoreParams(instruction)?.ranges ?? []).flatMap(
    (range): ReadonlyArray<TranslatableText> => [
      { part: { of: "rangeLabel", range: range.uuid }, text: range.label ?? "", translation: getTranslation(range.labels, locale) },
      { part: { of: "range", range: range.uuid }, ...getTexts(range, language, locale) },
    ],
  )
  return [...own, ...choices, ...fields, ...closing, ...ranges].filter(
    ({ part, text, translation }) => isFilled(part, text) || isFilled(part, translation) || getPartKey(part) === editedKey,
  )
}

const listFieldTexts = (question: Question, language: string, locale: string): ReadonlyArray<TranslatableText> =>
  listVisibleTextFields(question).map((field) => {
    const standard = getStandardText(question, field, language, locale)
    return {
      part: { of: field },
      text: getQuestionText(question, field),
      translation: getFieldTranslation(question, field, locale),
      ...(standard !== undefined && { standard }),
    }
  })

const getTexts = (owner: Translated, language: string, locale: string): Pick<TranslatableText, "text" | "translation"> => ({
  text: getTranslation(listChoiceTexts(owner), language),
  translation: getTranslation(listChoiceTexts(owner), locale),
})

/** A plain text that belongs to no instruction. */
export type PlainText = Pick<TranslatableText, "text" | "translation">

/** Returns whether a text has no translation. */
export const isUntranslated = ({ part, text, translation, standard }: PlainText & Partial<TranslatableText>): boolean =>
  standard === undefined && isFilled(part, text) && !isFilled(part, translation)

/** The number of texts that authors translate, and of those that are not translated. */
export type TranslationCount = { readonly all: number; readonly missing: number }
/** `listed` also counts the texts that the product translates. */
type InstructionTranslationCount = TranslationCount & { readonly listed: number }

const countCache = new WeakMap<Instruction, Map<string, InstructionTranslationCount>>()

/** Counts the translations of one instruction. Cached: an edit changes one instruction object, so the others are not counted again. */
export const countTranslations = (instruction: Instruction, language: string, locale: string): InstructionTranslationCount => {
  const counts = countCache.get(instruction) ?? new Map<string, InstructionTranslationCount>()
  countCache.set(instruction, counts)
  const languages = `${language} ${locale}`
  const cached = counts.get(languages)
  if (cached !== undefined) return cached
  const texts = listTranslatableTexts(instruction, language, locale)
  const count = {
    all: texts.filter(({ standard, translation }) => standard === undefined || translation.trim() !== "").length,
    missing: texts.filter(isUntranslated).length,
    listed: texts.length,
  }
  counts.set(languages, count)
  return count
}

/** Returns whether a text is not blank in one of the languages. */
export const isFilledInAny = ({ text, translation }: PlainText): boolean => `${text}${translation}`.trim() !== ""
/** Without a part, the text is a plain one. */
const isFilled = (part: TranslationPart | undefined, text: string): boolean => (part?.of === "message" ? hasText(text) : text.trim() !== "")

const getMessageContent = ({ messages }: Pick<Instruction, "messages">, locale: string): string => getTranslation(messages, locale)

/** Returns a name of a text that is unique in its instruction. */
export const getPartKey = (part: TranslationPart): string =>
  part.of === "choice" ? part.choice : part.of === "range" || part.of === "rangeLabel" ? `${part.of} ${part.range}` : part.of

/** Returns the field of an instruction that holds a text. */
export const getTranslationOwner = (part: TranslationPart): "messages" | "question" | "action" => {
  if (part.of === "choice" || isFieldPart(part)) return "question"
  return part.of === "range" || part.of === "rangeLabel" || part.of === "closing" ? "action" : "messages"
}

/** Sets a translation of an instruction; an empty text removes it. */
export const setTranslation = (
  instruction: Instruction,
  {
    part,
    locale,
    text,
    language,
    newUuid,
  }: Readonly<{ part: TranslationPart; locale: string; text: string; language: string; newUuid: () => string }>,
): Instruction => {
  if (locale === language && getTranslationOwner(part) !== "messages") return instruction
  if (part.of === "choice") return setChoiceText(instruction, part.choice, locale, text)
  if (part.of === "closing") return setClosingText(instruction, locale, text)
  if (isFieldPart(part)) {
    const { question } = instruction
    return question ? { ...instruction, question: setFieldTranslation(question, part.of, locale, text) } : instruction
  }
  if (part.of === "rangeLabel") return setRangeLabel(instruction, part.range, locale, text)
  if (part.of === "range") return setRangeText(instruction, part.range, locale, text)
  const content = buildTranslatedContent(instruction, part, locale, text, language)
  if (content === "") return { ...instruction, messages: instruction.messages.filter((message) => message.locale !== locale) }
  return { ...instruction, messages: setMessage(instruction, locale, newUuid, () => content) }
}

type MessagePart = { readonly of: "message" | "picture" | "caption" }
const isFieldPart = <Part extends TranslationPart>(part: Part): part is Extract<Part, { readonly of: QuestionTextField }> =>
  isQuestionTextField(part.of)

/** Returns the message in another language with this text; empty if it has none of its own. It shows the same picture or video. */
const buildTranslatedContent = (
  instruction: Instruction,
  { of: part }: MessagePart,
  locale: string,
  text: string,
  language: string,
): string => {
  if (part === "message") return text
  const [own, existing] = [getMessageContent(instruction, language), getMessageContent(instruction, locale)]
  if (instruction.type === "video") {
    const [address, ownAddress] = [getVideoAddress(existing), getVideoAddress(own)]
    return text === "" && (address === "" || address === ownAddress) ? "" : toVideoMessage(address === "" ? ownAddress : address, text)
  }
  const picture = findPicture(existing)
  const [alt, caption] = part === "picture" ? [text, getImageCaption(existing)] : [picture?.alt ?? "", text]
  if (alt === "" && caption === "") return ""
  return setImageCaption(setPicture("", { src: picture?.src ?? findPicture(own)?.src ?? "", alt }), caption)
}

/** Updates the messages of a video after its address changed: languages that showed the same video keep showing the same. */
export const syncVideo = (
  before: Instruction["messages"],
  messages: Instruction["messages"],
  language: string,
): Instruction["messages"] => {
  const previous = getVideoAddress(getMessageContent({ messages: before }, language))
  const address = getVideoAddress(getMessageContent({ messages }, language))
  if (previous === address) return messages
  return messages.map((message) =>
    message.locale !== language && message.content !== "" && getVideoAddress(message.content) === previous
      ? { ...message, content: toVideoMessage(address, getVideoCaption(message.content)) }
      : message,
  )
}

/** Updates the image messages after the picture changed: other languages show the same picture with their own alternative text. */
export const syncPicture = (messages: Instruction["messages"], language: string): Instruction["messages"] => {
  const src = findPicture(getMessageContent({ messages }, language))?.src
  return messages.flatMap((message) => {
    const picture = message.locale === language ? null : findPicture(message.content)
    if (picture === null || picture.src === src) return [message]
    return src === undefined ? [] : [{ ...message, content: setPicture(message.content, { ...picture, src }) }]
  })
}

const setClosingText = (instruction: Instruction, locale: string, content: string): Instruction => {
  const { action } = instruction
  if (action?.type !== "end") return instruction
  const { translations, ...rest } = action.params
  return { ...instruction, action: { ...action, params: { ...rest, ...withTranslation(translations, { locale, content }) } } }
}

/** The main text is in another language than the script's if that changed and the choice has no text in it. */
const setChoiceText = (instruction: Instruction, uuid: string, locale: string, content: string): Instruction => {
  const { question } = instruction
  if (!question?.choices) return instruction
  const choices = question.choices.map((choice) => {
    if (choice.uuid !== uuid) return choice
    if (choice.translation.locale === locale) return { ...choice, translation: { ...choice.translation, content } }
    const { translations, ...rest } = choice
    return { ...rest, ...withTranslation(translations, { locale, content }) }
  })
  return { ...instruction, question: { ...question, choices } }
}

const setRangeLabel = (instruction: Instruction, uuid: string, locale: string, content: string): Instruction =>
  mapRanges(instruction, (range) => {
    if (range.uuid !== uuid) return range
    const { labels: existing, ...rest } = range
    const labels = setTranslationIn(existing, { locale, content })
    return labels.length === 0 ? rest : { ...rest, labels }
  })

const setRangeText = (instruction: Instruction, uuid: string, locale: string, content: string): Instruction =>
  mapRanges(instruction, (range) => {
    if (range.uuid !== uuid) return range
    if (range.translation.locale === locale) return { ...range, translation: { ...range.translation, content } }
    const { translations, ...rest } = range
    return { ...rest, ...withTranslation(translations, { locale, content }) }
  })

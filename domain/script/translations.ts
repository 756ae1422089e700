// Translations of a script: which texts can be translated, and which translations are missing [I10].
import type { ScoreRange } from "../actions/action.ts"
import { getScoreParams } from "../actions/score-ranges.ts"
import type { Finding } from "../check/finding.ts"
import { createFinding } from "../check/finding-builder.ts"
import { listChoiceTexts, replaceTranslation } from "../questions/choices.ts"
import type { Choice, Translated } from "../questions/question.ts"
import { getImageCaption, getVideoAddress, getVideoCaption, setImageCaption, toVideoMessage } from "../rich-text/media-caption.ts"
import { findPicture, setPicture } from "../rich-text/message-media.ts"
import { hasText } from "../rich-text/plain-text.ts"
import { type Instruction, setMessage } from "./instruction.ts"
import { type Language, languages } from "./language.ts"
import type { AuthoredScript } from "./script.ts"

/**
 * What can be translated in an instruction: its message, the alternative text of its picture, the caption of its picture or video, one of its
 * choices, or the text of one of its score ranges (`choice` and `range` are UUIDs).
 */
export type TranslationPart =
  | { readonly of: "message" | "picture" | "caption" }
  | { readonly of: "choice"; readonly choice: string }
  | { readonly of: "range"; readonly range: string }

/** A text in the script's language and in another one ("" if it is missing there). A message is HTML, everything else is plain text. */
export type TranslatableText = { readonly part: TranslationPart; readonly text: string; readonly translation: string }

/** Returns the translatable texts of an instruction, without texts that are blank in both languages. */
export const listTranslatableTexts = (instruction: Instruction, language: string, locale: string): ReadonlyArray<TranslatableText> => {
  const { type, question } = instruction
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
    return { part: { of: "choice", choice: choice.uuid }, ...getTexts(choice, locale) }
  })
  const ranges = (getScoreParams(instruction)?.ranges ?? []).map(
    (range): TranslatableText => ({ part: { of: "range", range: range.uuid }, ...getTexts(range, locale) }),
  )
  return [
    ...own.filter((text) => isFilled(text.part, text.text) || isFilled(text.part, text.translation)),
    ...choices.filter(isFilledInAny),
    ...ranges.filter(isFilledInAny),
  ]
}

const getTexts = (owner: Translated, locale: string): Pick<TranslatableText, "text" | "translation"> => ({
  text: owner.translation.content,
  translation: listChoiceTexts(owner).find((text) => text.locale === locale)?.content ?? "",
})

/** Returns whether a text has no translation. */
export const isUntranslated = ({ part, text, translation }: TranslatableText): boolean =>
  isFilled(part, text) && !isFilled(part, translation)

/** The number of translatable texts, and of those that are not translated. */
export type TranslationCount = { readonly all: number; readonly lacking: number }

const countCache = new WeakMap<Instruction, Map<string, TranslationCount>>()

/** Counts the translations of one instruction. Cached: an edit changes one instruction object, so the others are not counted again. */
export const countTranslations = (instruction: Instruction, language: string, locale: string): TranslationCount => {
  const counts = countCache.get(instruction) ?? new Map<string, TranslationCount>()
  countCache.set(instruction, counts)
  const languages = `${language} ${locale}`
  const cached = counts.get(languages)
  if (cached !== undefined) return cached
  const texts = listTranslatableTexts(instruction, language, locale)
  const count = { all: texts.length, lacking: texts.filter(isUntranslated).length }
  counts.set(languages, count)
  return count
}

const isFilledInAny = ({ text, translation }: TranslatableText): boolean => `${text}${translation}`.trim() !== ""
const isFilled = ({ of }: TranslationPart, text: string): boolean => (of === "message" ? hasText(text) : text.trim() !== "")

const getMessageContent = ({ messages }: Pick<Instruction, "messages">, locale: string): string =>
  messages.find((it) => it.locale === locale)?.content ?? ""

/** Sets a translation of an instruction; an empty text removes it. */
export const setTranslation = (
  instruction: Instruction,
  {
    part,
    locale,
    text,
    language,
    fresh,
  }: Readonly<{ part: TranslationPart; locale: string; text: string; language: string; fresh: () => string }>,
): Instruction => {
  if (part.of === "choice") return setChoiceText(instruction, part.choice, locale, text)
  if (part.of === "range")
    return mapRanges(instruction, (range) =>
      range.uuid === part.range && range.translation.locale !== locale ? setRangeText(range, locale, text) : range,
    )
  const content = buildTranslatedContent(instruction, part, locale, text, language)
  if (content === "") return { ...instruction, messages: instruction.messages.filter((message) => message.locale !== locale) }
  return { ...instruction, messages: setMessage(instruction, locale, fresh, () => content) }
}

/** Returns the message in another language with this text; empty if it has none of its own. It shows the same picture or video. */
const buildTranslatedContent = (
  instruction: Instruction,
  { of: part }: Exclude<TranslationPart, { readonly of: "choice" | "range" }>,
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

const setChoiceText = (instruction: Instruction, uuid: string, locale: string, text: string): Instruction => {
  const { question } = instruction
  if (!question?.choices) return instruction
  const choices = question.choices.map((choice) =>
    choice.uuid === uuid && choice.translation.locale !== locale ? setChoiceTranslation(choice, locale, text) : choice,
  )
  return { ...instruction, question: { ...question, choices } }
}

const setChoiceTranslation = (choice: Choice, locale: string, content: string): Choice => {
  const { translations, ...rest } = choice
  const next = replaceTranslation(translations, locale, content)
  return next.length === 0 ? rest : { ...rest, translations: next }
}

const setRangeText = (range: ScoreRange, locale: string, content: string): ScoreRange => {
  const { translations, ...rest } = range
  const next = replaceTranslation(translations, locale, content)
  return next.length === 0 ? rest : { ...rest, translations: next }
}

/** Changes the ranges of a score; returns the same instruction if it has none. */
const mapRanges = (instruction: Instruction, change: (range: ScoreRange) => ScoreRange): Instruction => {
  const { action } = instruction
  if (action?.type !== "score" || !action.params.ranges) return instruction
  return { ...instruction, action: { ...action, params: { ...action.params, ranges: action.params.ranges.map(change) } } }
}

/**
 * Returns the languages of a script: its own first, then those with a translation, available ones first. A text that exists only in another
 * language is not a translation.
 */
export const listScriptLanguages = ({
  language,
  instructions,
}: Pick<AuthoredScript, "language" | "instructions">): ReadonlyArray<string> => {
  const others = new Set<string>()
  for (const instruction of instructions) for (const other of listOtherLanguages(instruction, language)) others.add(other)
  const available = languages.filter((locale) => others.delete(locale))
  return [language, ...available, ...[...others].toSorted()]
}

const otherLanguagesCache = new WeakMap<Instruction, { readonly language: string; readonly others: ReadonlySet<string> }>()

/** Returns the languages other than `language` that an instruction is translated into. */
const listOtherLanguages = (instruction: Instruction, language: string): ReadonlySet<string> => {
  const cached = otherLanguagesCache.get(instruction)
  if (cached?.language === language) return cached.others
  const { messages, question } = instruction
  const others = new Set<string>()
  if (messages.length > 1 && messages.some((message) => message.locale === language && message.content !== ""))
    for (const { locale, content } of messages) if (locale !== language && content !== "") others.add(locale)
  for (const { translation, translations } of [...(question?.choices ?? []), ...(getScoreParams(instruction)?.ranges ?? [])])
    if (translation.content !== "")
      for (const { locale, content } of translations ?? []) if (locale !== language && content !== "") others.add(locale)
  otherLanguagesCache.set(instruction, { language, others })
  return others
}

const isAvailable = (language: string): boolean => languages.some((available) => available === language)

/** Returns a finding for each missing translation into the available languages in which the script has any. */
export const translationFindings = (script: AuthoredScript): ReadonlyArray<Finding> => {
  const [, ...others] = listScriptLanguages(script)
  // Unknown locales in a file are ignored: there may be as many as texts.
  return others.filter(isAvailable).flatMap((language) =>
    script.instructions.flatMap((instruction, index) => {
      const untranslated = listTranslatableTexts(instruction, script.language, language).filter(isUntranslated)
      const choiceCount = untranslated.filter(({ part }) => part.of === "choice").length
      const rangeCount = untranslated.filter(({ part }) => part.of === "range").length
      return [
        ...(rangeCount > 0
          ? [createFinding("missing-translation", `/instructions/${index}/action/params/ranges`, "finding.no-translation", { language })]
          : []),
        ...(untranslated.length > choiceCount + rangeCount
          ? [createFinding("missing-translation", `/instructions/${index}/messages`, "finding.no-translation", { language })]
          : []),
        ...(choiceCount > 0
          ? [
              createFinding("missing-translation", `/instructions/${index}/question/choices`, "finding.no-choice-translation", {
                language,
                count: choiceCount,
              }),
            ]
          : []),
      ]
    }),
  )
}

/**
 * Returns the script in another language. If it has no text in that language, its texts are relabeled as that language. If it has, it is
 * translated, and only the language of its main texts changes.
 */
export const changeScriptLanguage = (script: AuthoredScript, language: Language): AuthoredScript => {
  if (script.language === language) return script
  const isTranslated = script.instructions.some(
    (instruction) =>
      instruction.messages.some(({ locale }) => locale === language) ||
      [...(instruction.question?.choices ?? []), ...(getScoreParams(instruction)?.ranges ?? [])].some(({ translations }) =>
        translations?.some(({ locale }) => locale === language),
      ),
  )
  const change = isTranslated
    ? <T extends Translated>(owner: T) => swapTexts(owner, language)
    : <T extends Translated>(owner: T) => relabelText(owner, script.language, language)
  return {
    ...script,
    language,
    instructions: script.instructions.map((before) => {
      const instruction = mapRanges(before, change)
      const messages = isTranslated
        ? instruction.messages
        : instruction.messages.map((message) => relabelMessage(message, script.language, language))
      const { question } = instruction
      if (!question?.choices) return messages === instruction.messages ? instruction : { ...instruction, messages }
      return { ...instruction, messages, question: { ...question, choices: question.choices.map(change) } }
    }),
  }
}

const relabelMessage = (message: Instruction["messages"][number], from: Language, to: Language): Instruction["messages"][number] =>
  message.locale === from ? { ...message, locale: to } : message

const relabelText = <T extends Translated>(owner: T, from: Language, to: Language): T =>
  owner.translation.locale === from ? { ...owner, translation: { ...owner.translation, locale: to } } : owner

/** Swaps the main text with the one in another language. */
const swapTexts = <T extends Translated>(owner: T, language: Language): T => {
  const { translation, translations } = owner
  const other = translations?.find(({ locale }) => locale === language)
  if (!translations || other === undefined || translation.locale === language) return owner
  return { ...owner, translation: other, translations: translations.map((text) => (text === other ? translation : text)) }
}

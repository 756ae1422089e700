// The languages of a script: which it has, what is missing in them, and changing its own language [I10].

import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import type { Translated, Translation } from "../questions/question.ts"
import { getQuestionText, isQuestionTextField, swapFieldTexts } from "../questions/question-texts.ts"
import { type Language, languages } from "../text/language.ts"
import type { ScoreRange } from "./action.ts"
import type { Instruction } from "./instruction.ts"
import { dropOwnTitle, dropOwnTranslations } from "./own-translations.ts"
import { getScoreParams, mapRanges } from "./score-ranges.ts"
import type { AuthoredScript } from "./script.ts"
import { getTitleText } from "./title.ts"
import { isUntranslated, listTranslatableTexts, type TranslationPart } from "./translatable-texts.ts"

/**
 * Returns the languages of a script: its own first, then those with a translation, available ones first. A text that exists only in another
 * language is not a translation.
 */
export const listScriptLanguages = ({
  language,
  instructions,
  public_name,
  public_name_translations,
}: Pick<AuthoredScript, "language" | "instructions"> & Partial<TitleTexts>): ReadonlyArray<string> => {
  const others = new Set<string>()
  if ((public_name ?? "") !== "") addLanguages(others, public_name_translations, language)
  for (const instruction of instructions) for (const other of listOtherLanguages(instruction, language)) others.add(other)
  const available = languages.filter((locale) => others.delete(locale))
  return [language, ...available, ...[...others].toSorted()]
}

type TitleTexts = Pick<AuthoredScript, "public_name" | "public_name_translations">

const addLanguages = (others: Set<string>, translations: ReadonlyArray<Translation> | null | undefined, language: string): void => {
  for (const { locale, content } of translations ?? []) if (locale !== language && content !== "") others.add(locale)
}

const otherLanguagesCache = new WeakMap<Instruction, { readonly language: string; readonly others: ReadonlySet<string> }>()

/** Returns the languages other than `language` that an instruction is translated into. */
const listOtherLanguages = (instruction: Instruction, language: string): ReadonlySet<string> => {
  const cached = otherLanguagesCache.get(instruction)
  if (cached?.language === language) return cached.others
  const { messages, question, action } = instruction
  const others = new Set<string>()
  if (messages.length > 1 && messages.some((message) => message.locale === language && message.content !== ""))
    for (const { locale, content } of messages) if (locale !== language && content !== "") others.add(locale)
  for (const { translation, translations } of [...(question?.choices ?? []), ...(getScoreParams(instruction)?.ranges ?? [])])
    if (translation.content !== "") addLanguages(others, translations, language)
  for (const { label, labels } of getScoreParams(instruction)?.ranges ?? [])
    if ((label ?? "") !== "") addLanguages(others, labels, language)
  if (question)
    addLanguages(
      others,
      question.translations?.filter(({ field }) => isQuestionTextField(field) && getQuestionText(question, field) !== ""),
      language,
    )
  if (action?.type === "end" && (action.params.message ?? "") !== "") addLanguages(others, action.params.translations, language)
  otherLanguagesCache.set(instruction, { language, others })
  return others
}

const isAvailable = (language: string): boolean => languages.some((available) => available === language)

/** Returns a finding for each missing translation into the available languages in which the script has any. */
export const translationFindings = (script: AuthoredScript): ReadonlyArray<Finding> => {
  const [, ...others] = listScriptLanguages(script)
  // Unknown locales in a file are ignored: there may be as many as texts.
  return others.filter(isAvailable).flatMap((language) => [
    ...(isUntranslated(getTitleText(script, language))
      ? [createFinding("missing-translation", "/public_name", "finding.no-title-translation", { language })]
      : []),
    ...script.instructions.flatMap((instruction, index) => {
      const untranslated = listTranslatableTexts(instruction, script.language, language).filter(isUntranslated)
      const choiceCount = untranslated.filter(({ part }) => part.of === "choice").length
      const others = new Set(untranslated.flatMap(({ part }) => (part.of === "choice" ? [] : [getTranslationPointer(part)])))
      return [
        ...[...others].map((pointer) =>
          createFinding("missing-translation", `/instructions/${index}${pointer}`, "finding.no-translation", { language }),
        ),
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
  ])
}

/** Returns the place of an untranslated text as a JSON pointer (RFC 6901) into its instruction. */
const getTranslationPointer = ({ of }: TranslationPart): string => {
  if (of === "range" || of === "rangeLabel") return "/action/params/ranges"
  if (of === "closing") return "/action/params/message"
  if (of === "placeholder") return "/question/placeholder"
  return isQuestionTextField(of) ? `/question/options/${of}` : "/messages"
}

/**
 * Returns the script in another language. If it has no text in that language, its texts are relabeled as that language. If it has, it is
 * translated, and only the language of its main texts changes.
 */
export const changeScriptLanguage = (authored: AuthoredScript, language: Language): AuthoredScript => {
  if (authored.language === language) return authored
  const script = {
    ...dropOwnTitle(authored),
    instructions: authored.instructions.map((instruction) => dropOwnTranslations(instruction, authored.language)),
  }
  const hasLanguage = (texts: ReadonlyArray<Translation> | null | undefined) => texts?.some(({ locale }) => locale === language) === true
  const isTranslated =
    hasLanguage(script.public_name_translations) ||
    script.instructions.some(
      (instruction) =>
        hasLanguage(instruction.messages) ||
        hasLanguage(instruction.question?.translations) ||
        (instruction.action?.type === "end" && hasLanguage(instruction.action.params.translations)) ||
        [...(instruction.question?.choices ?? []), ...(getScoreParams(instruction)?.ranges ?? [])].some(({ translations }) =>
          hasLanguage(translations),
        ) ||
        getScoreParams(instruction)?.ranges?.some(({ labels }) => hasLanguage(labels)) === true,
    )
  const change = isTranslated
    ? <T extends Translated>(owner: T) => swapTexts(owner, language)
    : <T extends Translated>(owner: T) => relabelText(owner, script.language, language)
  return {
    ...(isTranslated ? swapTitle(script, language) : script),
    language,
    instructions: script.instructions.map((before) => {
      const instruction = isTranslated
        ? swapInstructionTexts(
            mapRanges(before, (range) => swapLabel(change(range), script.language, language)),
            script.language,
            language,
          )
        : mapRanges(before, change)
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

const swapTitle = (script: AuthoredScript, language: Language): AuthoredScript => {
  const swapped = swapOwnText({ text: script.public_name, translations: script.public_name_translations }, script.language, language)
  return swapped === null ? script : { ...script, public_name: swapped.text, public_name_translations: swapped.translations }
}

/** Swaps the texts of the question's fields and the closing text. */
const swapInstructionTexts = (instruction: Instruction, from: Language, to: Language): Instruction => {
  const { question, action } = instruction
  const swappedQuestion = question && swapFieldTexts(question, from, to)
  const closing =
    action?.type === "end" ? swapOwnText({ text: action.params.message ?? "", translations: action.params.translations }, from, to) : null
  if (swappedQuestion === question && closing === null) return instruction
  return {
    ...instruction,
    ...(swappedQuestion && { question: swappedQuestion }),
    ...(action?.type === "end" &&
      closing !== null && {
        action: { ...action, params: { ...action.params, message: closing.text, translations: closing.translations } },
      }),
  }
}

const swapLabel = (range: ScoreRange, from: Language, to: Language): ScoreRange => {
  const swapped = swapOwnText({ text: range.label ?? "", translations: range.labels }, from, to)
  return swapped === null ? range : { ...range, label: swapped.text, labels: swapped.translations }
}

/** Swaps a text in the language `from` with its translation into `to`; null if there is none. */
const swapOwnText = (
  { text, translations }: { readonly text: string; readonly translations: ReadonlyArray<Translation> | null | undefined },
  from: string,
  to: string,
) => {
  const translation = translations?.find(({ locale }) => locale === to)
  if (!translations || translation === undefined) return null
  return {
    text: translation.content,
    translations: translations.map((it) => (it === translation ? { ...it, locale: from, content: text } : it)),
  }
}

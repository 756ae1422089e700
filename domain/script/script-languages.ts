// The languages of a script: which it has, and what is missing in them [I10].

import type { Finding } from "../findings/finding.ts"
import { createFinding } from "../findings/finding-builder.ts"
import type { Translation } from "../questions/question.ts"
import { getQuestionText, isQuestionTextField } from "../questions/question-texts.ts"
import { languages } from "../text/language.ts"
import type { Instruction } from "./instruction.ts"
import { listInstructionTexts } from "./instruction-texts.ts"
import { getScoreParams } from "./score-ranges.ts"
import type { AuthoredScript } from "./script.ts"
import { getTitleText } from "./title.ts"
import { getPartKey, isUntranslated, listTranslatableTexts, type TranslationPart } from "./translatable-texts.ts"

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

/**
 * Returns a finding for each text that is missing in an available language of the script: in its own, where the text exists in another one, and in
 * those in which it has any.
 */
export const translationFindings = (script: AuthoredScript): ReadonlyArray<Finding> => {
  const [own, ...others] = listScriptLanguages(script)
  // Unknown locales in a file are ignored: there may be as many as texts.
  return [own, ...others.filter(isAvailable)].flatMap((language = script.language) => [
    ...(isTitleMissing(script, language)
      ? [createFinding("missing-translation", "/public_name", "finding.no-title-translation", { language })]
      : []),
    ...script.instructions.flatMap((instruction, index) => {
      const missing = language === own ? listOnlyTranslated(instruction, own) : listUntranslated(instruction, script.language, language)
      const choiceCount = missing.filter(({ of }) => of === "choice").length
      const others = new Set(missing.flatMap((part) => (part.of === "choice" ? [] : [getTranslationPointer(part)])))
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

const isTitleMissing = (script: AuthoredScript, language: string): boolean =>
  language === script.language
    ? script.public_name === "" && (script.public_name_translations ?? []).some(({ content }) => content.trim() !== "")
    : isUntranslated(getTitleText(script, language))

const listUntranslated = (instruction: Instruction, language: string, locale: string): ReadonlyArray<TranslationPart> =>
  listTranslatableTexts(instruction, language, locale).flatMap((text) => (isUntranslated(text) ? [text.part] : []))

/**
 * Returns the texts of an instruction that exist only in languages other than the script's. Messages and questions have to have a message in any
 * case, and pictures an alternative text: other rules report these.
 */
const listOnlyTranslated = (instruction: Instruction, language: string): ReadonlyArray<TranslationPart> => {
  const { type, messages } = instruction
  const others = new Set(
    listInstructionTexts(instruction).flatMap(({ locale, content }) =>
      locale === null || locale === language || content.trim() === "" ? [] : [locale],
    ),
  )
  const hasOwnMessage = messages.some(({ locale, content }) => locale === language && content.trim() !== "")
  const isReportedElsewhere = ({ of }: TranslationPart) =>
    of === "message" ? type === "message" || type === "question" : of === "picture" && hasOwnMessage
  const missing = [...others].flatMap((locale) =>
    listTranslatableTexts(instruction, language, locale).flatMap(({ part, text, translation }) =>
      text.trim() === "" && translation.trim() !== "" && !isReportedElsewhere(part) ? [[getPartKey(part), part] as const] : [],
    ),
  )
  return [...new Map(missing).values()]
}

/** Returns the place of an untranslated text as a JSON pointer (RFC 6901) into its instruction. */
const getTranslationPointer = ({ of }: TranslationPart): string => {
  if (of === "range" || of === "rangeLabel") return "/action/params/ranges"
  if (of === "closing") return "/action/params/message"
  if (of === "placeholder") return "/question/placeholder"
  return isQuestionTextField(of) ? `/question/options/${of}` : "/messages"
}

// Changing the language of a script without losing a text [I10].

import type { Translated } from "../questions/question.ts"
import { changeStandardLabels, exchangeFieldTexts } from "../questions/question-texts.ts"
import type { Language } from "../text/language.ts"
import { exchangeTranslation } from "../text/translations.ts"
import type { ScoreRange } from "./action.ts"
import type { Instruction } from "./instruction.ts"
import { listInstructionTexts } from "./instruction-texts.ts"
import { dropOwnTitle, dropOwnTranslations } from "./own-translations.ts"
import { mapRanges } from "./score-ranges.ts"
import type { AuthoredScript } from "./script.ts"

/**
 * Returns the script in another language. If it has no text in that language, its texts are taken to have been in that language. If it has, each
 * text keeps its language: it changes places with its translation, and a text without one is missing in the new language.
 */
export const changeScriptLanguage = (authored: AuthoredScript, language: Language): AuthoredScript => {
  const from = authored.language
  if (from === language) return authored
  const script = {
    ...dropOwnTitle(authored),
    instructions: authored.instructions.map((instruction) => dropOwnTranslations(instruction, from)),
  }
  return hasTextsIn(script, language)
    ? {
        ...exchangeTitle(script, language),
        language,
        instructions: script.instructions.map((instruction) => exchangeTexts(instruction, from, language)),
      }
    : { ...script, language, instructions: script.instructions.map((instruction) => relabelTexts(instruction, from, language)) }
}

const hasTextsIn = ({ public_name_translations, instructions }: AuthoredScript, language: Language): boolean => {
  const isTextIn = ({ locale, content }: { readonly locale: string | null; readonly content: string }): boolean =>
    locale === language && content.trim() !== ""
  return (
    (public_name_translations ?? []).some(isTextIn) || instructions.some((instruction) => listInstructionTexts(instruction).some(isTextIn))
  )
}

/** Changes the choices of a question and the ranges of a score, whose main text names its language. */
const mapTranslated = (instruction: Instruction, change: <T extends Translated>(owner: T) => T): Instruction => {
  const next = mapRanges(instruction, change)
  const { question } = next
  return question?.choices ? { ...next, question: { ...question, choices: question.choices.map(change) } } : next
}

/** Blank messages in the new language would hide the relabeled ones. */
const relabelTexts = (instruction: Instruction, from: Language, to: Language): Instruction => {
  const next = mapTranslated(instruction, (owner) =>
    owner.translation.locale === from ? { ...owner, translation: { ...owner.translation, locale: to } } : owner,
  )
  const { question } = next
  return {
    ...next,
    messages: next.messages.flatMap((message) =>
      message.locale === from ? [{ ...message, locale: to }] : message.locale === to ? [] : [message],
    ),
    ...(question && { question: changeStandardLabels(question, from, to) }),
  }
}

const exchangeTexts = (instruction: Instruction, from: Language, to: Language): Instruction => {
  const next = mapRanges(
    mapTranslated(instruction, (owner) => exchangeMainText(owner, to)),
    (range) => exchangeLabel(range, from, to),
  )
  const { question, action } = next
  const closing = action?.type === "end" ? exchangeClosingText(action.params, from, to) : undefined
  return {
    ...next,
    ...(question && { question: exchangeFieldTexts(question, from, to) }),
    ...(action?.type === "end" && closing && { action: { ...action, params: closing } }),
  }
}

/** Without a translation, the main text keeps its language: conditions and exports need a text. */
const exchangeMainText = <T extends Translated>(owner: T, language: Language): T => {
  const { translation, translations } = owner
  const other = translations?.find(({ locale }) => locale === language)
  if (!translations || other === undefined || translation.locale === language) return owner
  return { ...owner, translation: other, translations: translations.map((text) => (text === other ? translation : text)) }
}

type EndParams = Extract<NonNullable<Instruction["action"]>, { readonly type: "end" }>["params"]

const exchangeClosingText = (params: EndParams, from: Language, to: Language): EndParams => {
  const { translations, ...rest } = params
  const exchanged = exchangeText(params.message, translations, from, to)
  return exchanged === null
    ? params
    : { ...rest, message: exchanged.text, ...(exchanged.translations.length > 0 && { translations: exchanged.translations }) }
}

const exchangeLabel = (range: ScoreRange, from: Language, to: Language): ScoreRange => {
  const { labels, ...rest } = range
  const exchanged = exchangeText(range.label, labels, from, to)
  return exchanged === null
    ? range
    : { ...rest, label: exchanged.text, ...(exchanged.translations.length > 0 && { labels: exchanged.translations }) }
}

const exchangeTitle = (script: AuthoredScript, to: Language): AuthoredScript => {
  const { public_name_translations: translations, ...rest } = script
  const exchanged = exchangeText(script.public_name, translations, script.language, to)
  return exchanged === null
    ? script
    : {
        ...rest,
        public_name: exchanged.text,
        ...(exchanged.translations.length > 0 && { public_name_translations: exchanged.translations }),
      }
}

const exchangeText = (
  text: string | null | undefined,
  translations: AuthoredScript["public_name_translations"],
  from: Language,
  to: Language,
) => exchangeTranslation({ locale: from, content: text ?? "" }, translations, ({ locale }) => locale === to)

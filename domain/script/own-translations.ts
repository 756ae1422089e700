// Translations into the language of the text itself, which files can have. They never replace the text [I10].

import type { Translation } from "../questions/question.ts"
import type { ScoreRange } from "./action.ts"
import type { Instruction } from "./instruction.ts"
import { replaceRanges } from "./score-ranges.ts"
import type { AuthoredScript } from "./script.ts"

/** Returns the instruction without translations of its texts into their own language; the same object if there are none. */
export const dropOwnTranslations = (instruction: Instruction, language: string): Instruction => {
  const { question, action } = instruction
  const nextQuestion = question && dropOwnQuestionTranslations(question, language)
  const params = action?.type === "end" ? dropLocale(action.params, language) : undefined
  const next = nextQuestion === question ? instruction : { ...instruction, ...(nextQuestion && { question: nextQuestion }) }
  return action?.type === "end" && params !== undefined && params !== action.params
    ? { ...next, action: { ...action, params } }
    : replaceRanges(next, (ranges) => dropOwnLabels(dropOwnTexts(ranges), language))
}

const dropOwnLabels = (ranges: ReadonlyArray<ScoreRange>, language: string): ReadonlyArray<ScoreRange> =>
  ranges.some(({ labels }) => labels?.some(({ locale }) => locale === language))
    ? ranges.map((range) => (range.labels ? { ...range, labels: range.labels.filter(({ locale }) => locale !== language) } : range))
    : ranges

/** Returns the script without translations of its public title into its own language. */
export const dropOwnTitle = (script: AuthoredScript): AuthoredScript => {
  const { public_name_translations: translations, language } = script
  return translations?.some(({ locale }) => locale === language)
    ? { ...script, public_name_translations: translations.filter(({ locale }) => locale !== language) }
    : script
}

type Translatable = { readonly translations?: ReadonlyArray<Pick<Translation, "locale">> | null }

const dropLocale = <Owner extends Translatable>(owner: Owner, language: string): Owner =>
  owner.translations?.some(({ locale }) => locale === language)
    ? { ...owner, translations: owner.translations.filter(({ locale }) => locale !== language) }
    : owner

/** The text of a choice or a range names its language. */
const dropOwnTexts = <Owner extends Translatable & { readonly translation: Translation }>(
  owners: ReadonlyArray<Owner>,
): ReadonlyArray<Owner> => {
  const next = owners.map((owner) => dropLocale(owner, owner.translation.locale))
  return next.every((owner, index) => owner === owners[index]) ? owners : next
}

const dropOwnQuestionTranslations = (question: NonNullable<Instruction["question"]>, language: string) => {
  const next = dropLocale(question, language)
  const choices = next.choices && dropOwnTexts(next.choices)
  return choices === next.choices ? next : { ...next, ...(choices && { choices }) }
}

// The texts of a choice in several languages (decisions I10).
import type { Choice, Question, Translation } from "./question.ts"

/** All texts of a choice, that in the script's language first. */
export const textsOf = ({ translation, translations }: Choice): ReadonlyArray<Translation> => [translation, ...(translations ?? [])]

/** The text in a language; where there is none in it, that of the script's language. */
export const choiceText = (choice: Choice, locale: string): string => {
  const said = textsOf(choice).find((it) => it.locale === locale && it.content.trim() !== "")
  return (said ?? choice.translation).content
}

/** A question as it is asked in one language: each choice has its text in that language, and no other. */
export const askedIn = (question: Question, locale: string): Question =>
  (question.choices ?? []).some(({ translations }) => translations)
    ? { ...question, choices: (question.choices ?? []).map((choice) => spoken(choice, locale)) }
    : question

const spoken = (choice: Choice, locale: string): Choice => {
  const { translations, ...rest } = choice
  if (!translations) return choice
  const content = choiceText(choice, locale)
  return content === choice.translation.content ? rest : { ...rest, translation: { ...choice.translation, locale, content } }
}

// A script in another language (spec/2-editor §2 "Chat Options modal"; decisions I10).
import type { Choice } from "../questions/question.ts"
import type { Instruction } from "./instruction.ts"
import type { Language } from "./language.ts"
import type { Authored } from "./script.ts"

/**
 * The script with another language. Where it has no text in that language yet, the texts it has were meant to be in it, and go along;
 * where it has some, it is translated, and only what is shown first changes: of a choice its text in that language.
 */
export const inLanguage = (script: Authored, language: Language): Authored => {
  if (script.language === language) return script
  const isTranslated = script.instructions.some(
    ({ messages, question }) =>
      messages.some(({ locale }) => locale === language) ||
      (question?.choices ?? []).some(({ translations }) => translations?.some(({ locale }) => locale === language)),
  )
  const change = isTranslated
    ? (choice: Choice) => exchanged(choice, language)
    : (choice: Choice) => relabelled(choice, script.language, language)
  return {
    ...script,
    language,
    instructions: script.instructions.map((it) => {
      const messages = isTranslated ? it.messages : it.messages.map((message) => relabelledMessage(message, script.language, language))
      const { question } = it
      if (!question?.choices) return messages === it.messages ? it : { ...it, messages }
      return { ...it, messages, question: { ...question, choices: question.choices.map(change) } }
    }),
  }
}

const relabelledMessage = (message: Instruction["messages"][number], from: Language, to: Language): Instruction["messages"][number] =>
  message.locale === from ? { ...message, locale: to } : message

const relabelled = (choice: Choice, from: Language, to: Language): Choice =>
  choice.translation.locale === from ? { ...choice, translation: { ...choice.translation, locale: to } } : choice

/** The text in that language takes the place of the first one, and that takes its place. */
const exchanged = (choice: Choice, language: Language): Choice => {
  const { translation, translations } = choice
  const other = translations?.find(({ locale }) => locale === language)
  if (!translations || other === undefined || translation.locale === language) return choice
  return { ...choice, translation: other, translations: translations.map((it) => (it === other ? translation : it)) }
}

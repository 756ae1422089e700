// A script in another language (spec/2-editor §2 "Chat Options modal").
import type { Instruction } from "./instruction.ts"
import type { Language } from "./language.ts"
import type { Authored } from "./script.ts"

/**
 * The script with another language. Where it has no text in that language yet, the texts it has were meant to be in it, and go along;
 * where it has some, it is translated, and only what is shown first changes.
 */
export const inLanguage = (script: Authored, language: Language): Authored => {
  const isTranslated = script.instructions.some(({ messages }) => messages.some(({ locale }) => locale === language))
  if (isTranslated || script.language === language) return { ...script, language }
  return { ...script, language, instructions: script.instructions.map((it) => relabelled(it, script.language, language)) }
}

const relabelled = (instruction: Instruction, from: Language, to: Language): Instruction => {
  const { messages, question } = instruction
  return {
    ...instruction,
    messages: messages.map((message) => (message.locale === from ? { ...message, locale: to } : message)),
    ...(question?.choices && {
      question: {
        ...question,
        choices: question.choices.map((choice) =>
          choice.translation.locale === from ? { ...choice, translation: { ...choice.translation, locale: to } } : choice,
        ),
      },
    }),
  }
}

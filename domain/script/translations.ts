// The texts of a script beside those in its own language: what there is to translate, what is, and what lacks (decisions I10).
import type { Finding } from "../check/finding.ts"
import { createFinding } from "../check/finding-builder.ts"
import { listChoiceTexts } from "../questions/choices.ts"
import type { Choice } from "../questions/question.ts"
import { findPicture, setPicture } from "../rich-text/message-media.ts"
import { hasText } from "../rich-text/plain-text.ts"
import { type Instruction, setMessage } from "./instruction.ts"
import { type Language, languages } from "./language.ts"
import type { AuthoredScript } from "./script.ts"

/** What is translated of an instruction: its message, the words for its picture, or the choice of a uuid. */
export type TranslationPart = { readonly of: "message" | "picture" } | { readonly of: "choice"; readonly choice: string }

/** One text: as it is in the script's language, and in the other one ("" where it lacks). A message is HTML, all else is plain. */
export type TranslatableText = { readonly part: TranslationPart; readonly text: string; readonly translation: string }

/** What there is to translate of an instruction. What says nothing in either language is left out; so is a video, which has no words. */
export const listTranslatableTexts = (instruction: Instruction, language: string, locale: string): ReadonlyArray<TranslatableText> => {
  const { type, question } = instruction
  const [text, translation] = [getMessageContent(instruction, language), getMessageContent(instruction, locale)]
  const own: ReadonlyArray<TranslatableText> =
    type === "video"
      ? []
      : type === "image"
        ? [{ part: { of: "picture" }, text: findPicture(text)?.alt ?? "", translation: findPicture(translation)?.alt ?? "" }]
        : [{ part: { of: "message" }, text, translation }]
  const choices = (question?.choices ?? []).map((choice): TranslatableText => {
    const inOther = listChoiceTexts(choice).find((it) => it.locale === locale)
    return { part: { of: "choice", choice: choice.uuid }, text: choice.translation.content, translation: inOther?.content ?? "" }
  })
  return [...own.filter((it) => says(it.part, it.text) || says(it.part, it.translation)), ...choices.filter(saysSomething)]
}

/** Whether a text is there that has no translation. */
export const isUntranslated = ({ part, text, translation }: TranslatableText): boolean => says(part, text) && !says(part, translation)

/** How many texts there are to translate, and how many of those are not. */
export type TranslationCount = { readonly all: number; readonly lacking: number }

const tallies = new WeakMap<Instruction, Map<string, TranslationCount>>()

/** Those of one instruction. A keystroke makes one instruction another one: the rest are not counted again. */
export const countTranslations = (instruction: Instruction, language: string, locale: string): TranslationCount => {
  const known = tallies.get(instruction) ?? new Map<string, TranslationCount>()
  tallies.set(instruction, known)
  const into = `${language} ${locale}`
  const before = known.get(into)
  if (before !== undefined) return before
  const passages = listTranslatableTexts(instruction, language, locale)
  const tally = { all: passages.length, lacking: passages.filter(isUntranslated).length }
  known.set(into, tally)
  return tally
}

const saysSomething = ({ text, translation }: TranslatableText): boolean => `${text}${translation}`.trim() !== ""
const says = ({ of }: TranslationPart, text: string): boolean => (of === "message" ? hasText(text) : text.trim() !== "")

const getMessageContent = ({ messages }: Pick<Instruction, "messages">, locale: string): string =>
  messages.find((it) => it.locale === locale)?.content ?? ""

/** The instruction with a text in another language than the script's; an empty one is taken out. */
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
  if (part.of === "choice") return withChoiceText(instruction, part.choice, locale, text)
  const picture = findPicture(getMessageContent(instruction, locale)) ?? findPicture(getMessageContent(instruction, language))
  const content = part.of === "picture" && text !== "" ? setPicture("", { src: picture?.src ?? "", alt: text }) : text
  if (content === "") return { ...instruction, messages: instruction.messages.filter((it) => it.locale !== locale) }
  return { ...instruction, messages: setMessage(instruction, locale, fresh, () => content) }
}

/** The messages of an image once its picture changed: other languages show the same one, each with its own words; none where it is gone. */
export const syncPicture = (messages: Instruction["messages"], language: string): Instruction["messages"] => {
  const src = findPicture(getMessageContent({ messages }, language))?.src
  return messages.flatMap((it) => {
    const picture = it.locale === language ? null : findPicture(it.content)
    if (picture === null || picture.src === src) return [it]
    return src === undefined ? [] : [{ ...it, content: setPicture(it.content, { ...picture, src }) }]
  })
}

const withChoiceText = (instruction: Instruction, uuid: string, locale: string, text: string): Instruction => {
  const { question } = instruction
  if (!question?.choices) return instruction
  const choices = question.choices.map((it) =>
    it.uuid === uuid && it.translation.locale !== locale ? setChoiceTranslation(it, locale, text) : it,
  )
  return { ...instruction, question: { ...question, choices } }
}

const setChoiceTranslation = (choice: Choice, locale: string, content: string): Choice => {
  const { translations, ...rest } = choice
  const known = translations ?? []
  const next = known.some((it) => it.locale === locale)
    ? known.flatMap((it) => (it.locale !== locale ? [it] : content === "" ? [] : [{ ...it, content }]))
    : content === ""
      ? known
      : [...known, { locale, content }]
  return next.length === 0 ? rest : { ...rest, translations: next }
}

/**
 * The languages that a script speaks: its own first, then those in which it has a text beside the one in its own, as they are offered, then
 * others. A text that is there in another language alone is no translation.
 */
export const listScriptLanguages = ({
  language,
  instructions,
}: Pick<AuthoredScript, "language" | "instructions">): ReadonlyArray<string> => {
  const others = new Set<string>()
  for (const instruction of instructions) for (const other of listOtherLanguages(instruction, language)) others.add(other)
  const offered = languages.filter((it) => others.delete(it))
  return [language, ...offered, ...[...others].toSorted()]
}

const spoken = new WeakMap<Instruction, { readonly language: string; readonly others: ReadonlySet<string> }>()

/** The languages beside `language` that an instruction has texts in. */
const listOtherLanguages = (instruction: Instruction, language: string): ReadonlySet<string> => {
  const known = spoken.get(instruction)
  if (known?.language === language) return known.others
  const { messages, question } = instruction
  const others = new Set<string>()
  if (messages.length > 1 && messages.some((it) => it.locale === language && it.content !== ""))
    for (const { locale, content } of messages) if (locale !== language && content !== "") others.add(locale)
  for (const { translation, translations } of question?.choices ?? [])
    if (translation.content !== "")
      for (const { locale, content } of translations ?? []) if (locale !== language && content !== "") others.add(locale)
  spoken.set(instruction, { language, others })
  return others
}

const isOffered = (language: string): boolean => languages.some((it) => it === language)

/** Of each further language that is offered and that a script has texts in: where one lacks. */
export const translationFindings = (script: AuthoredScript): ReadonlyArray<Finding> => {
  const [, ...others] = listScriptLanguages(script)
  // A locale that nobody is offered is no language to be complete in, and there can be as many of those as there are texts.
  return others.filter(isOffered).flatMap((language) =>
    script.instructions.flatMap((instruction, place) => {
      const lacking = listTranslatableTexts(instruction, script.language, language).filter(isUntranslated)
      const choices = lacking.filter(({ part }) => part.of === "choice").length
      return [
        ...(lacking.length > choices
          ? [createFinding("missing-translation", `/instructions/${place}/messages`, "finding.no-translation", { language })]
          : []),
        ...(choices > 0
          ? [
              createFinding("missing-translation", `/instructions/${place}/question/choices`, "finding.no-choice-translation", {
                language,
                count: choices,
              }),
            ]
          : []),
      ]
    }),
  )
}

// A script in another language (spec/2-editor §2 "Chat Options modal"; decisions I10).

/**
 * The script with another language. Where it has no text in that language yet, the texts it has were meant to be in it, and go along;
 * where it has some, it is translated, and only what is shown first changes: of a choice its text in that language.
 */
export const changeScriptLanguage = (script: AuthoredScript, language: Language): AuthoredScript => {
  if (script.language === language) return script
  const isTranslated = script.instructions.some(
    ({ messages, question }) =>
      messages.some(({ locale }) => locale === language) ||
      (question?.choices ?? []).some(({ translations }) => translations?.some(({ locale }) => locale === language)),
  )
  const change = isTranslated
    ? (choice: Choice) => swapChoiceTexts(choice, language)
    : (choice: Choice) => relabelChoice(choice, script.language, language)
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

const relabelChoice = (choice: Choice, from: Language, to: Language): Choice =>
  choice.translation.locale === from ? { ...choice, translation: { ...choice.translation, locale: to } } : choice

/** The text in that language takes the place of the first one, and that takes its place. */
const swapChoiceTexts = (choice: Choice, language: Language): Choice => {
  const { translation, translations } = choice
  const other = translations?.find(({ locale }) => locale === language)
  if (!translations || other === undefined || translation.locale === language) return choice
  return { ...choice, translation: other, translations: translations.map((it) => (it === other ? translation : it)) }
}

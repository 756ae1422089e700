// Differences of two versions of an instruction in texts and settings, for choosing between them.

import { diffWordsWithSpace } from "diff"
import { deepEqual, isRecord } from "../json/json-value.ts"
import { toPlainText } from "../rich-text/plain-text.ts"
import type { Instruction } from "../script/instruction.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import { listInstructionTexts } from "../script/instruction-texts.ts"
import { formatScoreRange } from "../script/score-ranges.ts"

/** A part of a text that another text shares, or that only this one has. */
export type TextPart = { readonly text: string; readonly isChanged: boolean }

/**
 * What a compared text is, unless that is obvious. `of` is "range" for a score range, numbered `n` from 1, "closing" for the closing text,
 * or the name of a question's field. A range without a `locale` stands for its ends and its label.
 */
export type TextLabel = { readonly of: string; readonly locale: string | null; readonly n?: number }

/** A compared text: its key, and its parts in order. */
type TextDiff = Partial<TextLabel> & { readonly key: string; readonly parts: ReadonlyArray<TextPart> }

/**
 * Returns the texts of `left` compared with those of `right` in the same language, named by `key`: messages, condition, choices,
 * translations and score ranges. A message that differs only in its markup is compared as source.
 */
export const diffInstructionTexts = (left: Instruction, right: Instruction | undefined): ReadonlyArray<TextDiff> => {
  const [leftTexts, rightTexts] = [listTexts(left), right === undefined ? new Map<string, ComparedText>() : listTexts(right)]
  return [...leftTexts].flatMap(([key, text]) => {
    const counterpart = rightTexts.get(key)
    const differsInMarkup = counterpart !== undefined && counterpart.source !== text.source && counterpart.plain === text.plain
    const shown = differsInMarkup ? text.source : text.plain
    if (shown === "") return []
    const parts =
      counterpart === undefined
        ? [{ text: shown, isChanged: true }]
        : diffText(shown, differsInMarkup ? counterpart.source : counterpart.plain)
    return [{ key, ...text.label, parts }]
  })
}

/** Texts that differ in more words and spaces than this are not compared word by word, because that would take too long. */
const maxEditLength = 1000

/** Compares two texts by whole words. Returns the parts of `left`; of long common parts only the words next to a difference are kept. */
export const diffText = (left: string, right: string): ReadonlyArray<TextPart> => {
  const changes = diffWordsWithSpace(right, left, { maxEditLength })
  if (changes === undefined) return [{ text: left, isChanged: true }]
  const parts = joinParts(changes.flatMap(({ value, added, removed }) => (removed ? [] : [{ text: value, isChanged: added }])))
  // Spaces between changed words are no common text.
  const last = parts.length - 1
  const cleaned = joinParts(
    parts.map((part, i) => (i > 0 && i < last && part.text.trim() === "" ? { text: part.text, isChanged: true } : part)),
  )
  return cleaned.map((part, i) => (part.isChanged ? part : { ...part, text: abbreviate(part.text, i > 0, i < cleaned.length - 1) }))
}

/** Joins neighboring parts that are both common or both changed. */
const joinParts = (parts: ReadonlyArray<TextPart>): ReadonlyArray<TextPart> => {
  const joined: Array<TextPart> = []
  for (const part of parts) {
    const previous = joined.at(-1)
    if (previous?.isChanged === part.isChanged) joined[joined.length - 1] = { ...previous, text: `${previous.text}${part.text}` }
    else joined.push(part)
  }
  return joined
}

/** The number of common words that are shown before and after a difference. */
const contextWords = 8

/** Shortens a common text to the words next to the changes before and after it, or to its first words if there is no change. */
const abbreviate = (text: string, followsChange: boolean, precedesChange: boolean): string => {
  const words = text.match(/\s*\S+(?:\s+$)?|\s+$/g) ?? []
  const startLength = followsChange || !precedesChange ? contextWords : 0
  const endLength = precedesChange ? contextWords : 0
  if (words.length <= startLength + endLength) return text
  return `${words.slice(0, startLength).join("")}…${endLength === 0 ? "" : words.slice(-endLength).join("")}`
}

type ComparedText = { readonly plain: string; readonly source: string; readonly label?: TextLabel }

const listTexts = (instruction: Instruction): ReadonlyMap<string, ComparedText> => {
  const messages = new Map<string, ComparedText>()
  const choices = new Map<string, string>()
  const others = new Map<string, ComparedText>()
  for (const text of listInstructionTexts(instruction)) {
    const { locale, content } = text
    if (text.of === "message") messages.set(`message ${locale}`, { plain: toPlainText(content), source: content })
    else if (text.of === "choice") {
      const previous = choices.get(text.locale)
      choices.set(text.locale, `${previous === undefined ? "" : `${previous} · `}${text.choice.value} ${content}`)
    } else if (text.of === "range") {
      const { of, range, n } = text
      others.set(`range ${range.uuid}`, toPlain(`${formatScoreRange(range)} ${range.label ?? ""}`.trim(), { of, n, locale: null }))
      others.set(`range ${range.uuid} ${locale}`, toPlain(content, { of, n, locale }))
    } else if (text.of === "rangeLabel") {
      const { range, n } = text
      others.set(`rangeLabel ${range.uuid} ${locale}`, toPlain(content, { of: "range", n, locale }))
    }
    // A text in the script's language is a setting.
    else if (locale !== null) {
      const of = text.of === "field" ? text.field : text.of
      others.set(`${of} ${locale}`, toPlain(content, { of, locale }))
    }
  }
  return new Map([
    ...messages,
    ["condition", toPlain(instruction.condition ?? "")] as const,
    ...[...choices].map(([locale, text]) => [`choices ${locale}`, toPlain(text)] as const),
    ...others,
  ])
}

const toPlain = (text: string, label?: TextLabel): ComparedText => ({ plain: text, source: text, ...(label && { label }) })

/** A setting: the name of its field, the value of the choice that it belongs to (null for none), and its value (undefined if not set). */
export type SettingDiff = { readonly field: string; readonly choice: number | null; readonly value: unknown }

/**
 * Returns the settings of `left` that differ from those of `right`; none without `right`. `diffInstructionTexts` shows the text of a choice
 * that only one of them has; here only the settings of that choice that are set are listed.
 */
export const diffSettings = (left: Instruction, right: Instruction | undefined): ReadonlyArray<SettingDiff> => {
  if (right === undefined) return []
  const [leftSettings, rightSettings] = [indexSettings(left), indexSettings(right)]
  return [...new Map([...leftSettings, ...rightSettings])].flatMap(([key, { field, choice }]) => {
    const value = leftSettings.get(key)?.value
    if (deepEqual(value, rightSettings.get(key)?.value)) return []
    const isShared = choice === null || (hasChoice(left, choice) && hasChoice(right, choice))
    return isShared || (value !== undefined && value !== false) ? [{ field, choice, value }] : []
  })
}

const hasChoice = ({ question }: Instruction, value: number): boolean => (question?.choices ?? []).some((choice) => choice.value === value)

const indexSettings = (instruction: Instruction): ReadonlyMap<string, SettingDiff> => {
  const { question, action } = instruction
  // Translations and score ranges are compared as texts.
  const { uuid: _, choices, options, translations: _translations, ...questionFields } = question ?? {}
  const all: ReadonlyArray<SettingDiff> = [
    { field: "name", choice: null, value: getInstructionName(instruction) },
    ...[questionFields, options].flatMap((group) => listSettings(group, null)),
    ...listSettings(action?.params, null).filter(({ field }) => !isComparedAsText(action, field)),
    ...(choices ?? []).flatMap(({ uuid: __, order: ___, value, translation: ____, translations: _____, ...extras }) =>
      listSettings(extras, value),
    ),
  ]
  return new Map(all.map((setting) => [`${setting.choice ?? ""} ${setting.field}`, setting]))
}

const isComparedAsText = (action: Instruction["action"], field: string): boolean =>
  (action?.type === "end" && field === "translations") || (action?.type === "score" && field === "ranges")

/** A missing value equals null. */
const listSettings = (value: unknown, choice: number | null): ReadonlyArray<SettingDiff> =>
  isRecord(value)
    ? Object.entries(value).flatMap(([field, fieldValue]) =>
        fieldValue === null || fieldValue === undefined ? [] : [{ field, choice, value: fieldValue }],
      )
    : []

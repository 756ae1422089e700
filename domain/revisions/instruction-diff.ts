// Differences of two versions of an instruction in texts and settings, for choosing between them.

import { deepEqual, isRecord } from "../json/json-value.ts"
import { toPlainText } from "../rich-text/plain-text.ts"
import type { Instruction } from "../script/instruction.ts"
import { getInstructionName } from "../script/instruction-name.ts"
import { listInstructionTexts } from "../script/instruction-texts.ts"
import { formatScoreRange } from "../script/score-ranges.ts"

/**
 * What a compared text is, unless that is obvious. `of` is "range" for a score range, numbered `n` from 1, "closing" for the closing text,
 * or the name of a question's field. A range without a `locale` stands for its ends and its label.
 */
export type TextLabel = { readonly of: string; readonly locale: string | null; readonly n?: number }

/** A text that is compared with its counterpart in the other version; null if that has none. */
type TextPair = Partial<TextLabel> & { readonly key: string; readonly text: string; readonly counterpart: string | null }

/**
 * Pairs the texts of `left` with those of `right` in the same language, named by `key`: messages, condition, choices,
 * translations and score ranges. A message that differs only in its markup is compared as source.
 */
export const pairInstructionTexts = (left: Instruction, right: Instruction | undefined): ReadonlyArray<TextPair> => {
  const [leftTexts, rightTexts] = [listTexts(left), right === undefined ? new Map<string, ComparedText>() : listTexts(right)]
  return [...leftTexts].flatMap(([key, text]) => {
    const counterpart = rightTexts.get(key)
    const differsInMarkup = counterpart !== undefined && counterpart.source !== text.source && counterpart.plain === text.plain
    const shown = differsInMarkup ? text.source : text.plain
    if (shown === "") return []
    const other = counterpart === undefined ? null : differsInMarkup ? counterpart.source : counterpart.plain
    return [{ key, ...text.label, text: shown, counterpart: other }]
  })
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
 * Returns the settings of `left` that differ from those of `right`; none without `right`. `pairInstructionTexts` shows the text of a choice
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

// What two versions of an instruction say, side by side: for who has to choose between them, what differs is told from what both say.

import { deepEqual } from "../json/json-equality.ts"
import { isRecord } from "../json/json-parser.ts"
import { listChoiceTexts } from "../questions/choices.ts"
import { plainText } from "../rich-text/plain-text.ts"
import type { Instruction } from "./instruction.ts"
import { getInstructionName } from "./instruction-name.ts"

/** A text in three parts: what both versions begin with and end with, and between them what this one alone says. */
export type TextDiff = { readonly before: string; readonly changed: string; readonly after: string }

/**
 * The texts of `one`: its messages, condition and choices, each beside that of `other` in the same language; `part` tells them apart. A message that
 * differs in its markup alone is shown as its source.
 */
export const diffInstructionTexts = (
  one: Instruction,
  other: Instruction | undefined,
): ReadonlyArray<TextDiff & { readonly part: string }> => {
  const [here, there] = [textsIn(one), other === undefined ? new Map<string, Text>() : textsIn(other)]
  return [...here].flatMap(([part, text]) => {
    const beside = there.get(part)
    const isMarkup = beside !== undefined && beside.source !== text.source && beside.plain === text.plain
    const said = isMarkup ? text.source : text.plain
    if (said === "") return []
    return [{ part, ...(beside === undefined ? whole(said) : diffText(said, isMarkup ? beside.source : beside.plain)) }]
  })
}

/** A text beside another, told apart by whole words; of what both say the words next to the difference are left where it is long. */
export const diffText = (one: string, other: string): TextDiff => {
  const [here, there] = [wordsOf(one), wordsOf(other)]
  if (one === other) return { before: startOf(here), changed: "", after: "" }
  const least = Math.min(here.length, there.length)
  let before = 0
  while (before < least && here[before] === there[before]) before++
  let after = 0
  while (after < least - before && here[here.length - 1 - after] === there[there.length - 1 - after]) after++
  return {
    before: endOf(here.slice(0, before)),
    changed: here.slice(before, here.length - after).join(""),
    after: startOf(here.slice(here.length - after)),
  }
}

/** So many words of what both say stand beside the difference. */
const contextWords = 8

const whole = (text: string): TextDiff => ({ before: "", changed: text, after: "" })

/** Each with the white space before it. */
const wordsOf = (text: string): ReadonlyArray<string> => text.match(/\s*\S+|\s+$/g) ?? []

const endOf = (words: ReadonlyArray<string>): string =>
  words.length > contextWords ? `…${words.slice(-contextWords).join("")}` : words.join("")
const startOf = (words: ReadonlyArray<string>): string =>
  words.length > contextWords ? `${words.slice(0, contextWords).join("")}…` : words.join("")

type Text = { readonly plain: string; readonly source: string }

const textsIn = ({ messages, condition, question }: Instruction): ReadonlyMap<string, Text> => {
  const alike = (text: string): Text => ({ plain: text, source: text })
  const choices = new Map<string, string>()
  for (const choice of question?.choices ?? [])
    for (const { locale, content } of listChoiceTexts(choice)) {
      const before = choices.get(locale)
      choices.set(locale, `${before === undefined ? "" : `${before} · `}${choice.value} ${content}`)
    }
  return new Map([
    ...messages.map(({ locale, content }) => [`message ${locale}`, { plain: plainText(content), source: content }] as const),
    ["condition", alike(condition ?? "")] as const,
    ...[...choices].map(([locale, said]) => [`choices ${locale}`, alike(said)] as const),
  ])
}

// What two versions of an instruction set differently, beside their texts, condition and reading delay: for who has to choose between them.

/** A setting by the name of its field, the value of the choice that it is of (null: of none), and what it says; undefined where it lacks. */
export type SettingDiff = { readonly field: string; readonly choice: number | null; readonly value: unknown }

/**
 * What `one` says where `other` says something else; nothing where there is no other. A choice that only one of them has is told by its text
 * (`saidApart`): of its settings, what is set.
 */
export const diffSettings = (one: Instruction, other: Instruction | undefined): ReadonlyArray<SettingDiff> => {
  if (other === undefined) return []
  const [here, there] = [settingsOf(one), settingsOf(other)]
  return [...new Map([...here, ...there])].flatMap(([key, { field, choice }]) => {
    const value = here.get(key)?.value
    if (deepEqual(value, there.get(key)?.value)) return []
    const isOfBoth = choice === null || (hasChoice(one, choice) && hasChoice(other, choice))
    return isOfBoth || (value !== undefined && value !== false) ? [{ field, choice, value }] : []
  })
}

const hasChoice = ({ question }: Instruction, value: number): boolean => (question?.choices ?? []).some((it) => it.value === value)

const settingsOf = (instruction: Instruction): ReadonlyMap<string, SettingDiff> => {
  const { question, action } = instruction
  const { uuid: _, choices, options, ...asked } = question ?? {}
  const all: ReadonlyArray<SettingDiff> = [
    { field: "name", choice: null, value: getInstructionName(instruction) },
    ...[asked, options, action?.params].flatMap((it) => fields(it, null)),
    ...(choices ?? []).flatMap(({ uuid: __, order: ___, value, translation: ____, translations: _____, ...extras }) =>
      fields(extras, value),
    ),
  ]
  return new Map(all.map((setting) => [`${setting.choice ?? ""} ${setting.field}`, setting]))
}

/** What is not there and what is null say the same. */
const fields = (value: unknown, choice: number | null): ReadonlyArray<SettingDiff> =>
  isRecord(value)
    ? Object.entries(value).flatMap(([field, it]) => (it === null || it === undefined ? [] : [{ field, choice, value: it }]))
    : []

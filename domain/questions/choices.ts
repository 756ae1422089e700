// Edits the choices of a question: values, order, pasted lines, search, and texts in several languages [Q2, Q8, I10].
import type { Language } from "../text/language.ts"
import { countCodePoints, stripAccents } from "../text/text-input.ts"
import { pickReadableText } from "../text/translations.ts"
import { stripListMarkers } from "./list-markers.ts"
import type { Choice, Question, Translated, Translation } from "./question.ts"

/** The maximum number of digits of a choice value, and of characters of a choice text. */
export const maxValueDigits = 3
export const maxChoiceTextLength = 256
const maxChoiceValue = 10 ** maxValueDigits - 1
/** The maximum number of choices: each has its own value from 1. */
export const maxChoices = maxChoiceValue

export type Choices = ReadonlyArray<Choice>
/** `answered`: choices that respondents may have chosen; their values stay taken even after the choices are deleted. */
type ChoiceCreation = { readonly newUuid: () => string; readonly locale: Language; readonly answered?: Choices }

/** Parses a choice value; undefined if it is not 1 to 3 digits. */
export const parseChoiceValue = (digits: string): number | undefined =>
  /^\d+$/.test(digits) && digits.length <= maxValueDigits ? Number(digits) : undefined

/** Returns whether a number can be the value of a choice. */
export const isChoiceValue = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= maxChoiceValue

/** [Q2] Returns the smallest free value from 1; undefined if all are taken. */
export const findFreeValue = (choices: Choices): number | undefined => listFreeValues(choices)[0]

const listFreeValues = (choices: Choices): ReadonlyArray<number> => {
  const taken = new Set(choices.map(({ value }) => value))
  return Array.from({ length: maxChoiceValue }, (_, index) => index + 1).filter((value) => !taken.has(value))
}

/** Returns whether no choice can be added because all values are taken. */
export const isChoiceListFull = (choices: Choices, answered: Choices = []): boolean =>
  findFreeValue([...choices, ...answered]) === undefined

/** [Q2] Gives the choice `uuid` a free value; its own value in `answered` counts as free. Returns undefined if none is free. */
export const assignFreeValue = (choices: Choices, uuid: string, answered: Choices = []): Choices | undefined => {
  const value = findFreeValue([...choices, ...answered.filter((choice) => choice.uuid !== uuid)])
  return value === undefined ? undefined : changeChoice(choices, uuid, { value })
}

/** Returns whether a text is short enough for a choice. */
export const isValidChoiceText = (text: string): boolean => countCodePoints(text) <= maxChoiceTextLength

/** Appends a choice; returns the same list if the text is too long or no value is free. */
export const addChoice = (choices: Choices, text: string, { newUuid, locale, answered = [] }: ChoiceCreation): Choices => {
  const value = findFreeValue([...choices, ...answered])
  if (value === undefined || !isValidChoiceText(text)) return choices
  return renumber([...choices, newChoice(text, value, { newUuid, locale })])
}

const newChoice = (content: string, value: number, { newUuid, locale }: Pick<ChoiceCreation, "newUuid" | "locale">): Choice => ({
  uuid: newUuid(),
  value,
  order: 0,
  single: false,
  fixed: false,
  score: null,
  amount: null,
  translation: { locale, content },
})

/** [Q8] Returns the lines that are not blank, without the bullets, numbers or letters of a list if all of them have one of the same kind. */
export const parseChoiceLines = (text: string): ReadonlyArray<string> =>
  stripListMarkers(
    text
      .split(/\r\n?|\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  )

type PastedChoices = {
  readonly choices: Choices
  /** The lines that are too long or for which no value is free. */
  readonly unusedLines: ReadonlyArray<string>
  /** The choice of the last line that became one. */
  readonly last: Choice | undefined
}

/** The selected part of a text. */
type Selection = { readonly start: number; readonly end: number }

/**
 * [Q8] Pastes lines into the choice `uuid`, in their order: they fill it and the blank choices next to it, and the others
 * are inserted after those. Blank choices elsewhere are removed. Without such a choice, the lines are appended. If a part
 * of the text of the choice is selected, the first line replaces it.
 */
export const pasteChoiceLines = (
  choices: Choices,
  uuid: string,
  text: string,
  creation: ChoiceCreation,
  selection: Selection = { start: 0, end: 0 },
): PastedChoices => {
  const lines = parseChoiceLines(text)
  const target = choices.find((choice) => choice.uuid === uuid)
  const [first = "", ...others] = lines
  const content = target?.translation.locale === creation.locale ? target.translation.content : ""
  const replaced = content.slice(0, selection.start) + first + content.slice(selection.end)
  if (target === undefined || content.trim() === "" || selection.end <= selection.start || first === "" || !isValidChoiceText(replaced))
    return insertLines(choices, uuid, lines, creation)
  const changed = setOwnText(target, creation.locale, replaced)
  const pasted = insertLines(
    choices.map((choice) => (choice === target ? changed : choice)),
    uuid,
    others,
    creation,
  )
  return { ...pasted, last: pasted.last ?? changed }
}

/** Whether pasted text has several lines, each of which becomes a choice. */
export const hasSeveralLines = (text: string): boolean => /[\r\n]/.test(text.trim())

const insertLines = (choices: Choices, uuid: string, lines: ReadonlyArray<string>, creation: ChoiceCreation): PastedChoices => {
  const { answered = [] } = creation
  const validIndexes = lines.flatMap((line, index) => (isValidChoiceText(line) ? [index] : []))
  if (validIndexes.length === 0) return { choices, unusedLines: lines, last: undefined }
  const texts = validIndexes.map((index) => lines[index] ?? "")
  const answeredUuids = new Set(answered.map((choice) => choice.uuid))
  const isRemovable = (choice: Choice) => isNewAndBlank(choice) && !answeredUuids.has(choice.uuid)
  const { start, end } = findBlankRun(choices, uuid, isRemovable)
  const filled = choices
    .slice(start, Math.min(end, start + texts.length))
    .map((choice, i) => setOwnText(choice, creation.locale, texts[i] ?? ""))
  const before = choices.slice(0, start).filter((choice) => !isRemovable(choice))
  const after = choices.slice(start + filled.length).filter((choice) => !isRemovable(choice))
  const values = listFreeValues([...before, ...filled, ...after, ...answered])
  const added = texts.slice(filled.length, filled.length + values.length).map((line, i) => newChoice(line, values[i] ?? 0, creation))
  const pastedCount = filled.length + added.length
  const pastedIndexes = new Set(validIndexes.slice(0, pastedCount))
  const next = renumber([...before, ...filled, ...added, ...after])
  return {
    choices: next,
    unusedLines: lines.filter((_, index) => !pastedIndexes.has(index)),
    last: next[before.length + pastedCount - 1],
  }
}

/** Whether a choice has no text in any language and no settings, as choices are added. */
const isNewAndBlank = (choice: Choice): boolean =>
  listChoiceTexts(choice).every(({ content }) => content.trim() === "") &&
  !choice.single &&
  !choice.fixed &&
  (choice.score ?? null) === null &&
  (choice.amount ?? null) === null

/** Returns where pasted lines go: the choice `uuid` if it is blank, with the removable choices around it, or the place after it. */
const findBlankRun = (choices: Choices, uuid: string, isRemovable: (choice: Choice) => boolean) => {
  const index = choices.findIndex((choice) => choice.uuid === uuid)
  const target = choices[index]
  if (target === undefined) return { start: choices.length, end: choices.length }
  const isTargetBlank = target.translation.content.trim() === ""
  const countRemovable = (list: Choices) => {
    const count = list.findIndex((choice) => !isRemovable(choice))
    return count === -1 ? list.length : count
  }
  const start = isTargetBlank ? index - countRemovable(choices.slice(0, index).toReversed()) : index + 1
  return { start, end: index + 1 + countRemovable(choices.slice(index + 1)) }
}

/** Removes the choice `uuid`. */
export const removeChoice = (choices: Choices, uuid: string): Choices => renumber(choices.filter((choice) => choice.uuid !== uuid))

/** Moves the choice `uuid` to the index `to`; returns the same list if there is no such choice. */
export const moveChoice = (choices: Choices, uuid: string, to: number): Choices => {
  const moved = choices.find((choice) => choice.uuid === uuid)
  if (moved === undefined) return choices
  const rest = choices.filter((choice) => choice !== moved)
  const index = Math.max(0, Math.min(rest.length, Math.trunc(to) || 0))
  return renumber([...rest.slice(0, index), moved, ...rest.slice(index)])
}

/** Changes fields of the choice `uuid`. */
export const changeChoice = (choices: Choices, uuid: string, change: Partial<Omit<Choice, "uuid" | "order">>): Choices =>
  choices.map((choice) => (choice.uuid === uuid ? { ...choice, ...change } : choice))

/** Returns the indexes of choices whose value an earlier choice has. */
export const findDuplicateValues = (choices: Choices): ReadonlyArray<number> => {
  const takenValues = new Set<number>()
  return choices.flatMap(({ value }, index) => {
    const isTaken = takenValues.has(value)
    takenValues.add(value)
    return isTaken ? [index] : []
  })
}

/** Returns the values that more than one choice has. */
export const listSharedValues = (choices: Choices): ReadonlySet<number> =>
  new Set(findDuplicateValues(choices).flatMap((index) => choices[index]?.value ?? []))

const renumber = (choices: Choices): Choices => choices.map((choice, order) => (choice.order === order ? choice : { ...choice, order }))

type Options = NonNullable<Extract<Question, { readonly type: "choice" | "multiple" }>["options"]>

/** Returns whether choices are shown in a dropdown; with a search field they are listed below it instead. */
export const isDropdown = ({ dropdown, search }: Pick<Options, "dropdown" | "search">): boolean => dropdown === true && search !== true

/** Returns the choices that contain the query, or with `start` begin with it, ignoring case and accents. */
export const searchChoices = (
  choices: ReadonlyArray<Choice>,
  { searchPattern }: Pick<Options, "searchPattern">,
  query: string,
): ReadonlyArray<Choice> => {
  const normalizedQuery = normalize(query)
  if (normalizedQuery === "") return choices
  return choices.filter(({ translation }) => {
    const text = normalize(translation.content)
    return searchPattern === "start" ? text.startsWith(normalizedQuery) : text.includes(normalizedQuery)
  })
}

const normalize = (text: string): string => stripAccents(text).trim()

/** Returns all texts of a choice, starting with the one in the script's language. */
export const listChoiceTexts = ({ translation, translations }: Translated): ReadonlyArray<Translation> => [
  translation,
  ...(translations ?? []),
]

/** [I10] Returns the text for someone who reads a language: if there is none in it, the text in the script's language, else any. */
export const getChoiceText = (choice: Translated, locale: string): string => {
  return pickReadableText(choice.translation, choice.translations, locale).content
}

/** [I10] Sets the text in the script's language; a text that was in another language becomes a translation. */
export const setOwnText = <T extends Translated>(owner: T, language: string, content: string): T => {
  const { translation, translations } = owner
  if (translation.locale === language) return { ...owner, translation: { ...translation, content } }
  const others = (translations ?? []).filter(({ locale }) => locale !== language)
  const all = translation.content.trim() === "" ? others : [...others, translation]
  return { ...owner, translation: { locale: language, content }, ...((translations || all.length > 0) && { translations: all }) }
}

/** Returns the choice with only its text in one language. */
export const localizeChoice = (choice: Choice, locale: string): Choice => {
  const { translations, ...rest } = choice
  if (!translations) return choice
  return { ...rest, translation: { ...choice.translation, ...pickReadableText(choice.translation, translations, locale) } }
}

// Edits the choices of a question: values, order, pasted lines, search, and texts in several languages [Q2, Q8, I10].
import type { Language } from "../script/language.ts"
import { stripAccents } from "../text/text-input.ts"
import { countCodePoints } from "./answer-bounds.ts"
import type { Choice, Question, Translation } from "./question.ts"

/** The maximum number of digits of a choice value, and of characters of a choice text. */
export const maxValueDigits = 3
export const maxChoiceTextLength = 256
const maxChoiceValue = 10 ** maxValueDigits - 1
/** The maximum number of choices: each has its own value from 1. */
export const maxChoices = maxChoiceValue

export type Choices = ReadonlyArray<Choice>
/** `answered`: choices that respondents may have chosen; their values stay taken even after the choices are deleted. */
type ChoiceCreation = { readonly fresh: () => string; readonly locale: Language; readonly answered?: Choices }

/** Parses a choice value; undefined if it is not 1 to 3 digits. */
export const parseChoiceValue = (digits: string): number | undefined =>
  /^\d+$/.test(digits) && digits.length <= maxValueDigits ? Number(digits) : undefined

/** Returns whether a number can be the value of a choice. */
export const isChoiceValue = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= maxChoiceValue

/** [Q2] Returns the smallest free value from 1; undefined if all are taken. */
export const findFreeValue = (choices: Choices): number | undefined => {
  const taken = new Set(choices.map(({ value }) => value))
  for (let value = 1; value <= maxChoiceValue; value++) if (!taken.has(value)) return value
  return undefined
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
export const addChoice = (choices: Choices, text: string, { fresh, locale, answered = [] }: ChoiceCreation): Choices => {
  const value = findFreeValue([...choices, ...answered])
  if (value === undefined || !isValidChoiceText(text)) return choices
  const newChoice = { uuid: fresh(), value, order: 0, single: false, fixed: false, score: null, amount: null }
  return renumber([...choices, { ...newChoice, translation: { locale, content: text } }])
}

/** [Q8] Appends a choice for each line that is not blank. `left` are the lines that are too long or for which no value is free. */
export const addChoiceLines = (
  choices: Choices,
  text: string,
  creation: ChoiceCreation,
): { readonly choices: Choices; readonly left: ReadonlyArray<string> } => {
  const leftOver: Array<string> = []
  let list = choices
  let isFull = false
  for (const line of text.split(/\r\n?|\n/).map((line) => line.trim())) {
    if (line === "") continue
    const extended = isFull ? list : addChoice(list, line, creation)
    if (extended === list) {
      leftOver.push(line)
      isFull ||= isValidChoiceText(line)
    }
    list = extended
  }
  return { choices: list, left: leftOver }
}

/** [Q8] Pastes lines into the choice `uuid`: if it is empty, the first line fills it; the others are appended. */
export const pasteChoiceLines = (
  choices: Choices,
  uuid: string,
  text: string,
  creation: ChoiceCreation,
): ReturnType<typeof addChoiceLines> => {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim())
  const firstIndex = lines.findIndex((line) => line !== "")
  const first = lines[firstIndex]
  const target = choices.find((choice) => choice.uuid === uuid)
  if (first === undefined || target?.translation.content !== "" || !isValidChoiceText(first)) return addChoiceLines(choices, text, creation)
  const filled = changeChoice(choices, uuid, { translation: { ...target.translation, content: first } })
  return addChoiceLines(filled, lines.slice(firstIndex + 1).join("\n"), creation)
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
export const listChoiceTexts = ({ translation, translations }: Choice): ReadonlyArray<Translation> => [translation, ...(translations ?? [])]

/** [I10] Returns the text in a language; if there is none, the text in the script's language. */
export const getChoiceText = (choice: Choice, locale: string): string => {
  const localized = listChoiceTexts(choice).find((text) => text.locale === locale && text.content.trim() !== "")
  return (localized ?? choice.translation).content
}

/** Returns the question in one language: each choice has only its text in that language. */
export const localizeQuestion = (question: Question, locale: string): Question =>
  (question.choices ?? []).some(({ translations }) => translations)
    ? { ...question, choices: (question.choices ?? []).map((choice) => localizeChoice(choice, locale)) }
    : question

const localizeChoice = (choice: Choice, locale: string): Choice => {
  const { translations, ...rest } = choice
  if (!translations) return choice
  const content = getChoiceText(choice, locale)
  return content === choice.translation.content ? rest : { ...rest, translation: { ...choice.translation, locale, content } }
}

// The choices of a question as they are edited: values, order, lines pasted, one out of the list (spec/2-editor §4, §5; decisions Q2, Q8).
import type { Language } from "../script/language.ts"
import { stripAccents } from "../text/text-input.ts"
import { countCodePoints } from "./answer-bounds.ts"
import type { Choice, Question, Translation } from "./question.ts"

/** "Choice value: digits only, at most 3 characters" and "New answer text at most 256" (spec/2-editor §5). */
export const maxValueDigits = 3
export const maxChoiceTextLength = 256
const maxChoiceValue = 10 ** maxValueDigits - 1
/** So many choices have a value of their own from 1 on. */
export const maxChoices = maxChoiceValue

export type Choices = ReadonlyArray<Choice>
/** `answered`: choices that respondents may have given; their values go on standing for them, also when they are gone. */
type ChoiceCreation = { readonly fresh: () => string; readonly locale: Language; readonly answered?: Choices }

/** The value that digits say, or undefined where they are none, or more than 3. */
export const parseChoiceValue = (digits: string): number | undefined =>
  /^\d+$/.test(digits) && digits.length <= maxValueDigits ? Number(digits) : undefined

/** Whether a number can be the value of a choice. */
export const isChoiceValue = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= maxChoiceValue

/** [Q2] The smallest free value from 1, or undefined when all are taken. */
export const findFreeValue = (choices: Choices): number | undefined => {
  const taken = new Set(choices.map(({ value }) => value))
  for (let value = 1; value <= maxChoiceValue; value++) if (!taken.has(value)) return value
  return undefined
}

/** Whether no choice can be added: none would have a value of its own. */
export const isChoiceListFull = (choices: Choices, answered: Choices = []): boolean =>
  findFreeValue([...choices, ...answered]) === undefined

/** [Q2] The list with a free value for the choice `uuid`; what answers stand for it already is its own. Undefined where none is free. */
export const assignFreeValue = (choices: Choices, uuid: string, answered: Choices = []): Choices | undefined => {
  const value = findFreeValue([...choices, ...answered.filter((it) => it.uuid !== uuid)])
  return value === undefined ? undefined : changeChoice(choices, uuid, { value })
}

/** Whether a text can be that of a new choice. */
export const isValidChoiceText = (text: string): boolean => countCodePoints(text) <= maxChoiceTextLength

/** The list with one choice more at its end; unchanged when the text is too long or no value is free. */
export const addChoice = (choices: Choices, text: string, { fresh, locale, answered = [] }: ChoiceCreation): Choices => {
  const value = findFreeValue([...choices, ...answered])
  if (value === undefined || !isValidChoiceText(text)) return choices
  const added = { uuid: fresh(), value, order: 0, single: false, fixed: false, score: null, amount: null }
  return ordered([...choices, { ...added, translation: { locale, content: text } }])
}

/** [Q8] A choice for each line that says something; lines that are too long, or find no value free, are left out and given back. */
export const addChoiceLines = (
  choices: Choices,
  text: string,
  making: ChoiceCreation,
): { readonly choices: Choices; readonly left: ReadonlyArray<string> } => {
  const left: Array<string> = []
  let list = choices
  let isAllTaken = false
  for (const line of text.split(/\r\n?|\n/).map((it) => it.trim())) {
    if (line === "") continue
    const longer = isAllTaken ? list : addChoice(list, line, making)
    if (longer === list) {
      left.push(line)
      isAllTaken ||= isValidChoiceText(line)
    }
    list = longer
  }
  return { choices: list, left }
}

/** [Q8] Lines that are pasted into the choice `uuid`: where it says nothing yet the first fills it, what else there is comes at the end. */
export const pasteChoiceLines = (
  choices: Choices,
  uuid: string,
  text: string,
  making: ChoiceCreation,
): ReturnType<typeof addChoiceLines> => {
  const lines = text.split(/\r\n?|\n/).map((it) => it.trim())
  const place = lines.findIndex((it) => it !== "")
  const first = lines[place]
  const into = choices.find((it) => it.uuid === uuid)
  if (first === undefined || into?.translation.content !== "" || !isValidChoiceText(first)) return addChoiceLines(choices, text, making)
  const filled = changeChoice(choices, uuid, { translation: { ...into.translation, content: first } })
  return addChoiceLines(filled, lines.slice(place + 1).join("\n"), making)
}

/** The list without the choice `uuid`. */
export const removeChoice = (choices: Choices, uuid: string): Choices => ordered(choices.filter((it) => it.uuid !== uuid))

/** The list with the choice `uuid` at the place `to`; unchanged when there is no such choice. */
export const moveChoice = (choices: Choices, uuid: string, to: number): Choices => {
  const moved = choices.find((it) => it.uuid === uuid)
  if (moved === undefined) return choices
  const rest = choices.filter((it) => it !== moved)
  const place = Math.max(0, Math.min(rest.length, Math.trunc(to) || 0))
  return ordered([...rest.slice(0, place), moved, ...rest.slice(place)])
}

/** The list with another content in the choice `uuid`. */
export const changeChoice = (choices: Choices, uuid: string, change: Partial<Omit<Choice, "uuid" | "order">>): Choices =>
  choices.map((it) => (it.uuid === uuid ? { ...it, ...change } : it))

/** The places of choices whose value an earlier one has. */
export const findDuplicateValues = (choices: Choices): ReadonlyArray<number> => {
  const seen = new Set<number>()
  return choices.flatMap(({ value }, place) => {
    const isTaken = seen.has(value)
    seen.add(value)
    return isTaken ? [place] : []
  })
}

/** The values that more than one choice has. */
export const listSharedValues = (choices: Choices): ReadonlySet<number> =>
  new Set(findDuplicateValues(choices).flatMap((place) => choices[place]?.value ?? []))

const ordered = (choices: Choices): Choices => choices.map((it, order) => (it.order === order ? it : { ...it, order }))

// Which choices a respondent's search finds (spec/2-editor §3, `searchPattern`).

type Options = NonNullable<Extract<Question, { readonly type: "choice" | "multiple" }>["options"]>

/** Whether choices are a list to open: with a search field they stand below that. */
export const isDropdown = ({ dropdown, search }: Pick<Options, "dropdown" | "search">): boolean => dropdown === true && search !== true

/** The choices whose text has what was typed anywhere in it, or, with `start`, at its start; case and accents say nothing. */
export const searchChoices = (
  choices: ReadonlyArray<Choice>,
  { searchPattern }: Pick<Options, "searchPattern">,
  typed: string,
): ReadonlyArray<Choice> => {
  const wanted = plain(typed)
  if (wanted === "") return choices
  return choices.filter(({ translation }) => {
    const text = plain(translation.content)
    return searchPattern === "start" ? text.startsWith(wanted) : text.includes(wanted)
  })
}

const plain = (text: string): string => stripAccents(text).trim()

// The texts of a choice in several languages (decisions I10).

/** All texts of a choice, that in the script's language first. */
export const listChoiceTexts = ({ translation, translations }: Choice): ReadonlyArray<Translation> => [translation, ...(translations ?? [])]

/** The text in a language; where there is none in it, that of the script's language. */
export const choiceText = (choice: Choice, locale: string): string => {
  const said = listChoiceTexts(choice).find((it) => it.locale === locale && it.content.trim() !== "")
  return (said ?? choice.translation).content
}

/** A question as it is asked in one language: each choice has its text in that language, and no other. */
export const localizeQuestion = (question: Question, locale: string): Question =>
  (question.choices ?? []).some(({ translations }) => translations)
    ? { ...question, choices: (question.choices ?? []).map((choice) => spoken(choice, locale)) }
    : question

const spoken = (choice: Choice, locale: string): Choice => {
  const { translations, ...rest } = choice
  if (!translations) return choice
  const content = choiceText(choice, locale)
  return content === choice.translation.content ? rest : { ...rest, translation: { ...choice.translation, locale, content } }
}

// What a stored answer says of its question: the choices it names, or the text it is (decisions X1).
import type { Catalog } from "../catalog/catalog.ts"
import { tryStringify } from "../json/json-parser.ts"
import type { Choice, Question } from "../questions/question.ts"

/** One thing that was answered. `uuid` is that of the choice, null where there is none. */
export type AnswerPart = { readonly uuid: string | null; readonly value: string | number; readonly text: string }

/** The texts of the five faces, from very unsatisfied to very satisfied. */
export type EmojiLabels = readonly [string, string, string, string, string]

/** The texts of the five faces in the language of a catalogue. */
export const getEmojiLabels = (texts: Pick<Catalog, `emoji.${1 | 2 | 3 | 4 | 5}`>): EmojiLabels => [
  texts["emoji.1"],
  texts["emoji.2"],
  texts["emoji.3"],
  texts["emoji.4"],
  texts["emoji.5"],
]

/**
 * Reads the answers to one question: a part for each choice that an answer names, one for a number or a text, none where nothing was
 * answered. A choice that the question does not have (any more) is read as what it was stored as. Built once, called for each row.
 */
export const createAnswerReader = (question: Question, emojiLabels: EmojiLabels): ((answer: unknown) => ReadonlyArray<AnswerPart>) => {
  const known = new Map<unknown, AnswerPart>()
  for (const choice of question.choices ?? []) {
    const part = partOf(choice)
    for (const key of [choice.uuid, choice.value, String(choice.value)]) if (!known.has(key)) known.set(key, part)
  }
  if (question.type === "emoji")
    for (const [i, text] of emojiLabels.entries())
      for (const key of [i + 1, String(i + 1)]) known.set(key, { uuid: null, value: i + 1, text })
  const readOne = (item: unknown): ReadonlyArray<AnswerPart> => {
    const part = known.get(item)
    if (part !== undefined) return [part]
    const text = formatStoredValue(item)
    return text === "" ? [] : [{ uuid: null, value: typeof item === "number" ? item : text, text }]
  }
  return (answer) => (Array.isArray(answer) ? answer.flatMap(readOne) : readOne(answer))
}

const partOf = ({ uuid, value, translation }: Choice): AnswerPart => ({ uuid, value, text: translation.content })

/** Whether there is an answer at all: not null, not empty. */
export const hasAnswer = (answer: unknown): boolean =>
  answer !== null && answer !== undefined && answer !== "" && !(Array.isArray(answer) && answer.length === 0)

/** Whether anything was answered: a question that was skipped was not. */
export const hasAnyAnswer = (answers: Readonly<Record<string, unknown>>): boolean => Object.values(answers).some(hasAnswer)

/** Any stored value as text: what is no text and no number is written as JSON, and "" is what no JSON can say. */
export const formatStoredValue = (value: unknown): string => {
  if (typeof value === "string") return value
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  return typeof value === "object" && value !== null ? (tryStringify(value) ?? "") : ""
}

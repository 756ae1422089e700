// Reads stored answers: the choices that they name, their text (X1), or the files that respondents uploaded (X15).

import type { Catalog } from "../catalog/catalog.ts"
import { tryStringify } from "../json/json-value.ts"
import type { Choice, Question } from "../questions/question.ts"
import { toSafeFileName } from "../text/text-input.ts"

/** One part of an answer. `uuid` is that of the choice, null if it is not a choice. */
export type AnswerPart = { readonly uuid: string | null; readonly value: string | number; readonly text: string }

/** The texts of the five emoji, from very unsatisfied to very satisfied. */
export type EmojiLabels = readonly [string, string, string, string, string]

/** Returns the texts of the five emoji in a catalog's language. */
export const getEmojiLabels = (texts: Pick<Catalog, `emoji.${1 | 2 | 3 | 4 | 5}`>): EmojiLabels => [
  texts["emoji.1"],
  texts["emoji.2"],
  texts["emoji.3"],
  texts["emoji.4"],
  texts["emoji.5"],
]

/**
 * Returns a reader for answers to one question: one part per chosen choice, one for a number or a text, none if
 * unanswered. Values of choices that no longer exist are returned as stored. Create it once per question and call it
 * for each row.
 */
export const createAnswerReader = (question: Question, emojiLabels: EmojiLabels): ((answer: unknown) => ReadonlyArray<AnswerPart>) => {
  const partsByKey = new Map<unknown, AnswerPart>()
  for (const choice of question.choices ?? []) {
    const part = toAnswerPart(choice)
    for (const key of [choice.uuid, choice.value, String(choice.value)]) if (!partsByKey.has(key)) partsByKey.set(key, part)
  }
  if (question.type === "emoji")
    for (const [i, text] of emojiLabels.entries())
      for (const key of [i + 1, String(i + 1)]) partsByKey.set(key, { uuid: null, value: i + 1, text })
  const readItem = (item: unknown): ReadonlyArray<AnswerPart> => {
    const part = partsByKey.get(item)
    if (part !== undefined) return [part]
    const text = formatStoredValue(item)
    return text === "" ? [] : [{ uuid: null, value: typeof item === "number" ? item : text, text }]
  }
  return (answer) => (Array.isArray(answer) ? answer.flatMap(readItem) : readItem(answer))
}

const toAnswerPart = ({ uuid, value, translation }: Choice): AnswerPart => ({ uuid, value, text: translation.content })

/** Whether an answer is not null and not empty. */
export const hasAnswer = (answer: unknown): boolean =>
  answer !== null && answer !== undefined && answer !== "" && !(Array.isArray(answer) && answer.length === 0)

/** Whether any question was answered, not only skipped. */
export const hasAnyAnswer = (answers: Readonly<Record<string, unknown>>): boolean => Object.values(answers).some(hasAnswer)

/**
 * Returns any stored value as text: numbers and booleans printed, other values as JSON, "" if JSON cannot represent
 * them.
 */
export const formatStoredValue = (value: unknown): string => {
  if (typeof value === "string") return value
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  return typeof value === "object" && value !== null ? (tryStringify(value) ?? "") : ""
}

/** An uploaded file: its id, and its name, which is based on the one on the respondent's device. */
export type AnswerFile = { readonly id: string; readonly name: string }

/** Returns how an answer refers to an uploaded file: `id/name`. */
export const printAnswerFile = ({ id, name }: AnswerFile): string => `${id}/${name}`

/** Parses an answer's reference to an uploaded file; null for anything else, such as a URL. */
export const parseAnswerFile = (value: unknown): AnswerFile | null => {
  const [, id, name] = typeof value === "string" ? (answerFilePattern.exec(value) ?? []) : []
  return id === undefined || name === undefined ? null : { id, name }
}
const answerFilePattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(.+)$/s

/**
 * [X15] Returns the path of a file in an archive. It contains the id, so that it depends on no other file and is unique:
 * an export knows it without the archive.
 */
export const getArchivePath = (conversation: string, { id, name }: AnswerFile): string => {
  const [, stem = name, extension = ""] = nameWithExtension.exec(name) ?? []
  return `${conversation}/${id}_${toSafeFileName(stem)}${extension}`
}
/** The extension is apart, so that it stays when a long name is cut. */
const nameWithExtension = /^(.+)(\.[A-Za-z0-9]{1,10})$/s

/** [X15] Returns a stored answer to a question for a file as its path in an archive, or as it is if it is no uploaded file. */
export const formatFileAnswer = (conversation: string, answer: unknown): string => {
  const file = parseAnswerFile(answer)
  return file === null ? formatStoredValue(answer) : getArchivePath(conversation, file)
}

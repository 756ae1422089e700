// Files that respondents uploaded: how answers refer to them, and their paths in archives (X15).
import { toSafeFileName } from "../text/text-input.ts"
import { formatStoredValue } from "./stored-answer.ts"

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
 * [X15] Returns the path of a file in an archive. It contains the id, so that it is unique and does not depend on other files:
 * an export can refer to a file without reading the archive.
 */
export const getArchivePath = (conversation: string, { id, name }: AnswerFile): string => {
  const [, stem = name, extension = ""] = nameWithExtension.exec(name) ?? []
  return `${conversation}/${id}_${toSafeFileName(stem)}${extension}`
}
/** Matches the extension separately, so that it is not cut off from a long name. */
const nameWithExtension = /^(.+)(\.[A-Za-z0-9]{1,10})$/s

/** [X15] Returns the archive path of the file that answers a file question; an answer that is no uploaded file is returned unchanged. */
export const formatFileAnswer = (conversation: string, answer: unknown): string => {
  const file = parseAnswerFile(answer)
  return file === null ? formatStoredValue(answer) : getArchivePath(conversation, file)
}

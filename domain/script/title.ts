// Rules for the titles of a script [F6, Q9, S11, S12].
import type { Violation } from "../failure.ts"
import { countCodePoints } from "../questions/answer-bounds.ts"
import { hasControlCharacters, toSingleLine } from "../text/text-input.ts"

/** The maximum number of code points of a title. */
export const maxTitleLength = 255

/** [Q9] Returns whether a title is too long. */
export const isTitleTooLong = (text: string): boolean => countCodePoints(text) > maxTitleLength

/** Returns whether a title is not blank. */
export const hasTitleText = (text: string): boolean => text.trim() !== ""

/** Returns the catalog key of what is wrong with a title; null if nothing is. */
export const findTitleProblem = (text: string): "ERROR.NAME_BLANK" | "ERROR.NAME_TOO_LONG" | "ERROR.NAME_SYNTAX" | null => {
  if (!hasTitleText(text)) return "ERROR.NAME_BLANK"
  if (isTitleTooLong(text)) return "ERROR.NAME_TOO_LONG"
  return hasControlCharacters(text) ? "ERROR.NAME_SYNTAX" : null
}

type Titles = { readonly name: string; readonly public_name: string }

/** [S12] Returns the titles of a copy: a unique name, and the same public title on one line and not too long. */
export const createCopyTitles = ({ name, public_name }: Titles, taken: ReadonlyArray<string>): Titles => ({
  name: createCopyTitle(name, taken),
  public_name: Array.from(toSingleLine(public_name)).slice(0, maxTitleLength).join(""),
})

/** [S12] Returns the title of a copy on one line: with the first free number, as in `Intake (2)`; a title that is too long is truncated. */
export const createCopyTitle = (original: string, taken: ReadonlyArray<string>): string => {
  const takenTitles = new Set(taken)
  const stem = Array.from(toSingleLine(original).replace(/ \(\d+\)$/, ""))
  for (let number = 2; ; number++) {
    const suffix = ` (${number})`
    const title = `${stem
      .slice(0, maxTitleLength - suffix.length)
      .join("")
      .trimEnd()}${suffix}`
    if (!takenTitles.has(title)) return title
  }
}

/** Returns the same as violations of the form's field `name`; surrounding white space is ignored. */
export const titleViolations = (text: string): ReadonlyArray<Violation> => {
  const message = findTitleProblem(text.trim())
  return message === null ? [] : [{ field: "name", message }]
}

/** A problem with one of the titles. */
export type TitleProblem = { readonly field: keyof Titles; readonly problem: NonNullable<ReturnType<typeof findTitleProblem>> }

/** [F6] Returns what keeps a script's titles from being saved. A blank public title does not: the check reports it [S11]. */
export const findTitleProblems = ({ name, public_name }: Titles): ReadonlyArray<TitleProblem> => {
  const [nameProblem, publicProblem] = [findTitleProblem(name), hasTitleText(public_name) ? findTitleProblem(public_name) : null]
  return [
    ...(nameProblem === null ? [] : [{ field: "name" as const, problem: nameProblem }]),
    ...(publicProblem === null ? [] : [{ field: "public_name" as const, problem: publicProblem }]),
  ]
}

/** [S11] Returns the public title, or the community's name if it is blank. */
export const getPublicTitle = (title: string, community: string): string => title.trim() || community

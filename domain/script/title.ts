// What a chat's titles must keep (spec/1-console §5).
import type { Violation } from "../failure.ts"
import { countCodePoints } from "../questions/answer-bounds.ts"
import { hasControlCharacters, toSingleLine } from "../text/text-input.ts"

/** Characters that a chat's titles have at most. */
export const maxTitleLength = 255

/** [Q9] Whether a title has more characters than it may. */
export const isTitleTooLong = (text: string): boolean => countCodePoints(text) > maxTitleLength

/** Whether a text will do as the title of a chat. */
export const hasTitleText = (text: string): boolean => text.trim() !== ""

/** The catalogue's key for what is wrong with a title, or null. */
export const titleProblem = (text: string): "ERROR.NAME_BLANK" | "ERROR.NAME_TOO_LONG" | "ERROR.NAME_SYNTAX" | null => {
  if (!hasTitleText(text)) return "ERROR.NAME_BLANK"
  if (isTitleTooLong(text)) return "ERROR.NAME_TOO_LONG"
  return hasControlCharacters(text) ? "ERROR.NAME_SYNTAX" : null
}

type Titles = { readonly name: string; readonly public_name: string }

/** [S12] The titles of a copy: a name of its own, and the public one as it is, on one line and no longer than it may be. */
export const createCopyTitles = ({ name, public_name }: Titles, taken: ReadonlyArray<string>): Titles => ({
  name: createCopyTitle(name, taken),
  public_name: Array.from(toSingleLine(public_name)).slice(0, maxTitleLength).join(""),
})

/** [S12] The title of a copy: the first number behind the original's that makes it one of its own, as `Intake (2)`; what is too long is cut, and it stands on one line. */
export const createCopyTitle = (original: string, taken: ReadonlyArray<string>): string => {
  const all = new Set(taken)
  const stem = Array.from(toSingleLine(original).replace(/ \(\d+\)$/, ""))
  for (let number = 2; ; number++) {
    const behind = ` (${number})`
    const title = `${stem
      .slice(0, maxTitleLength - behind.length)
      .join("")
      .trimEnd()}${behind}`
    if (!all.has(title)) return title
  }
}

/** The same by the field `name` of the form that adds a chat; white space around it is none of it. */
export const titleViolations = (text: string): ReadonlyArray<Violation> => {
  const message = titleProblem(text.trim())
  return message === null ? [] : [{ field: "name", message }]
}

/** [S11] Whether nothing is wrong with the titles of a script; an empty public one has a stand-in. */
export const areTitlesValid = ({ name, public_name }: Titles): boolean =>
  titleProblem(name) === null && (public_name === "" || titleProblem(public_name) === null)

export type TitleProblem = { readonly field: keyof Titles; readonly problem: NonNullable<ReturnType<typeof titleProblem>> }

/** [F6] What keeps a script's titles from being saved. A public one of nothing but space is a finding, and has a stand-in [S11]. */
export const titleProblems = ({ name, public_name }: Titles): ReadonlyArray<TitleProblem> => {
  const [problem, ofPublic] = [titleProblem(name), hasTitleText(public_name) ? titleProblem(public_name) : null]
  return [
    ...(problem === null ? [] : [{ field: "name" as const, problem }]),
    ...(ofPublic === null ? [] : [{ field: "public_name" as const, problem: ofPublic }]),
  ]
}

// What respondents see a chat called (decisions S11).

/** [S11] The public title; where it says nothing, the name of the community. */
export const publicTitle = (title: string, community: string): string => title.trim() || community

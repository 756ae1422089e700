// Rules for the titles of a script [F6, Q9, S11, S12], and the public title by language [I10].

import type { Violation } from "../findings/finding.ts"
import { countCodePoints, hasControlCharacters, toSingleLine } from "../text/text-input.ts"
import { getTranslation, pickReadableText, setTranslationIn } from "../text/translations.ts"
import type { AuthoredScript } from "./script.ts"
import type { PlainText } from "./translatable-texts.ts"

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

type Titles = Pick<AuthoredScript, "name" | "public_name" | "public_name_translations">

const toTitleLine = (text: string): string => Array.from(toSingleLine(text)).slice(0, maxTitleLength).join("")

/** [S12] Returns the titles of a copy: a unique name, and the same public title in each language, on one line and not too long. */
export const createCopyTitles = ({ name, public_name, public_name_translations }: Titles, taken: ReadonlyArray<string>): Titles => ({
  name: createCopyTitle(name, taken),
  public_name: toTitleLine(public_name),
  ...(public_name_translations && {
    public_name_translations: public_name_translations.map((it) => ({ ...it, content: toTitleLine(it.content) })),
  }),
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

/** A problem with one of the titles; `pointer` is its place as a JSON pointer (RFC 6901) into the script. */
export type TitleProblem = {
  readonly field: keyof Titles
  readonly pointer: string
  readonly problem: NonNullable<ReturnType<typeof findTitleProblem>>
}

/**
 * [F6] Returns what keeps a script's titles from being saved: at most one problem per field. A blank public title does not: the check
 * reports it [S11]. A blank translation of it is replaced by the public title.
 */
export const findTitleProblems = (titles: Titles): ReadonlyArray<TitleProblem> => {
  const { name, public_name, public_name_translations } = titles
  const listProblem = (field: keyof Titles, pointer: string, text: string): ReadonlyArray<TitleProblem> => {
    const problem = field !== "name" && !hasTitleText(text) ? null : findTitleProblem(text)
    return problem === null ? [] : [{ field, pointer, problem }]
  }
  return [
    ...listProblem("name", "/name", name),
    ...listProblem("public_name", "/public_name", public_name),
    ...(public_name_translations ?? [])
      .flatMap(({ content }, i) => listProblem("public_name_translations", getTitleTranslationPointer(i), content))
      .slice(0, 1),
  ]
}

/** Returns the place of a translation of the public title as a JSON pointer (RFC 6901) into the script. */
export const getTitleTranslationPointer = (index: number): string => `/public_name_translations/${index}/content`

/** [S11] Returns the public title, or the community's name if it is blank. */
export const getPublicTitle = (title: string, community: string): string => title.trim() || community

export type PublicTitle = Pick<AuthoredScript, "public_name" | "public_name_translations">

/** Returns the public title of a script as a translatable text. */
export const getTitleText = ({ public_name, public_name_translations }: PublicTitle, locale: string): PlainText => ({
  text: public_name,
  translation: getTranslation(public_name_translations, locale),
})

/** Sets the public title in another language; an empty text removes it. */
export const setTitleTranslation = (script: AuthoredScript, locale: string, content: string): AuthoredScript => {
  if (locale === script.language) return script
  const { public_name_translations, ...rest } = script
  const next = setTranslationIn(public_name_translations, { locale, content })
  return next.length === 0 ? rest : { ...script, public_name_translations: next }
}

/** Returns the public title for someone who reads a language, and the language that it is in: the script's own if it has no translation. */
export const getTitleIn = (
  { public_name, public_name_translations, language }: PublicTitle & Pick<AuthoredScript, "language">,
  locale: string,
): { readonly title: string; readonly language: string } => {
  const { content, locale: shown } = pickReadableText({ locale: language, content: public_name }, public_name_translations, locale)
  return { title: content, language: shown }
}

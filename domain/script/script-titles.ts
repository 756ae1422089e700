// The titles of a script together: the internal one, and the public one with its translations [F14].
import { deepEqual } from "../json/json-value.ts"
import type { AuthoredScript } from "./script.ts"
import { changeScriptLanguage } from "./script-language-change.ts"
import { hasTitleText } from "./title.ts"

/** The titles of a script; `language` is that of the public title. */
export type ScriptTitles = Pick<AuthoredScript, "name" | "public_name" | "public_name_translations" | "language">

/** Returns whether two scripts have the same translations of the public title. */
export const hasSameTitleTranslations = (a: ScriptTitles, b: ScriptTitles): boolean =>
  deepEqual(a.public_name_translations ?? [], b.public_name_translations ?? [])

/** Returns whether two scripts have the same titles and translations of them. */
export const hasSameTitles = (a: ScriptTitles, b: ScriptTitles): boolean =>
  a.name === b.name && a.public_name === b.public_name && hasSameTitleTranslations(a, b)

/** Returns whether titles would be lost if those of `other` replaced them: one that is not blank differs. */
export const hasTitlesToRestore = (titles: ScriptTitles, other: ScriptTitles): boolean =>
  (hasTitleText(titles.name) || hasTitleText(titles.public_name)) && !hasSameTitles(toLanguage(titles, other.language), other)

/** Returns a script with other titles, those in its own language if they exist in it. */
export const replaceTitles = (script: AuthoredScript, titles: ScriptTitles): AuthoredScript => {
  const { name, public_name, public_name_translations } = toLanguage(titles, script.language)
  const { public_name_translations: _, ...rest } = script
  return {
    ...rest,
    name,
    public_name,
    ...((public_name_translations ?? []).length > 0 && { public_name_translations }),
  }
}

const toLanguage = ({ name, public_name, public_name_translations, language }: ScriptTitles, other: AuthoredScript["language"]) =>
  changeScriptLanguage(
    { name, public_name, language, instructions: [], ...(public_name_translations !== undefined && { public_name_translations }) },
    other,
  )

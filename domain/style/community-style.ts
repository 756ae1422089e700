// A community's style in memory, and its stored form: two lists of single-key objects [F3, T9].
import { getOwnField } from "../json/json-value.ts"
import { type StyledPage, styleTables } from "./style-keys.ts"
import type { Stylesheet } from "./stylesheet.ts"

/** Both stylesheets of a community. Unknown fields of newer versions are kept, also by `encodeStyle` and `decodeStyle` [F3]. */
export type Style = Readonly<Record<StyledPage, Stylesheet>>

export type StylePayload = Readonly<Record<StyledPage, ReadonlyArray<Readonly<Record<string, string>>>>>

/** The style of a community that never saved one. */
export const emptyStyle: Style = { web: {}, stats: {} }

/** [T9] Returns the stored form: a single-key object for each value that is not empty, in table order, unknown keys last. */
export const encodeStyle = (style: Style): StylePayload => ({
  ...style,
  web: encodeStylesheet("web", style.web),
  stats: encodeStylesheet("stats", style.stats),
})

/** Returns the style from its stored form; of a duplicate key the last value counts. */
export const decodeStyle = (payload: StylePayload): Style => ({
  ...payload,
  web: decodeStylesheet(payload.web),
  stats: decodeStylesheet(payload.stats),
})

/** Returns whether no value was ever set, so that the wizard is offered. */
export const isEmptyStyle = ({ web, stats }: Style): boolean =>
  [web, stats].every((sheet) => Object.values(sheet).every((value) => value === ""))

/** Returns the style with all defaults; only unknown keys keep their values. */
export const resetStyle = (style: Style): Style => ({
  ...style,
  web: keepUnknownKeys("web", style.web),
  stats: keepUnknownKeys("stats", style.stats),
})

const keepUnknownKeys = (portal: StyledPage, sheet: Stylesheet): Stylesheet =>
  Object.fromEntries(Object.entries(sheet).filter(([name]) => !Object.hasOwn(styleTables[portal], name)))

const encodeStylesheet = (portal: StyledPage, sheet: Stylesheet): StylePayload[StyledPage] => {
  const knownNames = Object.keys(styleTables[portal])
  const names = [...knownNames, ...Object.keys(sheet).filter((name) => !Object.hasOwn(styleTables[portal], name))]
  return names.flatMap((name) => {
    const value = getOwnField(sheet, name)
    return value === undefined || value === "" ? [] : [Object.fromEntries([[name, value]])]
  })
}

const decodeStylesheet = (list: StylePayload[StyledPage]): Stylesheet => Object.fromEntries(list.flatMap((item) => Object.entries(item)))

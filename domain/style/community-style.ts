// Styles as they are saved and kept in files: two lists of single-key objects (spec/3-community §3, §7; decisions T9).
import { getOwnField } from "../json/json-value.ts"
import { type StyledPage, styleTables } from "./style-keys.ts"
import type { Stylesheet } from "./stylesheet.ts"

/** Both stylesheets of a community. What else a newer version put beside them goes along, through `payloadOf` and `styleOf` too (decisions F3). */
export type Style = Readonly<Record<StyledPage, Stylesheet>>

export type StylePayload = Readonly<Record<StyledPage, ReadonlyArray<Readonly<Record<string, string>>>>>

/** A community whose styling was never saved. */
export const emptyStyle: Style = { web: {}, stats: {} }

/** [T9] A style as it is saved: a single-key object for each value that is not empty, in the order of the tables; keys not known come last. */
export const encodeStyle = (style: Style): StylePayload => ({
  ...style,
  web: listOf("web", style.web),
  stats: listOf("stats", style.stats),
})

/** A style as it was saved; of a key that is there twice the last value counts. */
export const decodeStyle = (payload: StylePayload): Style => ({ ...payload, web: sheetOf(payload.web), stats: sheetOf(payload.stats) })

/** Whether nothing was ever set: the wizard applies (spec/3-community §4). */
export const isEmptyStyle = ({ web, stats }: Style): boolean =>
  [web, stats].every((sheet) => Object.values(sheet).every((value) => value === ""))

/** The style with every default: only what this version does not know keeps its values. */
export const resetStyle = (style: Style): Style => ({
  ...style,
  web: unknownIn("web", style.web),
  stats: unknownIn("stats", style.stats),
})

const unknownIn = (portal: StyledPage, sheet: Stylesheet): Stylesheet =>
  Object.fromEntries(Object.entries(sheet).filter(([name]) => !Object.hasOwn(styleTables[portal], name)))

const listOf = (portal: StyledPage, sheet: Stylesheet): StylePayload[StyledPage] => {
  const known = Object.keys(styleTables[portal])
  const names = [...known, ...Object.keys(sheet).filter((name) => !Object.hasOwn(styleTables[portal], name))]
  return names.flatMap((name) => {
    const value = getOwnField(sheet, name)
    return value === undefined || value === "" ? [] : [Object.fromEntries([[name, value]])]
  })
}

const sheetOf = (list: StylePayload[StyledPage]): Stylesheet => Object.fromEntries(list.flatMap((item) => Object.entries(item)))

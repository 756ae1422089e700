// A stylesheet as it is edited: what is shown for each key, and what an edit changes besides (spec/3-community §3, §4; decisions T2, T5).

import { getOwnField } from "../json/json-value.ts"
import { allowedAttributeValue } from "../rich-text/allowed-markup.ts"
import { isWebUrl } from "../text/web-url.ts"
import { chatStyleKeys, type StyleKeyTable, type StyleValueFormat } from "./style-keys.ts"

// Whether a value is what its key holds (decisions T4). Values end up in style sheets: nothing may pass that means more there than it says.

/** [T4] Whether `value` can stand under a key of that format. Empty is always possible: something else stands in for it. */
export const isStyleValue = (format: StyleValueFormat, value: string): boolean => {
  if (value === "") return true
  switch (format.kind) {
    case "colour":
      return colour.test(value)
    case "size":
      return format.oneOf === undefined ? isSize(value) : format.oneOf.some((it) => sameSize(it, value))
    case "toggle":
      return value === format.on || value === format.off
    case "text":
      return texts[format.form](value)
    case "image":
      return isAddress(value)
    case "font":
      return format.form === "family" ? family.test(value) : isFontFile(value)
  }
}

/** Whether two sizes are the same, however they are written: `.75em` is `0.75em`, `0` is `0px`. */
export const sameSize = (one: string, other: string): boolean => {
  const [first, second] = [sizeOf(one), sizeOf(other)]
  if (first === undefined || second === undefined) return one === other
  return first.amount === second.amount && (first.unit === second.unit || first.amount === 0)
}

/** A word is the name of a colour, or harmless. */
const colour =
  /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]{3,20}|rgba?\(\s*\d{1,3}(?:\s*,\s*\d{1,3}){2}(?:\s*,\s*(?:0|1|0?\.\d{1,4}))?\s*\))$/i
/** A number, with or without its unit. */
const size = /^(?:\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})(?:em|rem|px|%)?$/
const family = /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,99}$/u
const longestLine = 1024

const texts = {
  line: (value: string) => value.length <= longestLine && !/[\r\n\0]/.test(value),
  address: (value: string) => value.length <= longestLine && isWebUrl(value),
  glyph: (value: string) => /^[^\s\p{C}"'\\<>;{}]{1,8}$/u.test(value),
} as const

/** A number without a unit is none in a style sheet, but for 0. */
const isSize = (value: string): boolean => {
  const it = sizeOf(value)
  return it !== undefined && (it.unit !== "" || it.amount === 0)
}

const sizeOf = (value: string): { readonly amount: number; readonly unit: string } | undefined => {
  const parts = /^([\d.]+)(em|rem|px|%)?$/.exec(value)
  return parts === null || !size.test(value) ? undefined : { amount: Number(parts[1]), unit: parts[2] ?? "" }
}

/** An address that a text may show images from, and that stays one text wherever it is quoted. */
const isAddress = (value: string): boolean => !/[\s\p{Cc}"'\\<>]/u.test(value) && allowedAttributeValue("src", value) === value

const isFontFile = (value: string): boolean =>
  /^data:(?:font\/[a-z\d-]+|application\/(?:octet-stream|x-font-[a-z]+|font-[a-z\d-]+|vnd\.ms-opentype));base64,[A-Za-z\d+/]+={0,2}$/.test(
    value,
  ) ||
  (!value.startsWith("data:") && /^[^(){};]+$/.test(value) && isAddress(value))

/** Values by key, as they are saved. Keys that are not known stay. */
export type Stylesheet = Readonly<Record<string, string>>

/**
 * [T2] What is shown for a key: its own value where it has one that it can have, else what is shown for the key it inherits from, else its
 * default. Undefined for a key without any of them, which the screen says.
 */
export const resolveValue = (table: StyleKeyTable, sheet: Stylesheet, name: string): string | undefined => {
  const key = getOwnField<StyleKeyTable[string]>(table, name)
  if (key === undefined) return undefined
  const own = getOwnField(sheet, name) ?? ""
  if (own !== "" && isStyleValue(key, own)) return own
  return key.inherits === undefined ? key.default : resolveValue(table, sheet, key.inherits)
}

/** What is shown for every key of a table; keys without a value are left out. */
export const resolveStylesheet = <Name extends string>(
  table: Readonly<Record<Name, StyleKeyTable[string]>>,
  sheet: Stylesheet,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(table).flatMap((name) => {
      const value = resolveValue(table, sheet, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** Whether a toggle is on. */
export const isToggleOn = (table: StyleKeyTable, sheet: Stylesheet, name: string): boolean => {
  const key = getOwnField<StyleKeyTable[string]>(table, name)
  return key?.kind === "toggle" && resolveValue(table, sheet, name) === key.on
}

/** [T5] The chat's stylesheet with another value under a key, and with all that follows from it. */
export const setValue = (sheet: Stylesheet, name: string, value: string): Stylesheet => {
  const next = { ...sheet, [name]: value }
  return { ...next, ...followUps(next, name) }
}

/** The chat's stylesheet with a toggle switched. */
export const setToggle = (sheet: Stylesheet, name: string, toOn: boolean): Stylesheet => {
  const key = getOwnField<StyleKeyTable[string]>(chatStyleKeys, name)
  return key?.kind === "toggle" ? setValue(sheet, name, toOn ? key.on : key.off) : sheet
}

/** The keys whose values differ between two stylesheets: what counts as unsaved. Empty and missing are the same. */
export const changedKeys = (one: Stylesheet, other: Stylesheet): ReadonlyArray<string> =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => (getOwnField(one, name) ?? "") !== (getOwnField(other, name) ?? ""),
  )

export const defaultFontWeight = chatStyleKeys["body_font-weight"].default
export const defaultFontSize = chatStyleKeys["body_font-size"].default

/** Whether the row of a side menu's link (1 to 4) is shown: it is on, or the one before it has both text and url. */
export const isLinkRowVisible = (sheet: Stylesheet, link: number): boolean => {
  if (link === 1 || isToggleOn(chatStyleKeys, sheet, `sidemenu_link_${link}-display`)) return true
  const before = `sidemenu_link_${link - 1}`
  return (sheet[`${before}-content`] ?? "").trim() !== "" && (sheet[`${before}-url`] ?? "") !== ""
}

/** [T5] What an edit changes besides (spec/3-community §4). */
const followUps = (sheet: Stylesheet, name: string): Stylesheet => {
  const link = /^(sidemenu_link_[1-4])-display$/.exec(name)?.[1]
  if (link !== undefined) return isToggleOn(chatStyleKeys, sheet, name) ? {} : { [`${link}-content`]: "", [`${link}-url`]: "" }
  switch (name) {
    case "font_source_google":
      return isToggleOn(chatStyleKeys, sheet, name) ? {} : { "body_font-weight": defaultFontWeight }
    case "body_google_font-family":
    case "body_font-family":
      return { "body_font-weight": defaultFontWeight, "body_font-size": defaultFontSize }
    case "body_font-file":
      return { "body_font-size": defaultFontSize }
    case "header_background-size":
      return {
        header_expanded: isToggleOn(chatStyleKeys, sheet, name) ? chatStyleKeys.header_expanded.on : chatStyleKeys.header_expanded.off,
      }
    default:
      return {}
  }
}

// A stylesheet: validation, inheritance, and what an edit changes [T2, T4, T5].

import { getOwnField } from "../json/json-value.ts"
import { getAllowedAttributeValue } from "../rich-text/allowed-markup.ts"
import { isWebUrl } from "../text/web-url.ts"
import { chatStyleKeys, type StyleKeyTable, type StyleValueFormat } from "./style-keys.ts"

/** [T4] Returns whether a value is empty or valid for a format. Values end up in CSS, so none may mean more there than its format says. */
export const isStyleValue = (format: StyleValueFormat, value: string): boolean => {
  if (value === "") return true
  switch (format.kind) {
    case "color":
      return colorPattern.test(value)
    case "size":
      return format.oneOf === undefined ? isSize(value) : format.oneOf.some((option) => areSizesEqual(option, value))
    case "toggle":
      return value === format.on || value === format.off
    case "text":
      return isTextForm[format.form](value)
    case "image":
      return isAddress(value)
    case "font":
      return format.form === "family" ? familyPattern.test(value) : isFontFile(value)
  }
}

/** Returns whether two sizes are equal however they are written: `.75em` is `0.75em`, `0` is `0px`. */
export const areSizesEqual = (a: string, b: string): boolean => {
  const [sizeA, sizeB] = [parseSize(a), parseSize(b)]
  if (sizeA === undefined || sizeB === undefined) return a === b
  return sizeA.amount === sizeB.amount && (sizeA.unit === sizeB.unit || sizeA.amount === 0)
}

/** A word is a color name, or harmless in CSS. */
const colorPattern =
  /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]{3,20}|rgba?\(\s*\d{1,3}(?:\s*,\s*\d{1,3}){2}(?:\s*,\s*(?:0|1|0?\.\d{1,4}))?\s*\))$/i
/** A number, with or without a unit. */
const sizePattern = /^(?:\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})(?:em|rem|px|%)?$/
const familyPattern = /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,99}$/u
const maxLineLength = 1024

const isTextForm = {
  line: (value: string) => value.length <= maxLineLength && !/[\r\n\0]/.test(value),
  address: (value: string) => value.length <= maxLineLength && isWebUrl(value),
  glyph: (value: string) => /^[^\s\p{C}"'\\<>;{}]{1,8}$/u.test(value),
} as const

/** In CSS a number without a unit is a valid size only if it is 0. */
const isSize = (value: string): boolean => {
  const size = parseSize(value)
  return size !== undefined && (size.unit !== "" || size.amount === 0)
}

const parseSize = (value: string): { readonly amount: number; readonly unit: string } | undefined => {
  const parts = /^([\d.]+)(em|rem|px|%)?$/.exec(value)
  return parts === null || !sizePattern.test(value) ? undefined : { amount: Number(parts[1]), unit: parts[2] ?? "" }
}

/** Returns whether an address is allowed for images in texts and cannot end the CSS string that quotes it. */
const isAddress = (value: string): boolean => !/[\s\p{Cc}"'\\<>]/u.test(value) && getAllowedAttributeValue("src", value) === value

const isFontFile = (value: string): boolean =>
  /^data:(?:font\/[a-z\d-]+|application\/(?:octet-stream|x-font-[a-z]+|font-[a-z\d-]+|vnd\.ms-opentype));base64,[A-Za-z\d+/]+={0,2}$/.test(
    value,
  ) ||
  (!value.startsWith("data:") && /^[^(){};]+$/.test(value) && isAddress(value))

/** Values by key, as saved. Unknown keys are kept. */
export type Stylesheet = Readonly<Record<string, string>>

/** [T2] Returns the effective value of a key: its own valid value, else that of the key it inherits from, else its default. Undefined if none. */
export const resolveValue = (table: StyleKeyTable, sheet: Stylesheet, name: string): string | undefined => {
  const key = getOwnField<StyleKeyTable[string]>(table, name)
  if (key === undefined) return undefined
  const own = getOwnField(sheet, name) ?? ""
  if (own !== "" && isStyleValue(key, own)) return own
  return key.inherits === undefined ? key.default : resolveValue(table, sheet, key.inherits)
}

/** Returns the effective value of every key in a table; keys without one are left out. */
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

/** Returns whether a toggle is on. */
export const isToggleOn = (table: StyleKeyTable, sheet: Stylesheet, name: string): boolean => {
  const key = getOwnField<StyleKeyTable[string]>(table, name)
  return key?.kind === "toggle" && resolveValue(table, sheet, name) === key.on
}

/** [T5] Returns the chat's stylesheet with another value of a key, and everything that follows from it. */
export const setValue = (sheet: Stylesheet, name: string, value: string): Stylesheet => {
  const next = { ...sheet, [name]: value }
  return { ...next, ...followUps(next, name) }
}

/** Returns the chat's stylesheet with a toggle switched on or off. */
export const setToggle = (sheet: Stylesheet, name: string, isOn: boolean): Stylesheet => {
  const key = getOwnField<StyleKeyTable[string]>(chatStyleKeys, name)
  return key?.kind === "toggle" ? setValue(sheet, name, isOn ? key.on : key.off) : sheet
}

/** Returns the keys whose values differ, which count as unsaved. An empty value equals a missing one. */
export const listChangedKeys = (a: Stylesheet, b: Stylesheet): ReadonlyArray<string> =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => (getOwnField(a, name) ?? "") !== (getOwnField(b, name) ?? ""))

export const defaultFontWeight = chatStyleKeys["body_font-weight"].default
export const defaultFontSize = chatStyleKeys["body_font-size"].default

/** Returns whether the form row of a side menu link (1 to 4) is shown: the link is on, or the previous one has both text and URL. */
export const isLinkRowVisible = (sheet: Stylesheet, link: number): boolean => {
  if (link === 1 || isToggleOn(chatStyleKeys, sheet, `sidemenu_link_${link}-display`)) return true
  const previous = `sidemenu_link_${link - 1}`
  return (sheet[`${previous}-content`] ?? "").trim() !== "" && (sheet[`${previous}-url`] ?? "") !== ""
}

/** [T5] Returns the other values that an edit of a key changes. */
const followUps = (sheet: Stylesheet, name: string): Stylesheet => {
  const link = /^(sidemenu_link_[1-4])-display$/.exec(name)?.[1]
  if (link !== undefined) return isToggleOn(chatStyleKeys, sheet, name) ? {} : clearLink(sheet, link)
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

/** The text of a link is cleared in every language: a later link would show the old translations. */
const clearLink = (sheet: Stylesheet, link: string): Stylesheet => ({
  ...Object.fromEntries(Object.keys(sheet).flatMap((name) => (name.startsWith(`${link}-content`) ? [[name, ""]] : []))),
  [`${link}-content`]: "",
  [`${link}-url`]: "",
})

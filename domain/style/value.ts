// Whether a value is what its key holds (decisions T4). Values end up in style sheets: nothing may pass that means more there than it says.
import { isWebAddress } from "../address.ts"
import { allowedValue } from "../rich-text/allowlist.ts"
import type { Format } from "./key.ts"

/** [T4] Whether `value` can stand under a key of that format. Empty is always possible: something else stands in for it. */
export const isStyleValue = (format: Format, value: string): boolean => {
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
  address: (value: string) => value.length <= longestLine && isWebAddress(value),
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
const isAddress = (value: string): boolean => !/[\s\p{Cc}"'\\<>]/u.test(value) && allowedValue("src", value) === value

const isFontFile = (value: string): boolean =>
  /^data:(?:font\/[a-z\d-]+|application\/(?:octet-stream|x-font-[a-z]+|font-[a-z\d-]+|vnd\.ms-opentype));base64,[A-Za-z\d+/]+={0,2}$/.test(
    value,
  ) ||
  (!value.startsWith("data:") && /^[^(){};]+$/.test(value) && isAddress(value))

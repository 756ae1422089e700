// What can be said of a key of a stylesheet, and short ways to say it (spec/3-community §3, §4; decisions T1).
import type { Section } from "./sections.ts"

/** What a value is. `toggle` holds one of two strings, `oneOf` one of a list; the others are read by their form (see value.ts). */
export type Format =
  | { readonly kind: "colour" }
  | { readonly kind: "size"; readonly oneOf?: ReadonlyArray<string> }
  | { readonly kind: "toggle"; readonly on: string; readonly off: string }
  | { readonly kind: "text"; readonly form: "line" | "address" | "glyph" }
  | { readonly kind: "image" }
  | { readonly kind: "font"; readonly form: "family" | "file" }

/** `inherits` names the key whose value stands in where a value is empty; else `default` does. */
export type StyleKey = Format & { readonly section: Section; readonly default?: string; readonly inherits?: string }
export type StyleTable = Readonly<Record<string, StyleKey>>

export const colour = (section: Section, value: string) => ({ kind: "colour", section, default: value }) as const
export const like = (section: Section, inherits: string) => ({ kind: "colour", section, inherits }) as const
export const shown = (section: Section, on: string, isOn: boolean, off = "none") =>
  ({ kind: "toggle", section, on, off, default: isOn ? on : off }) as const
export const flag = (section: Section, isOn: boolean) => shown(section, "1", isOn, "0")
export const text = (section: Section, form: "line" | "address" | "glyph", value = "") =>
  ({ kind: "text", form, section, default: value }) as const
export const size = (section: Section, value: string, oneOf?: ReadonlyArray<string>) =>
  ({ kind: "size", section, default: value, ...(oneOf === undefined ? {} : { oneOf }) }) as const
export const sizeLike = (section: Section, inherits: string) => ({ kind: "size", section, inherits }) as const

/** Widths of borders, in px (spec/3-community §5). */
export const borderWidths = ["0px", "1px", "2px", "3px"] as const
export const fontWeights = ["100", "200", "300", "400", "500", "600", "700", "800", "900", "950"] as const
export const fontSizes = [".875rem", "1rem", "1.125rem"] as const

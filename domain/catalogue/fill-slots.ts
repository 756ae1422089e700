// Puts values into the `{slots}` of a text. For texts without ICU forms; the interface's own speaker knows those.
import { ownField } from "../own-field.ts"

/** The text with each `{slot}` replaced by the value of that name; a slot without a value stays as it stands. Never throws. */
export const fillSlots = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (all, slot: string) => String(ownField(values, slot) ?? all))

// A style that is not saved yet, as a browser keeps it, and what is made of it when its author comes back (decisions T17).
import * as Schema from "effect/Schema"
import { mergedStyle, styleDifferences } from "./merge.ts"
import { payloadOf, type Style, styleOf } from "./payload.ts"
import { StylePayload } from "./style-payload.ts"
import { changedKeys } from "./stylesheet.ts"

/** Edits of one person not yet saved: the style that they were made on, and as they left it. `community` is a slug, `at` an ISO 8601 instant. */
export const KeptStyle = Schema.Struct({
  user: Schema.String,
  community: Schema.String,
  base: StylePayload,
  style: StylePayload,
  at: Schema.String,
})
export type KeptStyle = typeof KeptStyle.Type

/** What a browser is to keep of the edits that made `style` of `base`. */
export const keptStyle = (whose: Pick<KeptStyle, "user" | "community" | "at">, base: Style, style: Style): KeptStyle => ({
  ...whose,
  base: payloadOf(base),
  style: payloadOf(style),
})

/**
 * The edits as they go on, and what they are compared with: what the server has now with what their author changed, so that what others
 * changed since under other keys stays. Where both changed one thing, the edits on what they were made on, so that the save asks (T18).
 */
export const broughtBack = (saved: Style, kept: Pick<KeptStyle, "base" | "style">): { readonly base: Style; readonly style: Style } => {
  const versions = { base: styleOf(kept.base), mine: styleOf(kept.style), theirs: saved }
  const isOfBoth = styleDifferences(versions).some(({ by }) => by === "both")
  return isOfBoth ? { base: versions.base, style: versions.mine } : { base: saved, style: mergedStyle(versions) }
}

/** How many values differ between two styles. */
export const differences = (one: Style, other: Style): number =>
  changedKeys(one.web, other.web).length + changedKeys(one.stats, other.stats).length

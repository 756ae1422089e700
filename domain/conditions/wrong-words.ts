// Where in the text of a condition something is wrong, for underlining it while it is typed (decisions C10).
import type { Places } from "./names.ts"
import { parse } from "./parse.ts"
import { nameFault } from "./study.ts"

/** A stretch of a text, in UTF-16 units. */
export type Stretch = { readonly from: number; readonly to: number }

/**
 * What cannot be read in the condition of the instruction at `place`, or names what is not there or comes later. The names of the script,
 * `places`, are asked for only where the text names something. Nothing is wrong with a blank text: that is no condition.
 */
export const wrongWords = (text: string, place: number, places: () => Places): ReadonlyArray<Stretch> => {
  if (text.trim() === "") return []
  const parsed = parse(text)
  if (parsed._tag === "ConditionSyntaxError") return [{ from: parsed.offset, to: parsed.offset + Math.max(parsed.found.length, 1) }]
  if (parsed.mentions.length === 0) return []
  const known = places()
  return parsed.mentions
    .filter(({ reference }) => nameFault(reference, place, known) !== null)
    .map(({ start, end }) => ({ from: start, to: end }))
}

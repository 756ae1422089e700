// What a chat's titles must keep (spec/1-console §5).
import { lengthOf } from "../questions/bounds.ts"

/** Characters that a chat's titles have at most. */
export const longestTitle = 255

/** [Q9] Whether a title has more characters than it may. */
export const isTooLong = (text: string): boolean => lengthOf(text) > longestTitle

/** Whether a text will do as the title of a chat. */
export const isTitle = (text: string): boolean => text.trim() !== ""

/** The catalogue's key for what is wrong with a title, or null. */
export const titleProblem = (text: string): "ERROR.NAME_BLANK" | "ERROR.NAME_TOO_LONG" | null =>
  isTitle(text) ? (isTooLong(text) ? "ERROR.NAME_TOO_LONG" : null) : "ERROR.NAME_BLANK"

/** [S11] Whether nothing is wrong with the titles of a script; an empty public one has a stand-in. */
export const areTitlesSound = ({ name, public_name }: { readonly name: string; readonly public_name: string }): boolean =>
  titleProblem(name) === null && (public_name === "" || titleProblem(public_name) === null)

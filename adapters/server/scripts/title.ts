// What a chat's title must keep.
import { isTitle } from "../../../domain/script/listing.ts"

/** Characters that a chat's titles have at most. */
export const longestTitle = 255

/** The catalogue's key for what is wrong with a title, or null. */
export const titleProblem = (text: string): "ERROR.NAME_BLANK" | "ERROR.NAME_TOO_LONG" | null =>
  isTitle(text) ? (text.length > longestTitle ? "ERROR.NAME_TOO_LONG" : null) : "ERROR.NAME_BLANK"

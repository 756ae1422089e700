// Keys of the outline that mark, and what is done with marks.
import type { KeyboardEvent } from "react"

/** What a key in the outline does with marks. */
export const markingKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): "mark" | "all" | "clear" | "delete" | null => {
  const isCommand = ctrlKey || metaKey
  if (key === " " && isCommand) return "mark"
  if (key === "a" && isCommand) return "all"
  if (isCommand || altKey || shiftKey) return null
  if (key === "Escape") return "clear"
  return key === "Delete" ? "delete" : null
}

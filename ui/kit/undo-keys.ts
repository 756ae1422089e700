// The keys of undo and redo. A field that is written in undoes its own typing, unless it takes the keys itself; everywhere else, in a
// box that is ticked too, they are the screen's.
import { getHotkeyHandler, useHotkeys } from "@mantine/hooks"
import type { KeyboardEvent as PressOf } from "react"
import { isCovered } from "./screen-keys.ts"

const unwritten: ReadonlySet<string> = new Set(["checkbox", "radio", "range", "color", "file", "button", "submit", "reset", "image"])

const undoesItself = (at: EventTarget | null): boolean => {
  if (at instanceof HTMLInputElement) return !unwritten.has(at.type) && !at.readOnly
  return at instanceof HTMLElement && (at.isContentEditable || at instanceof HTMLTextAreaElement)
}

/**
 * For a field of a list that keys make longer, or whose text is completed: the browser knows of the typing in it and of nothing else that was
 * done there, and would empty one field after the other. There the steps are the screen's.
 */
export const turnedByKeys = (undo: () => void, redo: () => void): ((event: PressOf<HTMLElement>) => void) =>
  getHotkeyHandler([
    ["mod+Z", undo],
    ["mod+shift+Z", redo],
    ["mod+Y", redo],
  ])

export const useUndoKeys = (undo: () => void, redo: () => void): void => {
  const unlessWriting = (turn: () => void) => (event: KeyboardEvent) => {
    if (undoesItself(event.target)) return
    // The browser would go on to what was typed last in any field, under a dialog too.
    event.preventDefault()
    if (!isCovered()) turn()
  }
  useHotkeys(
    [
      ["mod+Z", unlessWriting(undo), { preventDefault: false }],
      ["mod+shift+Z", unlessWriting(redo), { preventDefault: false }],
      ["mod+Y", unlessWriting(redo), { preventDefault: false }],
    ],
    [],
    true,
  )
}

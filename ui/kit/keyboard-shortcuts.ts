// The keys of undo and redo. A field that is written in undoes its own typing, unless its typing is a part of the screen's steps
// (`stepsOfScreen`); everywhere else, in a box that is ticked too, they are the screen's.
import { getHotkeyHandler, useHotkeys } from "@mantine/hooks"
import type { KeyboardEvent as PressOf } from "react"

// Keys of a screen, wherever on it the focus is. While a dialog stands over the screen they do nothing: they would change what is behind it.

export const isDialogOpen = (): boolean => document.querySelector("[aria-modal=true]") !== null

type Keys = ReadonlyArray<readonly [keys: string, deed: () => void]>

/** `inFields`: also where something is written. What the browser has on these keys it does not do, under a dialog either. */
export const useScreenShortcuts = (keys: Keys, { inFields }: { readonly inFields: boolean }): void =>
  useHotkeys(
    keys.map(([one, deed]) => [one, () => isDialogOpen() || deed()]),
    inFields ? [] : undefined,
    inFields,
  )

const unwritten: ReadonlySet<string> = new Set(["checkbox", "radio", "range", "color", "file", "button", "submit", "reset", "image"])

/**
 * For what surrounds fields whose typing the screen's steps hold, beside all else that is done there: the browser knows of the typing alone, and
 * would take that back where something else was done last. A rich text has steps of its own, and the screen's come where it has none left.
 */
export const screenUndoScope = { "data-steps": "screen" } as const

const hasNativeUndo = (at: EventTarget | null): boolean => {
  if (at instanceof Element && at.closest("[data-steps=screen]") !== null) return false
  if (at instanceof HTMLInputElement) return !unwritten.has(at.type) && !at.readOnly
  return at instanceof HTMLElement && (at.isContentEditable || at instanceof HTMLTextAreaElement)
}

/** For a field that minds where the focus goes when a step of the screen's is taken back there. */
export const undoKeyHandler = (undo: () => void, redo: () => void): ((event: PressOf<HTMLElement>) => void) =>
  getHotkeyHandler([
    ["mod+Z", undo],
    ["mod+shift+Z", redo],
    ["mod+Y", redo],
  ])

export const useUndoShortcuts = (undo: () => void, redo: () => void): void => {
  const unlessWriting = (turn: () => void) => (event: KeyboardEvent) => {
    if (event.defaultPrevented || hasNativeUndo(event.target)) return
    // The browser would go on to what was typed last in any field, under a dialog too.
    event.preventDefault()
    if (!isDialogOpen()) turn()
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

// Keyboard shortcuts of a screen, and those of undo and redo. Text fields keep the browser's own undo, unless their edits belong to the
// screen's history (`screenUndoScope`); everywhere else, including checkboxes, the screen's undo applies.
import { getHotkeyHandler, useHotkeys } from "@mantine/hooks"
import type { KeyboardEvent as ReactKeyboardEvent } from "react"

/** Screen shortcuts do nothing while a dialog is open: they would change the screen behind it. */
export const isDialogOpen = (): boolean => document.querySelector("[aria-modal=true]") !== null

type Shortcuts = ReadonlyArray<readonly [keys: string, action: () => void]>

/** `inFields`: the shortcuts also work in text fields. The browser's own action is always prevented, even while a dialog is open. */
export const useScreenShortcuts = (shortcuts: Shortcuts, { inFields }: { readonly inFields: boolean }): void =>
  useHotkeys(
    shortcuts.map(([keys, action]) => [keys, () => isDialogOpen() || action()]),
    inFields ? [] : undefined,
    inFields,
  )

const nonTextTypes: ReadonlySet<string> = new Set(["checkbox", "radio", "range", "color", "file", "button", "submit", "reset", "image"])

/**
 * Props of an element whose text fields belong to the screen's history. The browser's undo knows only typing, and would skip other
 * edits made since. A rich text editor has its own history; the screen's undo follows when that is empty.
 */
export const screenUndoScope = { "data-steps": "screen" } as const

/** Whether the screen's undo applies to this element. */
export const belongsToScreenUndo = (element: Element): boolean => element.closest("[data-steps=screen]") !== null

const hasNativeUndo = (target: EventTarget | null): boolean => {
  if (target instanceof Element && belongsToScreenUndo(target)) return false
  if (target instanceof HTMLInputElement) return !nonTextTypes.has(target.type) && !target.readOnly
  return target instanceof HTMLElement && (target.isContentEditable || target instanceof HTMLTextAreaElement)
}

/** Handler for a field that moves the focus itself when the screen's undo is used in it. */
export const undoKeyHandler = (undo: () => void, redo: () => void): ((event: ReactKeyboardEvent<HTMLElement>) => void) =>
  getHotkeyHandler([
    ["mod+Z", undo],
    ["mod+shift+Z", redo],
    ["mod+Y", redo],
  ])

export const useUndoShortcuts = (undo: () => void, redo: () => void): void => {
  const unlessNativeUndo = (action: () => void) => (event: KeyboardEvent) => {
    if (event.defaultPrevented || hasNativeUndo(event.target)) return
    // Prevented even under a dialog: the browser would undo the last typing in any field.
    event.preventDefault()
    if (!isDialogOpen()) action()
  }
  useHotkeys(
    [
      ["mod+Z", unlessNativeUndo(undo), { preventDefault: false }],
      ["mod+shift+Z", unlessNativeUndo(redo), { preventDefault: false }],
      ["mod+Y", unlessNativeUndo(redo), { preventDefault: false }],
    ],
    [],
    true,
  )
}

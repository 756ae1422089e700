// Focus and selection keys of the outline, whose rows may not be rendered yet when they get the focus.

import type { KeyboardEvent, RefObject } from "react"
import { outlineRowId } from "./outline-row-ids.ts"

/** How often to look for a distant row that is not rendered yet: two frames each, about two seconds in total. */
const maxTries = 60

/** The row that the focus is moving to; null when it has arrived or the row was not found. */
let pendingRow: string | null = null

/** Returns the row that a key press is meant for: the row the focus is moving to, or the given one. */
export const getFocusTargetRow = (uuid: string): string => pendingRow ?? uuid

/** Focuses a row, or the control with that index in it, once it is rendered; gives up if another row is focused first. */
export const focusOutlineRow = (uuid: string, scrollToRow: () => void, controlIndex = -1): void => {
  pendingRow = uuid
  const tryFocus = (triesLeft: number): void => {
    requestAnimationFrame(() => {
      scrollToRow()
      requestAnimationFrame(() => {
        if (pendingRow !== uuid) return
        const card = document.getElementById(outlineRowId(uuid))
        if (card === null && triesLeft > 0) return tryFocus(triesLeft - 1)
        pendingRow = null
        const control = controlIndex === -1 ? null : listControls(card)[controlIndex]
        const target = control === undefined || control === null || control.disabled ? card : control
        target?.focus({ preventScroll: true })
      })
    })
  }
  tryFocus(maxTries)
}

/**
 * Focuses a row that may be far from the focused one. The scrolling list holds the focus until the row is rendered: when the
 * focused row is removed, Chromium moves the focus to the drag handle of another row and scrolls the list to it.
 */
export const focusDistantOutlineRow = (
  scroller: RefObject<HTMLElement | null>,
  uuid: string,
  scrollToRow: () => void,
  controlIndex = -1,
): void => {
  scroller.current?.focus({ preventScroll: true })
  focusOutlineRow(uuid, scrollToRow, controlIndex)
}

/** Returns the index of the focused control in a row, or -1. It restores the focus, which a moved row loses. */
export const findFocusedControl = (uuid: string): number =>
  listControls(document.getElementById(outlineRowId(uuid))).findIndex((it) => it === document.activeElement)

const listControls = (card: HTMLElement | null): ReadonlyArray<HTMLButtonElement> => [
  ...(card?.closest("li")?.querySelectorAll<HTMLButtonElement>("button") ?? []),
]

/** Returns what a key press in the outline does with the selection, or null. */
export const parseSelectionKey = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: KeyboardEvent): "mark" | "all" | "clear" | "delete" | null => {
  const isCommand = ctrlKey || metaKey
  if (key === " " && isCommand) return "mark"
  if (key === "a" && isCommand) return "all"
  if (isCommand || altKey || shiftKey) return null
  if (key === "Escape") return "clear"
  return key === "Delete" ? "delete" : null
}

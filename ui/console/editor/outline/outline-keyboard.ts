// Focus and selection keys of the outline, whose rows may not be rendered yet when they get the focus.

import type { KeyboardEvent } from "react"
import { outlineRowId } from "./OutlineRow.tsx"

/** How often to look for a distant row that is not rendered yet: two frames each, about two seconds in total. */
const patience = 60

/** The row that the focus is moving to; null when it has arrived or the row was not found. */
let going: string | null = null

/** Returns the row that a key press is meant for: the row the focus is moving to, or the given one. */
export const getFocusTargetRow = (uuid: string): string => going ?? uuid

/** Focuses a row, or the control with that index in it, once it is rendered; gives up if another row is focused first. */
export const focusOutlineRow = (uuid: string, bringIntoSight: () => void, held = -1): void => {
  going = uuid
  const come = (frames: number): void => {
    requestAnimationFrame(() => {
      bringIntoSight()
      requestAnimationFrame(() => {
        if (going !== uuid) return
        const card = document.getElementById(outlineRowId(uuid))
        if (card === null && frames > 0) return come(frames - 1)
        going = null
        const control = held === -1 ? null : controlsOf(card)[held]
        const next = control === undefined || control === null || control.disabled ? card : control
        next?.focus({ preventScroll: true })
      })
    })
  }
  come(patience)
}

/** Returns the index of the focused control in a row, or -1. A moved row loses the focus, so it is restored by this index. */
export const findFocusedControl = (uuid: string): number =>
  controlsOf(document.getElementById(outlineRowId(uuid))).findIndex((it) => it === document.activeElement)

const controlsOf = (card: HTMLElement | null): ReadonlyArray<HTMLButtonElement> => [
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

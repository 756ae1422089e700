// The focus in the outline: it goes to a row that may not be drawn yet, and on with whoever works a row that is put elsewhere.

import type { KeyboardEvent } from "react"
import { outlineRowId } from "./OutlineRow.tsx"

/** So many pairs of frames a row that was far away may take until it is in the page: two seconds, where the machine has more to do. */
const patience = 60

/** The row that the focus is on its way to; null where it has arrived, or went elsewhere. */
let going: string | null = null

/** The row that a key is meant for which is pressed at another: that which the focus is on its way to, else that one. */
export const getFocusTargetRow = (uuid: string): string => going ?? uuid

/** Focuses the row of an instruction once it is in the page, or that control of it which was held; not where it went on to another meanwhile. */
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

/** Which control of a row has the focus: a row that is put elsewhere loses it, and whoever works that control goes on with it. */
export const findFocusedControl = (uuid: string): number =>
  controlsOf(document.getElementById(outlineRowId(uuid))).findIndex((it) => it === document.activeElement)

const controlsOf = (card: HTMLElement | null): ReadonlyArray<HTMLButtonElement> => [
  ...(card?.closest("li")?.querySelectorAll<HTMLButtonElement>("button") ?? []),
]

// Keys of the outline that mark, and what is done with marks.

/** What a key in the outline does with marks. */
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

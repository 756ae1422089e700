// What can stand beside the instruction: one at a time.
import { onceThere } from "../../kit/once-there.ts"

export const sides = ["test", "flow", "translations", "check"] as const
export type Side = (typeof sides)[number]

export const sideHeadingId = "side-heading"

/** Brings whoever opens a pane by its key to it, once it is there in the place of the one before. */
export const focusSide = (): void => {
  const before = document.getElementById(sideHeadingId)
  const come = (): HTMLElement | null => {
    const heading = document.getElementById(sideHeadingId)
    return heading === before ? null : heading
  }
  onceThere(come, (heading) => heading.focus())
}

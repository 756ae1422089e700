// Moves the focus to what has just come onto the screen because of what the person did.
// oxlint-disable-next-line no-restricted-imports -- where the focus goes is the page's, not a machine's, and it is lost as the button is drawn
import { useLayoutEffect, useRef } from "react"

/** As `ref`: takes the focus once, on arrival. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()

const isLost = (): boolean => {
  const holder = document.activeElement
  return holder === null || holder === document.body || holder.matches(":disabled")
}

/** As `ref`: takes the focus once, on arrival, where what had it went away or was locked; who works elsewhere on the page is left in peace. */
export const focusOnMountIfLost = (element: HTMLElement | null): void => {
  if (isLost()) element?.focus()
}

/**
 * A button that waits cannot have the focus: whoever pressed it has it back on it afterwards, unless they have gone elsewhere. Where it still
 * cannot be pressed, its form has it.
 */
export const useRestoreFocusAfter = (busy: boolean): void => {
  const holder = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const at = document.activeElement
    if (busy) holder.current = at
    else if (isLost() && holder.current instanceof HTMLElement) {
      holder.current.focus()
      focusOnMountIfLost(
        holder.current.closest("form")?.querySelector<HTMLElement>("input:enabled, textarea:enabled, select:enabled") ?? null,
      )
    }
  }, [busy])
}

// What is waited for in the page that comes with a later frame, as what is fetched first does.

/** Hands on what is found, with the first frame in which it is; nothing where so many frames pass without it (60 are a second). */
export const waitForElement = <Found>(find: () => Found | null, then: (found: Found) => void, frames = 60): void => {
  requestAnimationFrame(() => {
    const found = find()
    if (found !== null) then(found)
    else if (frames > 0) waitForElement(find, then, frames - 1)
  })
}

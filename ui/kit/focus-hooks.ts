// Hooks and ref callbacks that move the focus to elements that appear after an action of the user, or restore it.
// oxlint-disable-next-line no-restricted-imports -- focus belongs to the page, not to a machine, and is lost while the button renders
import { useLayoutEffect, useRef } from "react"

/** Ref callback that focuses the element once it is mounted. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()

const isFocusLost = (): boolean => {
  const focused = document.activeElement
  return focused === null || focused === document.body || focused.matches(":disabled")
}

/** Ref callback that focuses a mounted element, but only if the focused element was removed or disabled. */
export const focusOnMountIfLost = (element: HTMLElement | null): void => {
  if (isFocusLost()) element?.focus()
}

/**
 * A disabled button cannot keep the focus: restores it after `busy` unless the user moved elsewhere, or focuses the form's first field
 * if the button is still disabled.
 */
export const useRestoreFocusAfter = (busy: boolean): void => {
  const previouslyFocused = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (busy) previouslyFocused.current = focused
    else if (isFocusLost() && previouslyFocused.current instanceof HTMLElement) {
      previouslyFocused.current.focus()
      focusOnMountIfLost(
        previouslyFocused.current.closest("form")?.querySelector<HTMLElement>("input:enabled, textarea:enabled, select:enabled") ?? null,
      )
    }
  }, [busy])
}

/**
 * Calls `onFound` with the element in the first frame in which `find` returns one, for elements that render later because they are loaded
 * first. Gives up after `maxFrames` frames (60 per second).
 */
export const waitForElement = <Found>(find: () => Found | null, onFound: (found: Found) => void, maxFrames = 60): void => {
  requestAnimationFrame(() => {
    const found = find()
    if (found !== null) onFound(found)
    else if (maxFrames > 0) waitForElement(find, onFound, maxFrames - 1)
  })
}

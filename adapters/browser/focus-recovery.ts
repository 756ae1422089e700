// Restores the keyboard focus when the focused element is removed: to the element that took its place. Browsers move it
// to the page instead, which sends keyboard and screen reader users back to the top (WCAG 2.4.3).

/** The screen and the dialogs over it: a new place for the focus is searched within these. */
const focusScopes = "#content, [role=dialog]"
const focusableSelector = "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex='0']"
/** Time in which whatever removed the focus, such as a closing dialog, may move it itself. */
const recoveryDelayMs = 60

/** The focused element, and its position in each ancestor, from the inside out. */
type FocusPath = { readonly holder: HTMLElement; readonly steps: ReadonlyArray<{ readonly parent: Element; readonly childIndex: number }> }

const createFocusPath = (holder: HTMLElement): FocusPath => {
  const steps: Array<FocusPath["steps"][number]> = []
  for (let child: Element = holder; !child.matches(focusScopes) && child.parentElement !== null; child = child.parentElement)
    steps.push({ parent: child.parentElement, childIndex: Array.from(child.parentElement.children).indexOf(child) })
  return { holder, steps }
}

const findFocusable = (element: Element | undefined): HTMLElement | null => {
  if (element === undefined) return null
  const found = element.matches(focusableSelector) ? element : element.querySelector(focusableSelector)
  return found instanceof HTMLElement && found.checkVisibility() ? found : null
}

/** Returns the focusable element at the lost position or just before it, else the nearest ancestor that can have the focus. */
const findReplacement = ({ steps }: FocusPath): HTMLElement | null => {
  for (const { parent, childIndex } of steps) {
    if (!parent.isConnected) continue
    const found = findFocusable(parent.children[childIndex]) ?? findFocusable(parent.children[childIndex - 1])
    if (found !== null) return found
    if (parent instanceof HTMLElement && parent.hasAttribute("tabindex")) return parent
  }
  return null
}

const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/**
 * From now on, moves a lost focus to the element that replaced the focused one, and back to a button that was disabled
 * for a while.
 */
export const recoverLostFocus = (): void => {
  /** The last focus on the screen and in the dialog over it; null if neither is where the focus was lost. */
  let screenPath: FocusPath | null = null
  let dialogPath: FocusPath | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const recover = (): void => {
    timer = undefined
    if (!isFocusLost()) return
    const paths = [dialogPath, screenPath].filter((path) => path !== null)
    for (const path of paths) {
      if (!path.holder.isConnected) {
        const next = findReplacement(path)
        if (next === null) continue
        return next.focus()
      }
      // While the element is disabled this does nothing; the observer calls again when it is enabled.
      return path.holder.focus()
    }
  }

  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    const scope = target.closest(focusScopes)
    if (scope?.matches("[role=dialog]")) dialogPath = createFocusPath(target)
    // A menu is rendered outside #root although it belongs to the screen: a focus there leaves both paths as they are.
    else if (scope !== null || target.closest("#root") !== null)
      [screenPath, dialogPath] = [scope === null ? null : createFocusPath(target), null]
  })
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return
    // A click on an empty area removes the focus on purpose.
    queueMicrotask(() => {
      if (target.isConnected && !target.matches(":disabled") && isFocusLost()) [screenPath, dialogPath] = [null, null]
    })
  })
  new MutationObserver(() => {
    if (isFocusLost() && (screenPath !== null || dialogPath !== null)) timer ??= setTimeout(recover, recoveryDelayMs)
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] })
}

// Where the focus goes when what had it is gone: to what took its place. A browser gives it to the page as a whole, and who works by the
// keyboard or hears the page is at its top again (WCAG 2.4.3).

/** The screen, and dialogs over it: within these a place is looked for. */
const focusScopes = "#content, [role=dialog]"
const takesFocus = "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex='0']"
/** Milliseconds within which whoever took it away, as a dialog that closes, may give it to somebody. */
const patience = 60

/** Who had the focus, and the way there: which child of which parent, from the inside out. */
type FocusPath = { readonly holder: HTMLElement; readonly steps: ReadonlyArray<{ readonly parent: Element; readonly nth: number }> }

const trailTo = (holder: HTMLElement): FocusPath => {
  const steps: Array<FocusPath["steps"][number]> = []
  for (let child: Element = holder; !child.matches(focusScopes) && child.parentElement !== null; child = child.parentElement)
    steps.push({ parent: child.parentElement, nth: Array.from(child.parentElement.children).indexOf(child) })
  return { holder, steps }
}

const firstWithin = (part: Element | undefined): HTMLElement | null => {
  if (part === undefined) return null
  const found = part.matches(takesFocus) ? part : part.querySelector(takesFocus)
  return found instanceof HTMLElement && found.checkVisibility() ? found : null
}

/** What stands where that was, or just before it; where nothing there takes the focus, the nearest that can have it around. */
const inPlaceOf = ({ steps }: FocusPath): HTMLElement | null => {
  for (const { parent, nth } of steps) {
    if (!parent.isConnected) continue
    const found = firstWithin(parent.children[nth]) ?? firstWithin(parent.children[nth - 1])
    if (found !== null) return found
    if (parent instanceof HTMLElement && parent.hasAttribute("tabindex")) return parent
  }
  return null
}

const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** From now on the focus goes to what took the place of who had it, and to a button again that could not be pressed for a while. */
export const recoverLostFocus = (): void => {
  /** On the screen, and in the dialog over it; null: nobody there has had it since somebody else had. */
  let screen: FocusPath | null = null
  let dialog: FocusPath | null = null
  let due: ReturnType<typeof setTimeout> | undefined

  const give = (): void => {
    due = undefined
    if (!isFocusLost()) return
    const trails = [dialog, screen].filter((trail) => trail !== null)
    for (const trail of trails) {
      if (!trail.holder.isConnected) {
        const next = inPlaceOf(trail)
        if (next === null) continue
        return next.focus()
      }
      // While it cannot be pressed it is waited for.
      return trail.holder.focus()
    }
  }

  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    const ground = target.closest(focusScopes)
    if (ground?.matches("[role=dialog]")) dialog = trailTo(target)
    // A menu of a thing on the screen stands beside the screen.
    else if (ground !== null || target.closest("#root") !== null) [screen, dialog] = [ground === null ? null : trailTo(target), null]
  })
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return
    // Whoever clicks beside everything has left by their own will.
    queueMicrotask(() => {
      if (target.isConnected && !target.matches(":disabled") && isFocusLost()) [screen, dialog] = [null, null]
    })
  })
  new MutationObserver(() => {
    if (isFocusLost() && (screen !== null || dialog !== null)) due ??= setTimeout(give, patience)
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] })
}

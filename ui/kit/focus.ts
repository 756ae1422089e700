// Moves the focus to what has just come onto the screen because of what the person did.

/** As `ref`: takes the focus once, on arrival. */
export const focusOnArrival = (element: HTMLElement | null): void => element?.focus()

/** As `ref`: takes the focus once, on arrival, where what had it went away or was locked; who works elsewhere on the page is left in peace. */
export const focusWhereLost = (element: HTMLElement | null): void => {
  const holder = document.activeElement
  if (holder === null || holder === document.body || holder.matches(":disabled")) element?.focus()
}

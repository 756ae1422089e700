// Moves the focus to what has just come onto the screen because of what the person did.

/** As `ref`: takes the focus once, on arrival. */
export const focusOnArrival = (element: HTMLElement | null): void => element?.focus()

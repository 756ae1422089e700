// Where the focus goes when what had it has done its duty. It stays in the answer area, and never jumps there from elsewhere.

const area = (): HTMLElement | null => document.getElementById("answer")

/** After an answer was given: its control goes away, the area around it stays. */
export const holdFocus = (): void => area()?.focus({ preventScroll: true })

/** As `ref`: a control, or what is wrong with an answer, has come. On a touch screen no keyboard is opened unasked. */
export const takeFocus = (come: HTMLElement | null): void => {
  const around = area()
  if (come === null || around === null || document.activeElement !== around) return
  const first = around.querySelector<HTMLElement>("input:not([type=file]), textarea, select, button")
  if (first === null || (opensKeyboard(first) && matchMedia("(pointer: coarse)").matches)) return
  first.focus({ preventScroll: true })
}

const opensKeyboard = (element: HTMLElement): boolean =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !["radio", "checkbox", "range"].includes(element.type))

/** Enter that is held down gives one answer: what it would answer next was never read. */
export const watchHeldEnter = (): void =>
  document.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter" && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault()
  })

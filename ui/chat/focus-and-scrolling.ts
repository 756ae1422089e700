// Keeps the end of the conversation in sight, unless the respondent has scrolled back to read.

/** Pixels from the end that still count as being there. */
const near = 160
let isAtEnd = true

export const trackScrollPosition = (): void =>
  window.addEventListener(
    "scroll",
    () => {
      const { scrollHeight, clientHeight } = document.documentElement
      isAtEnd = scrollHeight - clientHeight - window.scrollY < near
    },
    { passive: true },
  )

/** Pixels that the header covers. */
const covered = 72

/** To the end, but never so far that what was said last goes out of sight: choices may be taller than the screen. */
const toEnd = (): void => {
  requestAnimationFrame(() => {
    const last = document.querySelector(".lines > :last-child")?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
    const { scrollHeight, clientHeight } = document.documentElement
    const top = Math.min(scrollHeight - clientHeight, last + window.scrollY - covered)
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth"
    window.scrollTo({ top, behavior })
  })
}

/** As `ref` of what has been added at the end, and when an image in it has come. */
export const followEnd = (added: Element | null): void => {
  if (added !== null && isAtEnd) toEnd()
}

/** As `ref` of what the respondent added: whoever answers is at the end. */
export const scrollToEnd = (added: Element | null): void => {
  if (added !== null) toEnd()
}

// Where the focus goes when what had it has done its duty. It stays in the answer area, and never jumps there from elsewhere.

const area = (): HTMLElement | null => document.getElementById("answer")

/** After an answer was given: its control goes away, the area around it stays. */
export const focusAnswerArea = (): void => area()?.focus({ preventScroll: true })

/** As `ref`: a control, or what is wrong with an answer, has come. On a touch screen no keyboard is opened unasked. */
export const focusNewControl = (come: HTMLElement | null): void => {
  const around = area()
  if (come === null || around === null || document.activeElement !== around) return
  const first = around.querySelector<HTMLElement>("input:not([type=file]), textarea, select, button")
  if (first === null || (opensKeyboard(first) && matchMedia("(pointer: coarse)").matches)) return
  first.focus({ preventScroll: true })
}

const opensKeyboard = (element: HTMLElement): boolean =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !["radio", "checkbox", "range"].includes(element.type))

/** Enter that is held down gives one answer: what it would answer next was never read. */
export const ignoreRepeatedEnter = (): void =>
  document.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter" && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault()
  })

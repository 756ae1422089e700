// Keeps the end of the conversation in sight, unless the respondent has scrolled back to read.

/** Pixels from the end that still count as being there. */
const near = 160
let isAtEnd = true

export const watchScrolling = (): void =>
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
export const keepEnd = (added: Element | null): void => {
  if (added !== null && isAtEnd) toEnd()
}

/** As `ref` of what the respondent added: whoever answers is at the end. */
export const goToEnd = (added: Element | null): void => {
  if (added !== null) toEnd()
}

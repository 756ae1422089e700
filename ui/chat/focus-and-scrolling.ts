// Scroll position and keyboard focus of the chat page: follows the end of the conversation unless the respondent has scrolled back.

/** Distance from the end, in pixels, at which scrolling down follows the conversation again. */
const endThresholdPx = 160
let isFollowing = true
let previousTop = 0
/** Where the page last scrolled by itself: only the respondent scrolls above it. */
let followedTop = 0

export const trackScrollPosition = (): void =>
  window.addEventListener(
    "scroll",
    () => {
      const { scrollHeight, clientHeight } = document.documentElement
      const top = window.scrollY
      const distance = scrollHeight - clientHeight - top
      // A page that shrinks at its end moves up too, but stays at the end.
      if (top < previousTop && top < followedTop - 1 && distance > 1) isFollowing = false
      else if (distance < endThresholdPx) isFollowing = true
      previousTop = top
    },
    { passive: true },
  )

/** Height of the header, in pixels, that covers the transcript. */
const headerHeightPx = 72

/** Scrolls to the end, but keeps the last message visible: choices may be taller than the screen. */
const scrollPageToEnd = (): void => {
  isFollowing = true
  const lastMessageTop = document.querySelector(".lines > :last-child")?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
  const { scrollHeight, clientHeight } = document.documentElement
  followedTop = Math.min(scrollHeight - clientHeight, lastMessageTop + window.scrollY - headerHeightPx)
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth"
  window.scrollTo({ top: followedTop, behavior })
}

/**
 * Ref callback for elements added at the end; also called when an image in them has loaded. Decides in the next frame, because the
 * respondent may scroll back until then.
 */
export const followEnd = (element: Element | null): void => {
  if (element !== null) requestAnimationFrame(() => isFollowing && scrollPageToEnd())
}

/** Ref callback for the respondent's own answers: always scrolls to the end. */
export const scrollToEnd = (element: Element | null): void => {
  if (element !== null) requestAnimationFrame(scrollPageToEnd)
}

const getAnswerArea = (): HTMLElement | null => document.getElementById("answer")

/** Moves the focus to the answer area when an answer is submitted, because its control is about to disappear. */
export const focusAnswerArea = (): void => getAnswerArea()?.focus({ preventScroll: true })

/**
 * Ref callback for a new control or error message: focuses the first field if the focus is in the answer area, never from elsewhere.
 * On touch screens it does not focus text fields, which would open the keyboard.
 */
export const focusNewControl = (element: HTMLElement | null): void => {
  const answerArea = getAnswerArea()
  if (element === null || answerArea === null || document.activeElement !== answerArea) return
  const field = answerArea.querySelector<HTMLElement>("input:not([type=file]), textarea, select, button")
  if (field === null || (opensKeyboard(field) && matchMedia("(pointer: coarse)").matches)) return
  field.focus({ preventScroll: true })
}

const opensKeyboard = (element: HTMLElement): boolean =>
  element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !["radio", "checkbox", "range"].includes(element.type))

/** Marks the page while its last input was a touch or a click: a ring around what gets the focus then would only distract. */
export const trackPointer = (): void => {
  const { documentElement } = document
  document.addEventListener("pointerdown", () => documentElement.setAttribute("data-pointer", ""), { capture: true })
  document.addEventListener("keydown", () => documentElement.removeAttribute("data-pointer"), { capture: true })
}

/** Ignores key repeat of Enter, so that holding it down does not answer questions that the respondent has not read. */
export const ignoreRepeatedEnter = (): void =>
  document.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter" && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault()
  })

// Focuses the field that a finding is about. Fields name their part of the instruction in `data-part`, as a JSON pointer.
import { waitForElement } from "../../../kit/focus-hooks.ts"

export const instructionSettingsId = "instruction-settings"

/** Focuses the first invalid setting of the instruction once it is rendered. */
export const focusFirstInvalidField = (): void =>
  waitForElement(
    () => document.querySelector<HTMLElement>(`#${instructionSettingsId} [aria-invalid=true]`),
    (field) => field.focus(),
  )

/** The attribute with the uuid on an instruction's panel. */
export const instructionPanelAttribute = "data-instruction"
export const instructionHeadingId = "instruction-heading"

/** Returns the id of the notice with the finding about a part. */
export const findingNoticeId = (part: string): string => `told${part}`

/** How many frames to wait for a part to be rendered: its panel may have to be loaded first. */
const maxFrames = 60

const fieldSelector = ":is(input:not([type=file]), textarea, select):enabled, [role=textbox]"

/** Focuses the field for a part of an instruction, or else the panel's heading, and scrolls to it. */
export const focusInstructionPart = (
  uuid: string,
  part: string,
  framesLeft = maxFrames,
  initialFocus: Element | null = document.activeElement,
): void => {
  requestAnimationFrame(() => {
    // Do nothing if the author moved the focus meanwhile.
    if (document.activeElement !== document.body && document.activeElement !== initialFocus) return
    const panel = document.querySelector(`[${instructionPanelAttribute}="${CSS.escape(uuid)}"]`)
    const element = panel && findPart(panel, part)
    const field = element && findField(element)
    if (!field && framesLeft > 0 && (panel === null || element !== null || isLoading(panel))) {
      // A choice outside the viewport renders its fields only when it is scrolled into view.
      element?.scrollIntoView({ block: "center" })
      return focusInstructionPart(uuid, part, framesLeft - 1, initialFocus)
    }
    const settings = panel?.querySelector(`#${instructionSettingsId}`)
    const target = field ?? (settings && isSettingsPart(part) ? findField(settings) : null) ?? document.getElementById(instructionHeadingId)
    target?.scrollIntoView({ block: "center" })
    target?.focus({ preventScroll: true })
  })
}

const isSettingsPart = (part: string): boolean => /^\/(?:question|action|type)\b/.test(part)

const isLoading = (panel: Element): boolean => panel.querySelector(`#${instructionSettingsId}`)?.childElementCount === 0

/** The element of this part, or of the smallest part around it. */
const findPart = (panel: Element, part: string): Element | null => {
  for (let pointer = part; pointer !== ""; pointer = pointer.slice(0, pointer.lastIndexOf("/"))) {
    const element = panel.querySelector(`[data-part="${CSS.escape(pointer)}"]`)
    if (element !== null) return element
  }
  return null
}

const findField = (element: Element): HTMLElement | null =>
  element instanceof HTMLElement && element.matches(fieldSelector)
    ? element
    : (element.querySelector<HTMLElement>(fieldSelector) ?? element.querySelector<HTMLElement>("button:enabled"))

export const nameFieldId = "instruction-name"

/** Focuses the name field once it is rendered. */
export const focusInstructionName = (triesLeft = 20): void => {
  const field = document.getElementById(nameFieldId)
  if (field !== null) field.focus()
  else if (triesLeft > 0) requestAnimationFrame(() => focusInstructionName(triesLeft - 1))
}

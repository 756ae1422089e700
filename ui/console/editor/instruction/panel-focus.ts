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
const patience = 60

const fields = ":is(input:not([type=file]), textarea, select):enabled, [role=textbox]"

/** Focuses the field for a part of an instruction, or else the panel's heading, and scrolls to it. */
export const focusInstructionPart = (
  uuid: string,
  part: string,
  frames = patience,
  before: Element | null = document.activeElement,
): void => {
  requestAnimationFrame(() => {
    // Do nothing if the author moved the focus meanwhile.
    if (document.activeElement !== document.body && document.activeElement !== before) return
    const panel = document.querySelector(`[${instructionPanelAttribute}="${CSS.escape(uuid)}"]`)
    const place = panel && placeOf(panel, part)
    const field = place && fieldIn(place)
    if (!field && frames > 0 && (panel === null || place !== null || isComing(panel))) {
      // A choice outside the viewport renders its fields only when it is scrolled into view.
      place?.scrollIntoView({ block: "center" })
      return focusInstructionPart(uuid, part, frames - 1, before)
    }
    const settings = panel?.querySelector(`#${instructionSettingsId}`)
    const led = field ?? (settings && isOfSettings(part) ? fieldIn(settings) : null) ?? document.getElementById(instructionHeadingId)
    led?.scrollIntoView({ block: "center" })
    led?.focus({ preventScroll: true })
  })
}

const isOfSettings = (part: string): boolean => /^\/(?:question|action|type)\b/.test(part)

const isComing = (panel: Element): boolean => panel.querySelector(`#${instructionSettingsId}`)?.childElementCount === 0

/** The element of this part, or of the smallest part around it. */
const placeOf = (panel: Element, part: string): Element | null => {
  for (let of = part; of !== ""; of = of.slice(0, of.lastIndexOf("/"))) {
    const place = panel.querySelector(`[data-part="${CSS.escape(of)}"]`)
    if (place !== null) return place
  }
  return null
}

const fieldIn = (place: Element): HTMLElement | null =>
  place instanceof HTMLElement && place.matches(fields)
    ? place
    : (place.querySelector<HTMLElement>(fields) ?? place.querySelector<HTMLElement>("button:enabled"))

export const nameFieldId = "instruction-name"

/** Focuses the name field once it is rendered. */
export const focusInstructionName = (tries = 20): void => {
  const field = document.getElementById(nameFieldId)
  if (field !== null) field.focus()
  else if (tries > 0) requestAnimationFrame(() => focusInstructionName(tries - 1))
}

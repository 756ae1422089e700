// Where the panel of an instruction has what a finding is about: its fields say which part they are for in `data-part`, as a pointer into
// the instruction.
import { waitForElement } from "../../../kit/focus-hooks.ts"

// The first of the settings of an instruction that is wrong, for those who lead there before it is in the page.

export const instructionSettingsId = "instruction-settings"

/** Puts the focus in it once it is shown. */
export const focusFirstInvalidField = (): void =>
  waitForElement(
    () => document.querySelector<HTMLElement>(`#${instructionSettingsId} [aria-invalid=true]`),
    (field) => field.focus(),
  )

/** The panel of an instruction, and its heading, for those who lead there before it is in the page. */
export const instructionPanelAttribute = "data-instruction"
export const instructionHeadingId = "instruction-heading"

/** Where the panel tells what is found of a part. */
export const findingNoticeId = (part: string): string => `told${part}`

/** So many frames a part may take until it is in the page: what a kind brings may be fetched first. */
const patience = 60

const fields = ":is(input:not([type=file]), textarea, select):enabled, [role=textbox]"

/** Puts the focus where the panel has this part, else where it begins, and brings it into sight. */
export const focusInstructionPart = (
  uuid: string,
  part: string,
  frames = patience,
  before: Element | null = document.activeElement,
): void => {
  requestAnimationFrame(() => {
    // Whoever went on meanwhile stays there.
    if (document.activeElement !== document.body && document.activeElement !== before) return
    const panel = document.querySelector(`[${instructionPanelAttribute}="${CSS.escape(uuid)}"]`)
    const place = panel && placeOf(panel, part)
    const field = place && fieldIn(place)
    if (!field && frames > 0 && (panel === null || place !== null || isComing(panel))) {
      // A choice out of sight gets its fields once it comes into sight.
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

/** The smallest part that the panel tells of and that this one is in. */
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

// The field of an instruction's name, for those who lead there before it is in the page.

export const nameFieldId = "instruction-name"

/** Puts the caret in it once it is shown. */
export const focusInstructionName = (tries = 20): void => {
  const field = document.getElementById(nameFieldId)
  if (field !== null) field.focus()
  else if (tries > 0) requestAnimationFrame(() => focusInstructionName(tries - 1))
}

// The first of the settings of an instruction that is wrong, for those who lead there before it is in the page.
import { onceThere } from "../../kit/once-there.ts"

export const settingsId = "instruction-settings"

/** Puts the focus in it once it is shown. */
export const focusFault = (): void =>
  onceThere(
    () => document.querySelector<HTMLElement>(`#${settingsId} [aria-invalid=true]`),
    (field) => field.focus(),
  )

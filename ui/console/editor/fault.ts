// The first of the settings of an instruction that is wrong, for those who lead there before it is in the page.
export const settingsId = "instruction-settings"

/** Puts the focus in it once it is shown. */
export const focusFault = (tries = 20): void => {
  const field = document.querySelector<HTMLElement>(`#${settingsId} [aria-invalid=true]`)
  if (field !== null) field.focus()
  else if (tries > 0) requestAnimationFrame(() => focusFault(tries - 1))
}

// The field of an instruction's name, for those who lead there before it is in the page.
export const nameFieldId = "instruction-name"

/** Puts the caret in it once it is shown. */
export const focusName = (tries = 20): void => {
  const field = document.getElementById(nameFieldId)
  if (field !== null) field.focus()
  else if (tries > 0) requestAnimationFrame(() => focusName(tries - 1))
}

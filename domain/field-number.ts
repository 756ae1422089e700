// A number as an author writes it in a field, whatever the language of the console or the script.

/** Whole and broken numbers with a point or a comma; null for nothing, undefined for what is no number. */
export const fieldNumber = (text: string): number | null | undefined => {
  const tidy = text.trim().replace(",", ".")
  if (tidy === "") return null
  return /^-?(?:\d{1,12}(?:\.\d{0,6})?|\.\d{1,6})$/.test(tidy) ? Number(tidy) : undefined
}

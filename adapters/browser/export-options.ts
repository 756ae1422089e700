// A person's choices for exports, kept in this browser. Storage may be off: then they last as long as the page.

const keyOf = (user: string): string => `export-options ${user}`

/** As they were kept; null where there are none that can be read. */
export const recallExportOptions = (user: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(keyOf(user)) ?? "null")
  } catch {
    return null
  }
}

export const keepExportOptions = (user: string, options: object): void => {
  try {
    localStorage.setItem(keyOf(user), JSON.stringify(options))
  } catch {
    // They are chosen all the same.
  }
}

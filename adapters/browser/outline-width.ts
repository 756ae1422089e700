// How wide somebody made the editor's outline, kept in this browser. Storage may be off: then it lasts as long as the page.

const key = "editor-outline-width"

export const recallOutlineWidth = (): string | null => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export const keepOutlineWidth = (width: number): void => {
  try {
    localStorage.setItem(key, String(width))
  } catch {
    // It is that wide all the same.
  }
}

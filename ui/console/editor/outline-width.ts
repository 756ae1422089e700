// Width of the editor's outline column, in pixels at a root font size of 16 px: it grows with larger font sizes.

/** The initial width, also restored by a double click on the separator. */
export const defaultOutlineWidthPx = 320

const least = 240
const widest = 640
/** The width left for the instruction panel. */
const leftOver = 400
const step = 16
const leap = 64

export type OutlineWidthRange = { readonly min: number; readonly most: number }

/** Returns the allowed widths. `room` is the width of outline and instruction together; the maximum is never below the default. */
export const getOutlineWidthRange = (room: number): OutlineWidthRange => ({
  min: least,
  most: Math.max(defaultOutlineWidthPx, Math.min(widest, Math.floor(room) - leftOver)),
})

/** Returns the allowed width that is nearest to the wished one. */
export const clampOutlineWidth = (wished: number, room: number): number => {
  const { most } = getOutlineWidthRange(room)
  return Math.min(Math.max(Math.round(wished), least), most)
}

/** Parses a stored width; anything but a number gives the default width. */
export const parseOutlineWidth = (text: string | null): number => {
  const kept = text === null || text.trim() === "" ? Number.NaN : Number(text)
  return Number.isFinite(kept) ? clampOutlineWidth(kept, Number.POSITIVE_INFINITY) : defaultOutlineWidthPx
}

type ResizeKey = { readonly key: string; readonly isLargeStep: boolean; readonly isRightToLeft: boolean }

/** Returns the width after a key press on the separator, or null for a key that does not resize. */
export const resizeOutlineByKey = (width: number, room: number, { key, isLargeStep, isRightToLeft }: ResizeKey): number | null => {
  const wider = isRightToLeft ? "ArrowLeft" : "ArrowRight"
  const narrower = isRightToLeft ? "ArrowRight" : "ArrowLeft"
  const by = isLargeStep ? leap : step
  if (key === wider) return clampOutlineWidth(width + by, room)
  if (key === narrower) return clampOutlineWidth(width - by, room)
  if (key === "Home") return least
  return key === "End" ? getOutlineWidthRange(room).most : null
}

// How wide the editor's outline is beside the instruction. In pixels of a page whose letters are 16 high: with larger letters it grows along.

/** At first, and again when it is asked for. */
export const defaultOutlineWidthPx = 320

const least = 240
const widest = 640
/** What the instruction keeps beside it. */
const leftOver = 400
const step = 16
const leap = 64

export type OutlineWidthRange = { readonly min: number; readonly most: number }

/** `room` is what outline and instruction have together. Where that is scarce there is no more than the usual width to be had. */
export const getOutlineWidthRange = (room: number): OutlineWidthRange => ({
  min: least,
  most: Math.max(defaultOutlineWidthPx, Math.min(widest, Math.floor(room) - leftOver)),
})

/** The width nearest to what is wished that fits. */
export const clampOutlineWidth = (wished: number, room: number): number => {
  const { most } = getOutlineWidthRange(room)
  return Math.min(Math.max(Math.round(wished), least), most)
}

/** The wish that was kept as a text; the usual width where that is none. */
export const parseOutlineWidth = (text: string | null): number => {
  const kept = text === null || text.trim() === "" ? Number.NaN : Number(text)
  return Number.isFinite(kept) ? clampOutlineWidth(kept, Number.POSITIVE_INFINITY) : defaultOutlineWidthPx
}

type ResizeKey = { readonly key: string; readonly isLargeStep: boolean; readonly isRightToLeft: boolean }

/** The width once a key was pressed on the line between the two; null for a key that does nothing there. */
export const resizeOutlineByKey = (width: number, room: number, { key, isLargeStep, isRightToLeft }: ResizeKey): number | null => {
  const wider = isRightToLeft ? "ArrowLeft" : "ArrowRight"
  const narrower = isRightToLeft ? "ArrowRight" : "ArrowLeft"
  const by = isLargeStep ? leap : step
  if (key === wider) return clampOutlineWidth(width + by, room)
  if (key === narrower) return clampOutlineWidth(width - by, room)
  if (key === "Home") return least
  return key === "End" ? getOutlineWidthRange(room).most : null
}

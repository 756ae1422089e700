// Width of the editor's outline column, in pixels at a root font size of 16 px: it grows with larger font sizes.

/** The initial width, also restored by a double click on the separator. */
export const defaultOutlineWidthPx = 320

const minWidthPx = 240
const maxWidthPx = 640
/** The width left for the instruction panel. */
const minPanelWidthPx = 400
const stepPx = 16
const largeStepPx = 64

export type OutlineWidthRange = { readonly min: number; readonly most: number }

/** Returns the allowed widths. `availableWidth` covers outline and instruction; the maximum is never below the default. */
export const getOutlineWidthRange = (availableWidth: number): OutlineWidthRange => ({
  min: minWidthPx,
  most: Math.max(defaultOutlineWidthPx, Math.min(maxWidthPx, Math.floor(availableWidth) - minPanelWidthPx)),
})

/** Returns the allowed width that is nearest to the wished one. */
export const clampOutlineWidth = (width: number, availableWidth: number): number => {
  const { most } = getOutlineWidthRange(availableWidth)
  return Math.min(Math.max(Math.round(width), minWidthPx), most)
}

/** Parses a stored width; anything but a number gives the default width. */
export const parseOutlineWidth = (text: string | null): number => {
  const width = text === null || text.trim() === "" ? Number.NaN : Number(text)
  return Number.isFinite(width) ? clampOutlineWidth(width, Number.POSITIVE_INFINITY) : defaultOutlineWidthPx
}

type ResizeKey = { readonly key: string; readonly isLargeStep: boolean; readonly isRightToLeft: boolean }

/** Returns the width after a key press on the separator, or null for a key that does not resize. */
export const resizeOutlineByKey = (
  width: number,
  availableWidth: number,
  { key, isLargeStep, isRightToLeft }: ResizeKey,
): number | null => {
  const widenKey = isRightToLeft ? "ArrowLeft" : "ArrowRight"
  const narrowKey = isRightToLeft ? "ArrowRight" : "ArrowLeft"
  const stepSize = isLargeStep ? largeStepPx : stepPx
  if (key === widenKey) return clampOutlineWidth(width + stepSize, availableWidth)
  if (key === narrowKey) return clampOutlineWidth(width - stepSize, availableWidth)
  if (key === "Home") return minWidthPx
  return key === "End" ? getOutlineWidthRange(availableWidth).most : null
}

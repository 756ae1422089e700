// The outline's column and the separator that resizes it by pointer, touch and keyboard. No separator on narrow screens.
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type PropsWithChildren, useCallback, useState } from "react"
import { flushSync } from "react-dom"
import { useTranslate } from "../../../kit/i18n.tsx"
import { clampOutlineWidth, defaultOutlineWidthPx, getOutlineWidthRange, resizeOutlineByKey } from "../outline-width.ts"
import classes from "./OutlineColumn.module.css"

/** The outline width stored on this device, in pixels. */
export type StoredWidth = { readonly recall: () => number; readonly keep: (width: number) => void }

// `children` is an element that stays the same while the separator is dragged, so the outline does not rerender.
type Props = PropsWithChildren<{ readonly className: string; readonly storedWidth: StoredWidth }>

export const OutlineColumn = ({ className, storedWidth, children }: Props) => {
  const t = useTranslate()
  const [preferredWidth, setPreferredWidth] = useState(storedWidth.recall)
  const [availableWidth, setAvailableWidth] = useState(Number.POSITIVE_INFINITY)
  const observe = useCallback((column: HTMLElement | null) => {
    const neighbor = column?.nextElementSibling
    if (column === null || !(neighbor instanceof HTMLElement)) return undefined
    // The observer also reports right after the first layout, before painting. Flushed, so that nothing shifts visibly.
    const observer = new ResizeObserver(() =>
      flushSync(() => setAvailableWidth((column.offsetWidth + neighbor.offsetWidth) / getFontScale())),
    )
    observer.observe(neighbor)
    return () => observer.disconnect()
  }, [])
  const width = clampOutlineWidth(preferredWidth, availableWidth)
  const { min, most } = getOutlineWidthRange(availableWidth)
  const commitWidth = (next: number) => {
    setPreferredWidth(next)
    storedWidth.keep(next)
  }

  const grab = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const separator = event.currentTarget
    const [startX, widthPerPixel] = [event.clientX, (isRightToLeft(separator) ? -1 : 1) / getFontScale()]
    const abort = new AbortController()
    const { signal } = abort
    let current: number | null = null
    const endDrag = (finalWidth: number | null) => {
      abort.abort()
      if (finalWidth === null) setPreferredWidth(preferredWidth)
      else commitWidth(finalWidth)
    }
    separator.setPointerCapture(event.pointerId)
    const handleMove = ({ clientX }: globalThis.PointerEvent) => {
      current = clampOutlineWidth(width + (clientX - startX) * widthPerPixel, availableWidth)
      setPreferredWidth(current)
    }
    separator.addEventListener("pointermove", handleMove, { signal })
    separator.addEventListener("lostpointercapture", () => endDrag(current), { signal })
    window.addEventListener("keydown", ({ key }) => key === "Escape" && endDrag(null), { signal })
  }

  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event
    const next = resizeOutlineByKey(width, availableWidth, {
      key,
      isLargeStep: shiftKey,
      isRightToLeft: isRightToLeft(event.currentTarget),
    })
    if (next === null || ctrlKey || metaKey || altKey) return
    event.preventDefault()
    commitWidth(next)
  }

  const style: CSSProperties & { readonly "--outline-width": string } = { "--outline-width": `${width / 16}rem` }
  return (
    <div ref={observe} id="outline" className={`${classes["column"]} ${className}`} style={style}>
      {children}
      {/* biome-ignore lint/a11y/useSemanticElements: a movable separator is not a thematic break */}
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a movable separator is not a thematic break
        role="separator"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a window splitter takes the focus (WAI-ARIA)
        tabIndex={0}
        className={classes["line"]}
        aria-label={t("editor.outline.width")}
        aria-controls="outline"
        aria-orientation="vertical"
        aria-valuenow={width}
        aria-valuemin={min}
        aria-valuemax={most}
        title={t("editor.outline.width.help")}
        onPointerDown={grab}
        onKeyDown={handleKeyDown}
        onDoubleClick={() => commitWidth(defaultOutlineWidthPx)}
      />
    </div>
  )
}

/** The page's font size relative to 16 px. */
const getFontScale = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1

const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === "rtl"

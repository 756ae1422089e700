// The outline's column and the separator that resizes it by pointer, touch and keyboard. No separator on narrow screens.
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type PropsWithChildren, useCallback, useState } from "react"
import { flushSync } from "react-dom"
import { useTranslate } from "../../../kit/i18n.tsx"
import { clampOutlineWidth, defaultOutlineWidthPx, getOutlineWidthRange, resizeOutlineByKey } from "../outline-width.ts"
import classes from "./OutlineColumn.module.css"

/** The outline width stored on this device, in pixels. */
export type StoredWidth = { readonly recall: () => number; readonly keep: (width: number) => void }

// `children` is an element that stays the same while the separator is dragged, so the outline does not rerender.
type Props = PropsWithChildren<{ readonly className: string; readonly kept: StoredWidth }>

export const OutlineColumn = ({ className, kept, children }: Props) => {
  const t = useTranslate()
  const [wished, wish] = useState(kept.recall)
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  const watch = useCallback((column: HTMLElement | null) => {
    const beside = column?.nextElementSibling
    if (column === null || !(beside instanceof HTMLElement)) return undefined
    // The observer also reports right after the first layout, before painting. Flushed, so that nothing shifts visibly.
    const size = new ResizeObserver(() => flushSync(() => setRoom((column.offsetWidth + beside.offsetWidth) / scale())))
    size.observe(beside)
    return () => size.disconnect()
  }, [])
  const width = clampOutlineWidth(wished, room)
  const { min, most } = getOutlineWidthRange(room)
  const settle = (next: number) => {
    wish(next)
    kept.keep(next)
  }

  const grab = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const line = event.currentTarget
    const [from, way] = [event.clientX, (isRightToLeft(line) ? -1 : 1) / scale()]
    const ends = new AbortController()
    const { signal } = ends
    let now: number | null = null
    const end = (last: number | null) => {
      ends.abort()
      if (last === null) wish(wished)
      else settle(last)
    }
    line.setPointerCapture(event.pointerId)
    const follow = ({ clientX }: globalThis.PointerEvent) => {
      now = clampOutlineWidth(width + (clientX - from) * way, room)
      wish(now)
    }
    line.addEventListener("pointermove", follow, { signal })
    line.addEventListener("lostpointercapture", () => end(now), { signal })
    window.addEventListener("keydown", ({ key }) => key === "Escape" && end(null), { signal })
  }

  const press = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event
    const next = resizeOutlineByKey(width, room, { key, isLargeStep: shiftKey, isRightToLeft: isRightToLeft(event.currentTarget) })
    if (next === null || ctrlKey || metaKey || altKey) return
    event.preventDefault()
    settle(next)
  }

  const style: CSSProperties & { readonly "--outline-width": string } = { "--outline-width": `${width / 16}rem` }
  return (
    <div ref={watch} id="outline" className={`${classes["column"]} ${className}`} style={style}>
      {children}
      {/* biome-ignore lint/a11y/useSemanticElements: a movable separator is not a thematic break */}
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a movable separator is not a thematic break
        role="separator"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a separator with a value takes the focus (WAI-ARIA, "window splitter")
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
        onKeyDown={press}
        onDoubleClick={() => settle(defaultOutlineWidthPx)}
      />
    </div>
  )
}

/** The page's font size relative to 16 px. */
const scale = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1

const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === "rtl"

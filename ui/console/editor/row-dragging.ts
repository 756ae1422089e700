// Drag and drop of list rows by mouse, pen or touch. All rows have the same height, so they are not measured during a drag.
import { type PointerEvent, type RefObject, useCallback, useRef, useState } from "react"
import { findScrollParent } from "../../kit/virtual-list.tsx"

/** The dragged row, its index, the index it would drop at, and the distance between rows in pixels. */
export type RowDrag = { readonly uuid: string; readonly from: number; readonly to: number; readonly rowHeight: number }

type Props = {
  readonly count: number
  /** Distance between rows in pixels; null: measured at the grabbed row. */
  readonly rowHeight: number | null
  /** The scrolling element; null: the nearest scrolling ancestor of the row. */
  readonly scroller: RefObject<HTMLElement | null> | null
  /** Called for each index passed, and when the drag ends. Keep it stable, or every row rerenders. */
  readonly onDrag: (drag: RowDrag, phase: "over" | "dropped" | "canceled") => void
}

/** How far the pointer must move before a drag begins, in pixels. */
const dragThresholdPx = 4
/** How close to its edge the list scrolls during a drag, in pixels. */
const scrollEdgePx = 48
/** Maximum scrolling per frame, in pixels. */
const maxScrollPx = 16

/** Distance from the top of a row to the top of its neighbor, in pixels. */
const measureRowHeight = (row: HTMLElement): number => {
  const neighbor = row.nextElementSibling ?? row.previousElementSibling
  const distance = neighbor === null ? 0 : Math.abs(neighbor.getBoundingClientRect().top - row.getBoundingClientRect().top)
  return distance || row.offsetHeight || 1
}

export const useRowDragging = ({ count, rowHeight, scroller, onDrag }: Props) => {
  const [drag, setDrag] = useState<RowDrag | null>(null)
  const cancelDrag = useRef<(() => void) | null>(null)

  /** Begins a drag when the pointer is pressed on a row's handle; the row follows the pointer. */
  const grab = useCallback(
    (event: PointerEvent<HTMLElement>, uuid: string, index: number): void => {
      const row = event.currentTarget.closest("li")
      const scrollParent = scroller === null ? findScrollParent(row) : scroller.current
      if (event.button !== 0 || row === null || scrollParent === null || cancelDrag.current !== null) return
      const handle = event.currentTarget
      const height = rowHeight ?? measureRowHeight(row)
      const { pointerId, clientY: startY } = event
      const startScroll = scrollParent.scrollTop
      const abort = new AbortController()
      let pointerY = startY
      let current: RowDrag | null = null

      const updateDrag = () => {
        const offset = pointerY - startY + scrollParent.scrollTop - startScroll
        if (current === null && Math.abs(offset) < dragThresholdPx) return
        row.style.setProperty("--dragged", `${offset}px`)
        const to = Math.min(Math.max(Math.round(index + offset / height), 0), count - 1)
        if (current?.to === to) return
        current = { uuid, from: index, to, rowHeight: height }
        setDrag(current)
        onDrag(current, "over")
      }
      const scrollAtEdge = () => {
        if (abort.signal.aborted) return
        const { top, bottom } = scrollParent.getBoundingClientRect()
        const overshoot =
          pointerY < top + scrollEdgePx
            ? pointerY - top - scrollEdgePx
            : pointerY > bottom - scrollEdgePx
              ? pointerY - bottom + scrollEdgePx
              : 0
        if (current !== null && overshoot !== 0) {
          scrollParent.scrollTop += Math.max(-maxScrollPx, Math.min(maxScrollPx, overshoot / 3))
          updateDrag()
        }
        requestAnimationFrame(scrollAtEdge)
      }
      const endDrag = (phase: "dropped" | "canceled") => {
        abort.abort()
        cancelDrag.current = null
        row.style.removeProperty("--dragged")
        setDrag(null)
        if (current !== null) onDrag(current, phase)
      }
      const { signal } = abort
      cancelDrag.current = () => endDrag("canceled")
      handle.setPointerCapture(pointerId)
      const handleMove = (moveEvent: globalThis.PointerEvent) => {
        pointerY = moveEvent.clientY
        updateDrag()
      }
      handle.addEventListener("pointermove", handleMove, { signal })
      handle.addEventListener("pointerup", () => endDrag("dropped"), { signal })
      handle.addEventListener("lostpointercapture", () => endDrag("canceled"), { signal })
      window.addEventListener("keydown", (keyEvent) => keyEvent.key === "Escape" && endDrag("canceled"), { signal })
      requestAnimationFrame(scrollAtEdge)
    },
    [count, rowHeight, scroller, onDrag],
  )

  /** Vertical shift of a row that makes room for the dragged one, in pixels. */
  const getRowOffset = (index: number): number => {
    if (drag === null || index === drag.from) return 0
    if (index > drag.from && index <= drag.to) return -drag.rowHeight
    return index < drag.from && index >= drag.to ? drag.rowHeight : 0
  }

  return { drag, grab, getRowOffset }
}

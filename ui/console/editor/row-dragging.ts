// Drag and drop of list rows by mouse, pen or touch. All rows have the same height, so a drag measures no rows.
import { type PointerEvent, type RefObject, useCallback, useRef, useState } from "react"
import { findScrollParent } from "../../kit/virtual-list.tsx"

/** The dragged row, its index, the index it would drop at, and the distance between rows in pixels. */
export type RowDrag = { readonly uuid: string; readonly from: number; readonly to: number; readonly step: number }

type Props = {
  readonly count: number
  /** Distance between rows in pixels; null: measured at the grabbed row. */
  readonly rowHeight: number | null
  /** The scrolling element; null: the nearest scrolling ancestor of the row. */
  readonly scroller: RefObject<HTMLElement | null> | null
  /** Called for each index passed, and when the drag ends. Keep it stable, or every row rerenders. */
  readonly onDrag: (drag: RowDrag, is: "over" | "dropped" | "cancelled") => void
}

/** How far the pointer must move before a drag begins, in pixels. */
const tremble = 4
/** How close to its edge the list scrolls during a drag, in pixels. */
const edge = 48
/** Maximum scrolling per frame, in pixels. */
const fastest = 16

/** Distance from the top of a row to the top of its neighbor, in pixels. */
const stepOf = (row: HTMLElement): number => {
  const next = row.nextElementSibling ?? row.previousElementSibling
  const apart = next === null ? 0 : Math.abs(next.getBoundingClientRect().top - row.getBoundingClientRect().top)
  return apart || row.offsetHeight || 1
}

export const useRowDragging = ({ count, rowHeight, scroller, onDrag }: Props) => {
  const [drag, setDrag] = useState<RowDrag | null>(null)
  const ending = useRef<(() => void) | null>(null)

  /** Begins a drag when the pointer is pressed on a row's handle; the row follows the pointer. */
  const grab = useCallback(
    (event: PointerEvent<HTMLElement>, uuid: string, place: number): void => {
      const row = event.currentTarget.closest("li")
      const list = scroller === null ? findScrollParent(row) : scroller.current
      if (event.button !== 0 || row === null || list === null || ending.current !== null) return
      const grip = event.currentTarget
      const step = rowHeight ?? stepOf(row)
      const { pointerId, clientY: startY } = event
      const startScroll = list.scrollTop
      const ends = new AbortController()
      let y = startY
      let now: RowDrag | null = null

      const follow = () => {
        const dragged = y - startY + list.scrollTop - startScroll
        if (now === null && Math.abs(dragged) < tremble) return
        row.style.setProperty("--dragged", `${dragged}px`)
        const to = Math.min(Math.max(Math.round(place + dragged / step), 0), count - 1)
        if (now?.to === to) return
        now = { uuid, from: place, to, step }
        setDrag(now)
        onDrag(now, "over")
      }
      const scroll = () => {
        if (ends.signal.aborted) return
        const { top, bottom } = list.getBoundingClientRect()
        const beyond = y < top + edge ? y - top - edge : y > bottom - edge ? y - bottom + edge : 0
        if (now !== null && beyond !== 0) {
          list.scrollTop += Math.max(-fastest, Math.min(fastest, beyond / 3))
          follow()
        }
        requestAnimationFrame(scroll)
      }
      const end = (is: "dropped" | "cancelled") => {
        ends.abort()
        ending.current = null
        row.style.removeProperty("--dragged")
        setDrag(null)
        if (now !== null) onDrag(now, is)
      }
      const { signal } = ends
      ending.current = () => end("cancelled")
      grip.setPointerCapture(pointerId)
      const move = (moved: globalThis.PointerEvent) => {
        y = moved.clientY
        follow()
      }
      grip.addEventListener("pointermove", move, { signal })
      grip.addEventListener("pointerup", () => end("dropped"), { signal })
      grip.addEventListener("lostpointercapture", () => end("cancelled"), { signal })
      window.addEventListener("keydown", (pressed) => pressed.key === "Escape" && end("cancelled"), { signal })
      requestAnimationFrame(scroll)
    },
    [count, rowHeight, scroller, onDrag],
  )

  /** Vertical shift of a row that makes room for the dragged one, in pixels. */
  const getRowOffset = (place: number): number => {
    if (drag === null || place === drag.from) return 0
    if (place > drag.from && place <= drag.to) return -drag.step
    return place < drag.from && place >= drag.to ? drag.step : 0
  }

  return { drag, grab, getRowOffset }
}

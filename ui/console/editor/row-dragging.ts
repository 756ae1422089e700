// Dragging a row of the outline to another place, by mouse, pen or touch. All rows are equally high, so a place is a division: no row is
// measured, and a drag costs the same in a list of ten and of ten thousand.
import { type PointerEvent, type RefObject, useCallback, useRef, useState } from "react"
import { findScrollParent } from "../../kit/virtual-list.tsx"

/** What is dragged, from which place, the place it would drop at now, and the pixels from one place to the next. */
export type RowDrag = { readonly uuid: string; readonly from: number; readonly to: number; readonly step: number }

type Props = {
  readonly count: number
  /** Pixels from one row to the next; null: those of the row that is grabbed. */
  readonly rowHeight: number | null
  /** What scrolls; null: what scrolls around the row. */
  readonly scroller: RefObject<HTMLElement | null> | null
  /** Told of each place passed, and of how it ends. Should stay the same function, or every row is rendered anew. */
  readonly onDrag: (drag: RowDrag, is: "over" | "dropped" | "cancelled") => void
}

/** Pixels that a pressed pointer may tremble without dragging, and how near the edge the list scrolls by itself. */
const tremble = 4
const edge = 48
const fastest = 16

/** From the top of a row to that of its neighbour. */
const stepOf = (row: HTMLElement): number => {
  const next = row.nextElementSibling ?? row.previousElementSibling
  const apart = next === null ? 0 : Math.abs(next.getBoundingClientRect().top - row.getBoundingClientRect().top)
  return apart || row.offsetHeight || 1
}

export const useRowDragging = ({ count, rowHeight, scroller, onDrag }: Props) => {
  const [drag, setDrag] = useState<RowDrag | null>(null)
  const ending = useRef<(() => void) | null>(null)

  /** Begins with the pointer pressed on the grip of the row at `place`; `row` follows the pointer. */
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

  /** How many pixels the row at `place` makes room for the dragged one. */
  const roomAt = (place: number): number => {
    if (drag === null || place === drag.from) return 0
    if (place > drag.from && place <= drag.to) return -drag.step
    return place < drag.from && place >= drag.to ? drag.step : 0
  }

  return { drag, grab, roomAt }
}

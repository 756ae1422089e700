// Which rows of a long list are in sight. All are equally high, so that is a division, and costs the same for ten rows and ten thousand.
import { useCallback, useRef, useState } from "react"

/** Rows kept beyond either edge, so that scrolling meets no gap. */
const beyond = 8

type Sight = { readonly first: number; readonly last: number }

export const useRows = ({ count, rowHeight }: { readonly count: number; readonly rowHeight: number }) => {
  const scroller = useRef<HTMLElement>(null)
  const [sight, setSight] = useState<Sight>({ first: 0, last: 2 * beyond })

  /** To be given to the scrolling element as its ref. */
  const watch = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined
      scroller.current = element
      const look = () => {
        const first = Math.max(0, Math.floor(element.scrollTop / rowHeight) - beyond)
        const last = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight) + beyond
        setSight((before) => (before.first === first && before.last === last ? before : { first, last }))
      }
      // It looks at once, too, once the page is laid out.
      const size = new ResizeObserver(look)
      size.observe(element)
      element.addEventListener("scroll", look, { passive: true })
      return () => {
        size.disconnect()
        element.removeEventListener("scroll", look)
        scroller.current = null
      }
    },
    [rowHeight],
  )

  /** Scrolls as little as brings the row at `place` wholly into sight. */
  const reveal = useCallback(
    (place: number) => {
      const element = scroller.current
      if (element === null) return
      const top = place * rowHeight
      const lowest = top + rowHeight - element.clientHeight
      if (top < element.scrollTop || lowest > element.scrollTop) element.scrollTo({ top: top < element.scrollTop ? top : lowest })
    },
    [rowHeight],
  )

  const shown = Array.from({ length: Math.max(0, Math.min(sight.last, count) - sight.first) }, (_, n) => sight.first + n)
  return { scroller, watch, reveal, shown, height: count * rowHeight }
}

// Which rows of a long list are in sight, where rows are as high as what they say. Each is measured once it is drawn; until then it is taken
// to be as high as the usual one. Rows of one height are cheaper: see virtual-list.tsx.
import { useCallback, useMemo, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { computeRowOffsets, computeSpacerHeights, findVisibleRows } from "./row-offsets.ts"

// What scrolls around an element: the nearest that does, else the page.

export const findScrollParent = (element: HTMLElement | null): HTMLElement | null => {
  for (let at = element?.parentElement ?? null; at !== null; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  return element === null ? null : document.documentElement
}

/** Pixels drawn beyond either edge, and those that are scrolled before it is looked again. */
const overscanPx = 400
const step = 200

type Rows = {
  readonly keys: ReadonlyArray<string>
  readonly defaultHeight: number
  /** The row that stays in the page wherever it stands: it has the focus, or is about to get it. */
  readonly pinnedKey: string | null
}

export const useMeasuredRows = ({ keys, defaultHeight, pinnedKey }: Rows) => {
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map())
  const [sight, setSight] = useState({ from: 0, to: 2 * overscanPx })
  const measuring = useRef<ResizeObserver>(null)
  const tops = useMemo(() => computeRowOffsets(keys.map((key) => heights.get(key) ?? defaultHeight)), [keys, heights, defaultHeight])

  /** To be given to the list as its ref; what scrolls is around it. */
  const watch = useCallback(
    (list: HTMLElement | null) => {
      const around = findScrollParent(list)
      if (list === null || around === null) return undefined
      const look = () => {
        const above = around.getBoundingClientRect().top - list.getBoundingClientRect().top
        const from = Math.floor(above / step) * step - overscanPx
        const to = Math.ceil((above + around.clientHeight) / step) * step + overscanPx
        setSight((before) => (before.from === from && before.to === to ? before : { from, to }))
      }
      // It looks at once, too, once the page is laid out.
      const size = new ResizeObserver(look)
      size.observe(around)
      around.addEventListener("scroll", look, { passive: true })
      let known: ReadonlyMap<string, number> = new Map()
      const rows = new ResizeObserver((entries) => {
        const edge = anchorEdge(around)
        const next = new Map(known)
        let grown = 0
        for (const { target } of entries) {
          const { top, height } = target.getBoundingClientRect()
          const key = target.getAttribute("data-row")
          if (key === null || height === 0) continue
          const before = next.get(key) ?? defaultHeight
          if (top + before <= edge + 1) grown += height - before
          next.set(key, height)
        }
        known = next
        flushSync(() => setHeights(next))
        if (grown !== 0) around.scrollBy({ top: grown, behavior: "instant" })
      })
      // Those that came with the list did so before it.
      for (const row of list.querySelectorAll("[data-row]")) rows.observe(row)
      measuring.current = rows
      return () => {
        size.disconnect()
        rows.disconnect()
        around.removeEventListener("scroll", look)
        measuring.current = null
      }
    },
    [defaultHeight],
  )

  /** To be given to each row as its ref, beside its key in `data-row`. */
  const measure = useCallback((row: HTMLElement | null) => {
    if (row === null) return undefined
    measuring.current?.observe(row)
    return () => measuring.current?.unobserve(row)
  }, [])

  const places = findVisibleRows(tops, sight.from, sight.to)
  const heldAt = pinnedKey === null ? -1 : keys.indexOf(pinnedKey)
  const shown = heldAt === -1 || places.includes(heldAt) ? places : [...places, heldAt].toSorted((one, other) => one - other)
  const topOf = (place: number): number => tops[place] ?? 0
  return { watch, measure, shown, topOf, gaps: computeSpacerHeights(tops, shown), height: tops.at(-1) ?? 0 }
}

/** What grows above this pushes what is being looked at: the row that has the focus where that is in sight, else the first in sight. */
const anchorEdge = (scroller: HTMLElement): number => {
  const { top, bottom } = scroller.getBoundingClientRect()
  const focused = document.activeElement?.closest("[data-row]") ?? null
  const at = focused !== null && scroller.contains(focused) ? focused.getBoundingClientRect().top : top
  return at > bottom ? top : Math.max(at, top)
}

// Room in a long table for the rows that are not in the page: before those that are, between them, or behind them.

export const RowSpacer = ({ height = 0 }: { readonly height?: number | undefined }) =>
  height > 0 && (
    <tbody aria-hidden="true">
      <tr>
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nothing is there, and nobody is told of it */}
        <td style={{ blockSize: height, padding: 0, border: 0 }} />
      </tr>
    </tbody>
  )

// Which rows of a long list are in sight. All are equally high, so that is a division, and costs the same for ten rows and ten thousand.

/** Rows kept beyond either edge, so that scrolling meets no gap. */
const overscanRows = 8

type Sight = { readonly first: number; readonly last: number }

export const useFixedHeightRows = ({ count, rowHeight }: { readonly count: number; readonly rowHeight: number }) => {
  const scroller = useRef<HTMLElement>(null)
  const [sight, setSight] = useState<Sight>({ first: 0, last: 2 * overscanRows })

  /** To be given to the scrolling element as its ref. */
  const watch = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined
      scroller.current = element
      const look = () => {
        const first = Math.max(0, Math.floor(element.scrollTop / rowHeight) - overscanRows)
        const last = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight) + overscanRows
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

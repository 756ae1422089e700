// Virtual lists: only visible rows are rendered. Rows of varying height are measured; rows of equal height are cheaper.
import { useCallback, useMemo, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { computeRowOffsets, computeSpacerHeights, findVisibleRows } from "./row-offsets.ts"

/** Returns the nearest scrollable ancestor of an element, or the page. */
export const findScrollParent = (element: HTMLElement | null): HTMLElement | null => {
  for (let ancestor = element?.parentElement ?? null; ancestor !== null; ancestor = ancestor.parentElement)
    if (/auto|scroll/.test(getComputedStyle(ancestor).overflowY)) return ancestor
  return element === null ? null : document.documentElement
}

/** Height rendered beyond either edge, in pixels. */
const overscanPx = 400
/** Scroll distance, in pixels, after which the visible range is updated. */
const scrollStepPx = 200

type MeasuredRowsOptions = {
  readonly keys: ReadonlyArray<string>
  readonly defaultHeight: number
  /** The row that stays rendered even when it is not visible, because it has the focus or is about to get it. */
  readonly pinnedKey: string | null
}

/** Virtual list with rows of varying height: rows are measured when rendered, and have `defaultHeight` before. */
export const useMeasuredRows = ({ keys, defaultHeight, pinnedKey }: MeasuredRowsOptions) => {
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map())
  const [visibleRange, setVisibleRange] = useState({ from: 0, to: 2 * overscanPx })
  const heightObserver = useRef<ResizeObserver>(null)
  const tops = useMemo(() => computeRowOffsets(keys.map((key) => heights.get(key) ?? defaultHeight)), [keys, heights, defaultHeight])

  /** Ref callback of the list inside its scrolling ancestor. Other content may come before the rows if it has `data-before-rows`. */
  const watch = useCallback(
    (list: HTMLElement | null) => {
      const scroller = findScrollParent(list)
      if (list === null || scroller === null) return undefined
      const updateVisibleRange = () => {
        const hiddenAbove = scroller.getBoundingClientRect().top - getRowsTop(list)
        const from = Math.floor(hiddenAbove / scrollStepPx) * scrollStepPx - overscanPx
        const to = Math.ceil((hiddenAbove + scroller.clientHeight) / scrollStepPx) * scrollStepPx + overscanPx
        setVisibleRange((current) => (current.from === from && current.to === to ? current : { from, to }))
      }
      // The observer also fires once initially, after layout.
      const resizeObserver = new ResizeObserver(updateVisibleRange)
      resizeObserver.observe(scroller)
      // Content before the rows may appear, disappear and change its height.
      resizeObserver.observe(list)
      scroller.addEventListener("scroll", updateVisibleRange, { passive: true })
      let measuredHeights: ReadonlyMap<string, number> = new Map()
      const rowObserver = new ResizeObserver((entries) => {
        const edge = getAnchorEdge(scroller)
        const next = new Map(measuredHeights)
        let shift = 0
        for (const { target } of entries) {
          const { top, height } = target.getBoundingClientRect()
          const key = target.getAttribute("data-row")
          if (key === null || height === 0) continue
          const previousHeight = next.get(key) ?? defaultHeight
          if (top + previousHeight <= edge + 1) shift += height - previousHeight
          next.set(key, height)
        }
        measuredHeights = next
        flushSync(() => setHeights(next))
        if (shift !== 0) scroller.scrollBy({ top: shift, behavior: "instant" })
      })
      // Rows rendered together with the list were mounted before this callback, so `measure` could not observe them.
      for (const row of list.querySelectorAll("[data-row]")) rowObserver.observe(row)
      heightObserver.current = rowObserver
      return () => {
        resizeObserver.disconnect()
        rowObserver.disconnect()
        scroller.removeEventListener("scroll", updateVisibleRange)
        heightObserver.current = null
      }
    },
    [defaultHeight],
  )

  /** Ref callback of each row; the row's key must be in `data-row`. */
  const measure = useCallback((row: HTMLElement | null) => {
    if (row === null) return undefined
    heightObserver.current?.observe(row)
    return () => heightObserver.current?.unobserve(row)
  }, [])

  const indexes = findVisibleRows(tops, visibleRange.from, visibleRange.to)
  const pinnedIndex = pinnedKey === null ? -1 : keys.indexOf(pinnedKey)
  const shown = pinnedIndex === -1 || indexes.includes(pinnedIndex) ? indexes : [...indexes, pinnedIndex].toSorted((a, b) => a - b)
  const topOf = (index: number): number => tops[index] ?? 0
  return { watch, measure, shown, topOf, gaps: computeSpacerHeights(tops, shown), height: tops.at(-1) ?? 0 }
}

/** Returns where the rows of a list begin in the viewport: below the content before them. */
const getRowsTop = (list: HTMLElement): number =>
  [...list.querySelectorAll(":scope > [data-before-rows]")].at(-1)?.getBoundingClientRect().bottom ?? list.getBoundingClientRect().top

/** Rows growing above this edge must not shift what the user sees: the focused row if it is visible, else the first visible row. */
const getAnchorEdge = (scroller: HTMLElement): number => {
  const { top, bottom } = scroller.getBoundingClientRect()
  const focused = document.activeElement?.closest("[data-row]") ?? null
  const edge = focused !== null && scroller.contains(focused) ? focused.getBoundingClientRect().top : top
  return edge > bottom ? top : Math.max(edge, top)
}

/** Fills the space of table rows that are not rendered. */
export const RowSpacer = ({ height = 0 }: { readonly height?: number | undefined }) =>
  height > 0 && (
    <tbody aria-hidden="true">
      <tr>
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- empty, and hidden from assistive technology */}
        <td style={{ blockSize: height, padding: 0, border: 0 }} />
      </tr>
    </tbody>
  )

/** Rows rendered beyond either edge, so that scrolling shows no gap. */
const overscanRows = 8

type RowRange = { readonly first: number; readonly last: number }

/** Virtual list with rows of equal height: the visible rows follow from a division, whatever their number. */
export const useFixedHeightRows = ({ count, rowHeight }: { readonly count: number; readonly rowHeight: number }) => {
  const scroller = useRef<HTMLElement>(null)
  const [visibleRange, setVisibleRange] = useState<RowRange>({ first: 0, last: 2 * overscanRows })

  /** Ref callback of the scrolling element. */
  const watch = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined
      scroller.current = element
      const updateVisibleRange = () => {
        const first = Math.max(0, Math.floor(element.scrollTop / rowHeight) - overscanRows)
        const last = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight) + overscanRows
        setVisibleRange((current) => (current.first === first && current.last === last ? current : { first, last }))
      }
      // The observer also fires once initially, after layout.
      const resizeObserver = new ResizeObserver(updateVisibleRange)
      resizeObserver.observe(element)
      element.addEventListener("scroll", updateVisibleRange, { passive: true })
      return () => {
        resizeObserver.disconnect()
        element.removeEventListener("scroll", updateVisibleRange)
        scroller.current = null
      }
    },
    [rowHeight],
  )

  /** Scrolls the minimum distance that makes the whole row at this index visible. */
  const reveal = useCallback(
    (index: number) => {
      const element = scroller.current
      if (element === null) return
      const top = index * rowHeight
      const bottomScrollTop = top + rowHeight - element.clientHeight
      if (top < element.scrollTop || bottomScrollTop > element.scrollTop)
        element.scrollTo({ top: top < element.scrollTop ? top : bottomScrollTop })
    },
    [rowHeight],
  )

  const shown = Array.from(
    { length: Math.max(0, Math.min(visibleRange.last, count) - visibleRange.first) },
    (_, n) => visibleRange.first + n,
  )
  return { scroller, watch, reveal, shown, height: count * rowHeight }
}

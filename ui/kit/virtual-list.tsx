// Virtual lists: only visible rows are rendered. Rows of varying height are measured; rows of equal height are cheaper.
import {
  defaultRangeExtractor,
  measureElement,
  observeElementRect,
  type Range,
  type Rect,
  useVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from "@tanstack/react-virtual"
import { useCallback, useRef, useState } from "react"

/** Returns the nearest scrollable ancestor of an element, or the page. */
export const findScrollParent = (element: HTMLElement | null): HTMLElement | null => {
  for (let ancestor = element?.parentElement ?? null; ancestor !== null; ancestor = ancestor.parentElement)
    if (/auto|scroll/.test(getComputedStyle(ancestor).overflowY)) return ancestor
  return element === null ? null : document.documentElement
}

type List = Virtualizer<HTMLElement, HTMLElement>

/** Height rendered beyond either edge, in pixels, so that scrolling shows no gap. */
const overscanPx = 400
/** Size assumed for the scrolling element in the first render, before it is measured, in pixels. */
const initialRect = { width: 0, height: 2 * overscanPx }

/** Reports the size of the scrolling element, except while it is hidden, when its rows and the focus among them must stay. */
const observeVisibleRect = <Scroller extends HTMLElement>(list: Virtualizer<Scroller, HTMLElement>, report: (rect: Rect) => void) =>
  observeElementRect(list, (rect) => {
    if (rect.height > 0) report(rect)
  })

type MeasuredRowsOptions = {
  readonly keys: ReadonlyArray<string>
  readonly defaultHeight: number
  /** The row that stays rendered even when it is not visible, because it has the focus or is about to get it. */
  readonly pinnedKey: string | null
}

/** Virtual list with rows of varying height: rows are measured when rendered, and have `defaultHeight` before. */
export const useMeasuredRows = ({ keys, defaultHeight, pinnedKey }: MeasuredRowsOptions) => {
  const scroller = useRef<HTMLElement>(null)
  /** Where the rows begin in the scrolled content, in pixels. */
  const [rowsTop, setRowsTop] = useState(0)
  const pinnedIndex = pinnedKey === null ? -1 : keys.indexOf(pinnedKey)
  // oxlint-disable-next-line react/incompatible-library -- the build does not use the React Compiler, which this rule is for
  const list: List = useVirtualizer<HTMLElement, HTMLElement>({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => defaultHeight,
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    overscan: Math.ceil(overscanPx / defaultHeight),
    initialRect,
    observeElementRect: observeVisibleRect,
    scrollMargin: rowsTop,
    indexAttribute: rowIndexAttribute,
    measureElement: measureVisibleElement,
    rangeExtractor: useCallback((range: Range) => includeIndex(defaultRangeExtractor(range), pinnedIndex), [pinnedIndex]),
  })
  list.shouldAdjustScrollPositionOnItemSizeChange = isAboveAnchor

  /** Ref callback of the list inside its scrolling ancestor. Other content may come before the rows if it has `data-before-rows`. */
  const watch = useCallback((element: HTMLElement | null) => {
    const scrollParent = findScrollParent(element)
    if (element === null || scrollParent === null) return undefined
    scroller.current = scrollParent
    const updateRowsTop = () => {
      setRowsTop(Math.round(getRowsTop(element) - scrollParent.getBoundingClientRect().top + scrollParent.scrollTop))
    }
    // Content before the rows may appear, disappear and change its height.
    const resizeObserver = new ResizeObserver(updateRowsTop)
    resizeObserver.observe(scrollParent)
    resizeObserver.observe(element)
    scrollParent.addEventListener("scroll", updateRowsTop, { passive: true })
    return () => {
      resizeObserver.disconnect()
      scrollParent.removeEventListener("scroll", updateRowsTop)
      scroller.current = null
    }
  }, [])

  const items = list.getVirtualItems()
  const height = list.getTotalSize()
  return {
    watch,
    /** Ref callback of each row; its index must be in `data-row`. */
    measure: list.measureElement,
    /** The rendered rows, with their offsets from the first row in pixels. */
    shown: items.map(({ index, start }) => ({ index, top: start - rowsTop })),
    gaps: computeSpacerHeights(items, rowsTop, height),
    height,
  }
}

const rowIndexAttribute = "data-row"

/** Measures a row. A hidden row, for example in a pane that a narrow screen does not show, keeps its last height. */
const measureVisibleElement = (row: HTMLElement, entry: ResizeObserverEntry | undefined, list: List): number => {
  const height = measureElement(row, entry, list)
  const index = list.indexFromElement(row)
  return height > 0 ? height : (list.itemSizeCache.get(list.options.getItemKey(index)) ?? list.options.estimateSize(index))
}

/** Tells whether a row whose height changes must not shift what the user sees: the focused row if it is visible, else the first visible row. */
const isAboveAnchor = (item: VirtualItem, _delta: number, list: List): boolean => {
  const scrollOffset = list.scrollOffset ?? 0
  const focusedRow = document.activeElement?.closest<HTMLElement>(`[${rowIndexAttribute}]`) ?? null
  const focusedTop =
    focusedRow !== null && list.scrollElement?.contains(focusedRow) === true
      ? (list.measurementsCache[list.indexFromElement(focusedRow)]?.start ?? scrollOffset)
      : scrollOffset
  const isBelow = focusedTop > scrollOffset + (list.scrollRect?.height ?? 0)
  return item.end <= (isBelow ? scrollOffset : Math.max(focusedTop, scrollOffset)) + 1
}

/** Returns where the rows of a list begin in the viewport: below the content before them. */
const getRowsTop = (list: HTMLElement): number =>
  [...list.querySelectorAll(":scope > [data-before-rows]")].at(-1)?.getBoundingClientRect().bottom ?? list.getBoundingClientRect().top

/** Adds an index to a sorted list of indexes, if it is not -1. */
const includeIndex = (indexes: number[], index: number): number[] =>
  index === -1 || indexes.includes(index) ? indexes : [...indexes, index].toSorted((a, b) => a - b)

/** Returns the heights of the omitted rows before each rendered row and after the last one, in pixels. */
const computeSpacerHeights = (items: ReadonlyArray<VirtualItem>, rowsTop: number, height: number): ReadonlyArray<number> =>
  [...items, { start: rowsTop + height }].map(({ start }, n) => start - (items[n - 1]?.end ?? rowsTop))

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

type FixedHeightRowsOptions = {
  readonly count: number
  readonly rowHeight: number
  /** The row that stays rendered even when it is not visible, or -1. */
  readonly pinnedIndex?: number
}

/** Virtual list with rows of equal height. */
export const useFixedHeightRows = <Scroller extends HTMLElement = HTMLElement>({
  count,
  rowHeight,
  pinnedIndex = -1,
}: FixedHeightRowsOptions) => {
  /** Ref of the scrolling element. */
  const scroller = useRef<Scroller>(null)
  // oxlint-disable-next-line react/incompatible-library -- the build does not use the React Compiler, which this rule is for
  const list = useVirtualizer<Scroller, HTMLElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: Math.ceil(overscanPx / rowHeight),
    initialRect,
    observeElementRect: observeVisibleRect,
    rangeExtractor: useCallback((range: Range) => includeIndex(defaultRangeExtractor(range), pinnedIndex), [pinnedIndex]),
  })
  /** Scrolls the minimum distance that makes the whole row at this index visible. */
  const reveal = useCallback((index: number) => list.scrollToIndex(index), [list])
  return { scroller, reveal, shown: list.getVirtualIndexes(), height: list.getTotalSize() }
}

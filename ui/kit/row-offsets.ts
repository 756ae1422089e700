// Geometry of a virtual list with rows of different heights: offsets, visible rows and the space of omitted rows.

/** Returns the offset of each row, followed by the end of the last row. */
export const computeRowOffsets = (heights: ReadonlyArray<number>): ReadonlyArray<number> => {
  const offsets = [0]
  let offset = 0
  for (const height of heights) {
    offset += height
    offsets.push(offset)
  }
  return offsets
}

/** Returns the indexes of the rows that overlap the range between `from` and `to`, by binary search. */
export const findVisibleRows = (offsets: ReadonlyArray<number>, from: number, to: number): ReadonlyArray<number> => {
  const first = lowerBound(offsets.length - 1, (index) => (offsets[index + 1] ?? 0) > from)
  const end = lowerBound(offsets.length - 1, (index) => (offsets[index] ?? 0) >= to)
  return Array.from({ length: Math.max(0, end - first) }, (_, n) => first + n)
}

/** Returns the heights of the omitted rows before each rendered row and after the last one. The indexes must be sorted. */
export const computeSpacerHeights = (offsets: ReadonlyArray<number>, indexes: ReadonlyArray<number>): ReadonlyArray<number> => {
  const offsetAt = (index: number): number => offsets[index] ?? 0
  return [...indexes, offsets.length - 1].map((index, n) => offsetAt(index) - offsetAt((indexes[n - 1] ?? -1) + 1))
}

/** Returns the first of `count` indexes for which the monotone predicate `holds` is true, or `count` if there is none. */
const lowerBound = (count: number, holds: (index: number) => boolean): number => {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

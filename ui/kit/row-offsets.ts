// Rows of unlike heights, one below the other: where each begins, and which of them reach into what is in sight.

/** Where each row begins; one more at the end, where the last one ends. */
export const computeRowOffsets = (heights: ReadonlyArray<number>): ReadonlyArray<number> => {
  const tops = [0]
  let top = 0
  for (const height of heights) {
    top += height
    tops.push(top)
  }
  return tops
}

/** The places of the rows that reach into what lies between `from` and `to`. Asks a few of the rows, however many there are. */
export const findVisibleRows = (tops: ReadonlyArray<number>, from: number, to: number): ReadonlyArray<number> => {
  const first = lowerBound(tops.length - 1, (place) => (tops[place + 1] ?? 0) > from)
  const end = lowerBound(tops.length - 1, (place) => (tops[place] ?? 0) >= to)
  return Array.from({ length: Math.max(0, end - first) }, (_, n) => first + n)
}

/** What lies before each of the rows at these places, which stand in their order, and behind the last of them: rows that are left out. */
export const computeSpacerHeights = (tops: ReadonlyArray<number>, places: ReadonlyArray<number>): ReadonlyArray<number> => {
  const at = (place: number): number => tops[place] ?? 0
  return [...places, tops.length - 1].map((place, n) => at(place) - at((places[n - 1] ?? -1) + 1))
}

/** The first of so many places where `holds`, which does for all that follow; their number where it does for none. */
const lowerBound = (count: number, holds: (place: number) => boolean): number => {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

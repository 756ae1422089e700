// The keys of metadata that an export has columns for (decisions X11).

/** [X11] Keys that have columns, and keys that are counted at a time, at most. */
export const mostMetadataKeys = 1000
const mostCounted = 20 * mostMetadataKeys

/** [X11] Whether an export may have no column for some keys: it has as many as it can. */
export const mayLackKeys = (keys: ReadonlyArray<string>): boolean => keys.length >= mostMetadataKeys

/** Counts keys, however many there are, in a memory that does not grow with them: beyond so many the rarest half is forgotten. */
export const keyCount = (most: number = mostMetadataKeys, counted: number = mostCounted) => {
  let counts = new Map<string, number>()
  const commonest = (many: number) => [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : a > b ? 1 : 0)).slice(0, many)
  return {
    add: (keys: Iterable<string>): void => {
      for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
      if (counts.size > counted) counts = new Map(commonest(Math.ceil(counted / 2)))
    },
    /** Those that were there most often, in their order. */
    keys: (): ReadonlyArray<string> =>
      commonest(most)
        .map(([key]) => key)
        .toSorted(),
    held: (): number => counts.size,
  }
}

// The name that was probably meant where one is misspelt.
const longest = 64

/**
 * The name nearest to `typed`, whatever their case: the fewest letters added, left out, replaced or swapped with their neighbour, at
 * most one in three (and one at least). Of equally near ones the first; null where none is near or the typed one is over 64 long.
 */
export const nearestName = (typed: string, names: Iterable<string>): string | null => {
  if (typed.length > longest) return null
  const wanted = typed.toLowerCase()
  let most = Math.max(1, Math.floor(wanted.length / 3))
  let nearest: string | null = null
  for (const name of names) {
    const distance = editDistance(wanted, name.toLowerCase(), most)
    if (distance > most) continue
    nearest = name
    if (distance === 0) return name
    most = distance - 1
  }
  return nearest
}

/** How many edits lead from `one` to `other`, or something above `most` as soon as there are more than `most`. */
export const editDistance = (one: string, other: string, most: number): number => {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: ReadonlyArray<number> = []
  let last: ReadonlyArray<number> = Array.from({ length: other.length + 1 }, (_, j) => j)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const cost = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return most + 1
    before = last
    last = row
  }
  return at(last, other.length)
}

const at = (row: ReadonlyArray<number>, i: number): number => row[i] ?? Number.POSITIVE_INFINITY

// The bars of counted numbers in the live statistics: those of a numeric question, and those of a score without ranges [G2].
import type { Question } from "../questions/question.ts"
import { totalKey } from "./answer-counts.ts"
import {
  type Bin,
  getUnitScale,
  type IntegerBin,
  listBoundedBins,
  listIndividualValues,
  openBins,
  parseBinKey,
  parseIntegerBinKey,
  toIntegerBin,
} from "./histogram-bins.ts"
import type { Bar } from "./live-statistics.ts"

type CountedBin = { readonly bin: Bin; readonly count: number }

const parseCounts = (counts: ReadonlyMap<string, number>, parseKey: (key: string) => Bin | null): ReadonlyArray<CountedBin> =>
  [...counts].flatMap(([key, count]) => {
    const bin = key === totalKey ? null : parseKey(key)
    return bin === null ? [] : [{ bin, count }]
  })

/** [G2] Returns the bars of a score: the counted ranges, lowest first, and the empty ones between them. */
export const buildScoreBars = (
  bounds: { readonly minimum: number; readonly maximum: number },
  counts: ReadonlyMap<string, number>,
): ReadonlyArray<Bar> =>
  fillGaps(mergeOverlappingBins(parseCounts(counts, parseBinKey)), listBoundedBins(bounds), openBins).map(({ bin, count }) => ({
    label: null,
    value: bin,
    count,
  }))

type NumberOptions = NonNullable<Extract<Question, { readonly type: "numeric" | "currency" }>["options"]>

/** [G2] Returns the bars of a numeric question, each from its first to its last permitted number; if there are few numbers, one bar for each. */
export const buildNumberBars = (options: NumberOptions, counts: ReadonlyMap<string, number>): ReadonlyArray<Bar> => {
  const scale = getUnitScale(options)
  const toBin = (integerBin: IntegerBin | null): Bin | null =>
    integerBin === null ? null : { least: integerBin.least, next: integerBin.most + 1 }
  const counted = parseCounts(counts, (key) => toBin(parseIntegerBinKey(options, key, scale)))
  const values = listIndividualValues(options).map((value) => ({ bin: { least: value, next: value + 1 }, count: 0 }))
  const toIntegerBins = (bins: ReadonlyArray<Bin>) => bins.flatMap((bin) => toBin(toIntegerBin(options, bin, scale)) ?? [])
  const bars =
    values.length > 0
      ? mergeOverlappingBins([...values, ...counted])
      : fillGaps(mergeOverlappingBins(counted), toIntegerBins(listBoundedBins(options)), toIntegerBins(openBins))
  return bars.map(({ bin: { least, next }, count }) => ({
    label: null,
    value: next === least + 1 ? least / scale : { least: least / scale, most: (next - 1) / scale },
    count,
  }))
}

/** [G2] Sorts the bins and merges those that overlap: after the bounds of a question changed, bins of different widths exist. */
const mergeOverlappingBins = (counted: ReadonlyArray<CountedBin>): ReadonlyArray<CountedBin> => {
  const merged: Array<{ bin: Bin; count: number }> = []
  for (const { bin, count } of counted.toSorted((a, b) => a.bin.least - b.bin.least)) {
    const previous = merged.at(-1)
    if (previous === undefined || bin.least >= previous.bin.next) merged.push({ bin, count })
    else {
      previous.bin = { least: previous.bin.least, next: Math.max(previous.bin.next, bin.next) }
      previous.count += count
    }
  }
  return merged
}

/**
 * [G2] Adds the empty bins between the counted ones, so that distant values do not appear next to each other. `bounded` bins are shown from
 * the first to the last; beyond them are the `openEnded` ones.
 */
const fillGaps = (
  counted: ReadonlyArray<CountedBin>,
  bounded: ReadonlyArray<Bin>,
  openEnded: ReadonlyArray<Bin>,
): ReadonlyArray<CountedBin> => {
  if (counted.length === 0) return []
  const [first, last] = [bounded.at(0)?.least ?? Number.POSITIVE_INFINITY, bounded.at(-1)?.next ?? Number.NEGATIVE_INFINITY]
  const edges = [
    ...bounded.map(({ least }) => least),
    last,
    ...openEnded.map(({ least }) => least).filter((edge) => edge < first || edge > last),
  ]
  const result: Array<CountedBin> = []
  let filledTo = Math.min(first, counted[0]?.bin.least ?? first)
  const fillUntil = (until: number): void => {
    const cuts = [filledTo, ...edges.filter((edge) => edge > filledTo && edge < until).toSorted((a, b) => a - b), until]
    for (const [i, next] of cuts.slice(1).entries()) {
      const least = cuts[i] ?? next
      if (least < next) result.push({ bin: { least, next }, count: 0 })
    }
  }
  for (const entry of counted) {
    fillUntil(entry.bin.least)
    result.push(entry)
    filledTo = entry.bin.next
  }
  fillUntil(last)
  return result
}

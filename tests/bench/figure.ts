// A figure: medians of one measurement and its floor, alternating within one run. Absolute times cannot be compared between runs.

/** `ours` and `floor` are in `unit`. The figure passes if `ours / floor` is at most `target`. */
export type Figure = {
  readonly name: string
  readonly unit: "ms" | "kB"
  readonly ours: number
  readonly floor: number
  readonly target: number
}

export const ratio = ({ ours, floor }: Figure): number => ours / floor

/** The median; for an even number of values, the mean of the middle two. */
export const median = (values: ReadonlyArray<number>): number => percentile(values, 0.5)

/** The value below which a `part` (0…1) of the values lies, interpolated. */
export const percentile = (values: ReadonlyArray<number>, part: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * part
  const low = sorted[Math.floor(place)] ?? Number.NaN
  const high = sorted[Math.ceil(place)] ?? Number.NaN
  return low + (high - low) * (place - Math.floor(place))
}

/** A row of the table of figures, separated by tabs. */
export const row = (figure: Figure): string =>
  [
    figure.name,
    `${figure.ours.toFixed(1)} ${figure.unit}`,
    `${figure.floor.toFixed(1)} ${figure.unit}`,
    `${ratio(figure).toFixed(2)} ×`,
    `≤ ${figure.target} ×`,
    ratio(figure) <= figure.target ? "holds" : "MISSED",
  ].join("\t")

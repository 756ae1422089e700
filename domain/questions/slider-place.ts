// Where a slider can stand.

export type Range = { readonly least: number; readonly most: number; readonly decimals: number; readonly step: number }

/** The place next to a number, in whole steps from the beginning of the range: an answer that the question takes (decisions Q7). */
export const sliderPlace = ({ least, most, decimals, step }: Range, wished: number): number =>
  Number((least + Math.round((Math.min(most, Math.max(least, wished)) - least) / step) * step).toFixed(decimals))

/** Where it stands before it is moved. */
export const sliderMiddle = (range: Range): number => sliderPlace(range, (range.least + range.most) / 2)

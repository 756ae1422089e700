// Where a slider stands before it is moved.

type Range = { readonly least: number; readonly most: number; readonly decimals: number; readonly step: number }

/** The middle of a range, in whole steps from its beginning: an answer that the question takes (decisions Q7). */
export const sliderMiddle = ({ least, most, decimals, step }: Range): number =>
  Number((least + Math.round((most - least) / 2 / step) * step).toFixed(decimals))

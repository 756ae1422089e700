// Live statistics: how answers are counted, and what is shown of the counts (decisions G1–G4).
export { type Band, bandIn, bandOf } from "../statistics/bands.ts"
export { type Bar, Chart, chartsOf } from "../statistics/chart.ts"
export { answeredKey, type Counted, countedOf, type Tally, tallied } from "../statistics/counting.ts"

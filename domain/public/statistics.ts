// Live statistics: how answers are counted, and what is shown of the counts (decisions G1–G4).

export { answeredKey, type Counted, countedOf, type Tally, tallied } from "../statistics/answer-counts.ts"
export { type Bar, Chart, chartsOf } from "../statistics/chart.ts"
export { type Band, bandIn, bandOf } from "../statistics/histogram-bins.ts"

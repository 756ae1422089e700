// Live statistics: how answers are counted, and what is shown of the counts (decisions G1–G4).
export { type Bar, Chart, chartsOf, type Tally } from "../statistics/chart.ts"
export { answeredKey, type Band, bandIn, bandOf, type Counted, countedOf } from "../statistics/counting.ts"

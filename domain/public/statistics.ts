// Live statistics: how answers are counted, and what is shown of the counts (decisions G1–G4).

export { type AnswerCounts, aggregateCounts, answerIncrement, type CountIncrement, totalKey } from "../statistics/answer-counts.ts"
export { type Bar, Chart, chartsOf } from "../statistics/chart.ts"
export { type Bin, findBin, parseBinKey } from "../statistics/histogram-bins.ts"

// Live statistics: counting answers, and charts of the counts [G1–G4].

export { type AnswerCounts, aggregateCounts, type CountIncrement, computeAnswerIncrement, totalKey } from "../statistics/answer-counts.ts"
export { type Bar, buildCharts, Chart } from "../statistics/chart.ts"
export { type Bin, findBin, parseBinKey } from "../statistics/histogram-bins.ts"

// Live statistics: counting answers, and charts of the counts [G1–G4].

export { type AnswerCounts, aggregateCounts, type CountIncrement, computeAnswerIncrement, totalKey } from "../statistics/answer-counts.ts"
export { buildCharts } from "../statistics/chart.ts"
export { type Bin, findBin, parseBinKey } from "../statistics/histogram-bins.ts"
export { type Bar, Chart } from "../statistics/live-statistics.ts"

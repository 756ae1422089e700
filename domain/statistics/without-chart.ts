// What is said of a question in place of a chart.
import type { Chart } from "./chart.ts"

/** The text that says why there is none: nobody has answered yet, or the answers are such as the statistics do not show. */
export const withoutChart = ({ type, answered }: Pick<Chart, "type" | "answered">): "stats.none" | "stats.files" | "stats.words" => {
  if (answered === 0) return "stats.none"
  return type === "file" ? "stats.files" : "stats.words"
}

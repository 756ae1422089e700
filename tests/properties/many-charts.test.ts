// A script may have thousands of scores: the charts of its statistics are built in time in proportion to their number.
import { expect, test } from "vitest"
import type { Instruction } from "../../domain/script/instruction.ts"
import { buildCharts } from "../../domain/statistics/chart.ts"
import { createChoices, instruction, questionInstruction } from "../arbitraries/answerable.ts"

const count = 200

test("the charts of many scores read the choices a few times only", () => {
  let reads = 0
  const choices = createChoices("One", "Two").map((choice, i) => ({ ...choice, score: i + 1 }))
  const question = questionInstruction(0, "a", { uuid: "q", type: "choice", choices })
  const counted: Instruction = Object.defineProperty({ ...question }, "question", {
    get: () => {
      reads++
      return question.question
    },
  })
  const scores = Array.from({ length: count }, (_, i) =>
    instruction(i + 1, { type: "score", label: `score_${i + 1}`, action: { type: "score", params: {} } }),
  )
  const charts = buildCharts({ instructions: [counted, ...scores], language: "en" }, new Map())
  expect(charts.filter(({ type }) => type === "score")).toHaveLength(count)
  expect(reads).toBeLessThanOrEqual(5)
})

// Words in an instruction that this version cannot act on: a newer one may know them, so they stay, and are warned of (decisions F3, A9, G3).
import { aiProviders, scoreCharts } from "../actions/action.ts"
import type { Finding } from "../finding.ts"
import { found } from "../found.ts"
import { chartTypes } from "../questions/extras.ts"
import type { Instruction } from "./instruction.ts"

/** Rule `structure`, as warnings: a provider, or a chart, that is none of those known; `at` points to the instruction. */
export const unknownWords = ({ question, action }: Instruction, at: string): ReadonlyArray<Finding> => [
  ...(action?.type === "askAI" ? oneOf(aiProviders, action.params.provider, `${at}/action/params/provider`) : []),
  ...(action?.type === "score" ? oneOf(scoreCharts, action.params.charttype, `${at}/action/params/charttype`) : []),
  ...(question?.type === "choice" || question?.type === "multiple"
    ? oneOf(chartTypes, question.options?.charttype, `${at}/question/options/charttype`)
    : []),
]

const oneOf = (known: ReadonlyArray<string>, word: string | null | undefined, at: string): ReadonlyArray<Finding> =>
  (word ?? "").trim() === "" || known.some((it) => it === word)
    ? []
    : [found("structure", at, "finding.unknown-word", { word: (word ?? "").slice(0, 60), known: known.join(", ") })]

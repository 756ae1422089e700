// The codebook that comes with each export: what each column is and what its codes mean (decisions X8).
import type { AnswersPlan } from "./answers-plan.ts"
import { csvLine, csvStart } from "./csv.ts"
import { type ExportOptions, separatorOf } from "./export-options.ts"
import { variableNames } from "./variable-names.ts"

const headings = ["Variable", "Heading", "Label", "Type", "Codes", "Instruction", "Revision"] as const

/** [X8] A line for each column of the answers' table: its name, what it says, its codes, and where it comes from. */
export const codebook = (plan: AnswersPlan, options: ExportOptions): string => {
  const separator = separatorOf(options)
  const names = variableNames(plan.columns)
  const lines = plan.columns.map(({ heading, label, kind, codes, source }, i) =>
    csvLine(
      [
        names[i] ?? "",
        heading,
        label,
        source === null ? kind : source.type,
        codes.map(({ value, label: meaning }) => `${value} = ${meaning}`).join("; ") || (kind === "flag" ? "1 / 0" : ""),
        source?.instruction ?? "",
        source === null ? "" : source.revisions.join(", "),
      ],
      separator,
    ),
  )
  return csvStart(separator, options.separatorDefinition) + csvLine(headings, separator) + lines.join("")
}

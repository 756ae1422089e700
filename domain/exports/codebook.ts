// The codebook of an export of answers, for people and for programs (X8).
import { isFormulaGuarded, type WriterOptions } from "./answers-csv.ts"
import type { AnswersPlan } from "./answers-table.ts"
import { csvLine, csvStart } from "./csv.ts"
import { createVariableNames } from "./export-columns.ts"
import { getSeparator } from "./export-options.ts"

const codebookHeadings = [
  "Variable",
  "Heading",
  "Label",
  "Type",
  "Code",
  "Code label",
  "Instruction",
  "Revision",
  "Formula guard of answers",
  "Formula guard of codebook",
  "Score",
  "Form of answers",
] as const

/**
 * [X8] Returns the codebook of a file of answers: one row per code of each column, and one row for a column without
 * codes, whether the answers are written as codes or as texts; its last column says which it is. It has the separator of
 * the answers but does not declare it, because statistics programs read the first line as headings. [X12] It is read in a spreadsheet, so the guard that the options ask for applies to it also where the answers are for SPSS.
 */
export const buildCodebook = (plan: AnswersPlan, writerOptions: WriterOptions): string => {
  const { options } = writerOptions
  const separator = getSeparator(options)
  const guards = [isFormulaGuarded(writerOptions), options.formulaGuard].map((isGuarded) => (isGuarded ? "on" : "off"))
  const names = createVariableNames(plan.columns)
  const noCode = [{ value: "", label: "", score: "" }]
  let text = csvStart(separator, false) + csvLine(codebookHeadings, separator)
  for (const [i, { heading, label, kind, codes, source }] of plan.columns.entries())
    for (const code of codes.length === 0 ? noCode : codes)
      text += csvLine(
        [
          names[i] ?? "",
          heading,
          label,
          source === null ? kind : source.type,
          code.value,
          code.label,
          source?.instruction ?? "",
          source === null ? "" : source.revisions.join(", "),
          ...guards,
          code.score ?? "",
          codes.length === 0 ? "" : kind === "text" ? "text" : "code",
        ],
        separator,
        options.formulaGuard,
      )
  return text
}

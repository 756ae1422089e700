// The answers as a CSV file, written page by page so that only one page is in memory, and its codebook (X5, X6, X8).
import type { Conversation } from "../conversations/conversation.ts"
import type { AnswersPlan } from "./answers-plan.ts"
import { type Cell, csvLine, csvStart } from "./csv.ts"
import { createVariableNames } from "./export-columns.ts"
import { type ExportOptions, getSeparator } from "./export-options.ts"

/** A part of the file, the number of conversations read for it, and the number written (without excluded ones). */
export type Chunk = { readonly text: string; readonly read: number; readonly written: number }

type WriterOptions = {
  readonly options: ExportOptions
  /** [X6] Replaces line breaks within cells by spaces, for programs that read line by line. */
  readonly isFlat?: boolean
}

/** Yields the file in parts: the headings, then one part per page. */
export async function* answersCsv(
  plan: AnswersPlan,
  pages: AsyncIterable<ReadonlyArray<Conversation>>,
  writerOptions: WriterOptions,
): AsyncGenerator<Chunk> {
  yield { text: buildCsvHead(plan, writerOptions), read: 0, written: 0 }
  for await (const page of pages) yield buildCsvPage(plan, page, writerOptions)
}

/** Returns the beginning of the file: byte order mark, separator line if requested, and headings. */
export const buildCsvHead = (plan: AnswersPlan, { options, isFlat }: WriterOptions): string => {
  const separator = getSeparator(options)
  const headings = plan.columns.map(({ heading }) => heading)
  return csvStart(separator, options.separatorDefinition) + csvLine(isFlat ? headings.map(flatten) : headings, separator)
}

/** Returns the part of the file for one page of conversations. */
export const buildCsvPage = (plan: AnswersPlan, page: ReadonlyArray<Conversation>, { options, isFlat }: WriterOptions): Chunk => {
  const separator = getSeparator(options)
  let text = ""
  let written = 0
  for (const row of page) {
    if (plan.isExcluded(row)) continue
    const cells = plan.cells(row)
    text += csvLine(isFlat ? cells.map(flatten) : cells, separator)
    written++
  }
  return { text, read: page.length, written }
}

const flatten = (cell: Cell): Cell => (typeof cell === "string" ? cell.replace(/[\r\n]+/g, " ") : cell)

const codebookHeadings = ["Variable", "Heading", "Label", "Type", "Codes", "Instruction", "Revision"] as const

/** [X8] Returns the codebook: one line per column with its variable name, description, codes and source. */
export const buildCodebook = (plan: AnswersPlan, options: ExportOptions): string => {
  const separator = getSeparator(options)
  const names = createVariableNames(plan.columns)
  const lines = plan.columns.map(({ heading, label, kind, codes, source }, i) =>
    csvLine(
      [
        names[i] ?? "",
        heading,
        label,
        source === null ? kind : source.type,
        codes.map(({ value, label: codeLabel }) => `${value} = ${codeLabel}`).join("; ") || (kind === "flag" ? "1 / 0" : ""),
        source?.instruction ?? "",
        source === null ? "" : source.revisions.join(", "),
      ],
      separator,
    ),
  )
  return csvStart(separator, options.separatorDefinition) + csvLine(codebookHeadings, separator) + lines.join("")
}

// The answers as a CSV file, written page by page so that only one page is in memory (X5, X6).
import type { Conversation } from "../conversations/conversation.ts"
import type { AnswersPlan } from "./answers-table.ts"
import { type Cell, csvLine, csvStart } from "./csv.ts"
import { type ExportOptions, getSeparator } from "./export-options.ts"

/** A part of the file, the number of conversations read for it, and the number written (without excluded ones). */
export type Chunk = { readonly text: string; readonly read: number; readonly written: number }

/** How the file of answers is written. */
export type WriterOptions = {
  readonly options: ExportOptions
  /**
   * [X6] For SPSS, which reads line by line and runs nothing: line breaks within cells become spaces, and the formula
   * guard is off.
   */
  readonly isFlat?: boolean
}

/** [X12] Whether the formula guard applies to the cells of the file. */
export const isFormulaGuarded = ({ options, isFlat = false }: WriterOptions): boolean => options.formulaGuard && !isFlat

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
export const buildCsvHead = (plan: AnswersPlan, writerOptions: WriterOptions): string => {
  const { options, isFlat } = writerOptions
  const separator = getSeparator(options)
  const headings = plan.columns.map(({ heading }) => heading)
  const line = csvLine(isFlat ? headings.map(flatten) : headings, separator, isFormulaGuarded(writerOptions))
  return csvStart(separator, options.separatorDefinition) + line
}

/** Returns the part of the file for one page of conversations. */
export const buildCsvPage = (plan: AnswersPlan, page: ReadonlyArray<Conversation>, writerOptions: WriterOptions): Chunk => {
  const { options, isFlat } = writerOptions
  const separator = getSeparator(options)
  const isGuarded = isFormulaGuarded(writerOptions)
  let text = ""
  let written = 0
  for (const row of page) {
    if (plan.isExcluded(row)) continue
    const cells = plan.cells(row)
    text += csvLine(isFlat ? cells.map(flatten) : cells, separator, isGuarded)
    written++
  }
  return { text, read: page.length, written }
}

const flatten = (cell: Cell): Cell => (typeof cell === "string" ? cell.replace(/[\r\n]+/g, " ") : cell)

// The answers as a CSV file, written while pages arrive: no more than one page is held (spec/3-community §9; decisions X5, X6).
import type { Conversation } from "../conversations/conversation.ts"
import type { AnswersPlan } from "./answers-plan.ts"
import { type Cell, csvLine, csvStart } from "./csv.ts"
import { variableNames } from "./export-columns.ts"
import { type ExportOptions, separatorOf } from "./export-options.ts"

/** A part of the file, and how many conversations it was made of: read, and written (empty ones may be left out). */
export type Chunk = { readonly text: string; readonly read: number; readonly written: number }

type Writing = {
  readonly options: ExportOptions
  /** [X6] Line ends within cells become spaces: programs that read line by line need it. */
  readonly isFlat?: boolean
}

/** The file in parts: its beginning with the headings, then a part for each page. Stops where the pages stop. */
export async function* answersCsv(
  plan: AnswersPlan,
  pages: AsyncIterable<ReadonlyArray<Conversation>>,
  writing: Writing,
): AsyncGenerator<Chunk> {
  yield { text: csvHead(plan, writing), read: 0, written: 0 }
  for await (const page of pages) yield csvPage(plan, page, writing)
}

/** The beginning of the file. */
export const csvHead = (plan: AnswersPlan, { options, isFlat }: Writing): string => {
  const separator = separatorOf(options)
  const headings = plan.columns.map(({ heading }) => heading)
  return csvStart(separator, options.separatorDefinition) + csvLine(isFlat ? headings.map(flat) : headings, separator)
}

/** The part of the file that a page of conversations makes. */
export const csvPage = (plan: AnswersPlan, page: ReadonlyArray<Conversation>, { options, isFlat }: Writing): Chunk => {
  const separator = separatorOf(options)
  let text = ""
  let written = 0
  for (const row of page) {
    if (plan.isExcluded(row)) continue
    const cells = plan.cells(row)
    text += csvLine(isFlat ? cells.map(flat) : cells, separator)
    written++
  }
  return { text, read: page.length, written }
}

const flat = (cell: Cell): Cell => (typeof cell === "string" ? cell.replace(/[\r\n]+/g, " ") : cell)

// The codebook that comes with each export: what each column is and what its codes mean (decisions X8).

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

// Exports of answers, links and members, with SPSS syntax and codebook.
export { answersCsv, buildCsvHead, buildCsvPage, type Chunk } from "../exports/answers-csv.ts"
export { type AnswersPlan, planAnswers } from "../exports/answers-table.ts"
export { buildCodebook } from "../exports/codebook.ts"
export { type Cell, csvLine, csvStart, type Separator } from "../exports/csv.ts"
export type { Code, Column, ColumnKind, ColumnSource, Revision } from "../exports/export-columns.ts"
export { exportFileName, linksFileName, membersFileName } from "../exports/export-file-names.ts"
export {
  defaultBounds,
  defaultExportOptions,
  type ExportOptions,
  exportLimits,
  formatTimePart,
  getSeparator,
  toSpssOptions,
} from "../exports/export-options.ts"
export { type LinkResult, linksCsv, type Member, membersCsv } from "../exports/links-and-members-csv.ts"
export { buildSpssSyntax } from "../exports/spss.ts"

// SPSS syntax that reads the CSV of answers and describes its columns (X6, X7).
import type { AnswersPlan } from "./answers-plan.ts"
import { type Column, type ColumnKind, createVariableNames, truncateToBytes } from "./export-columns.ts"
import { type ExportOptions, getSeparator } from "./export-options.ts"

/** Maximum lengths of variable labels and value labels, in bytes. */
const maxLabelBytes = 255
const maxValueLabelBytes = 120

/** Returns the syntax for the CSV file `fileName`, written with `isFlat` (see `answersCsv`) and the same options. */
export const buildSpssSyntax = (plan: AnswersPlan, fileName: string, options: ExportOptions): string => {
  const names = createVariableNames(plan.columns)
  const namedColumns = plan.columns.map((column, i) => ({ column, name: names[i] ?? "" }))
  return [
    "* Encoding: UTF-8.",
    "SET DECIMAL=DOT.",
    "GET DATA",
    "  /TYPE=TXT",
    `  /FILE=${printLiteral(fileName, 32_767)}`,
    "  /ENCODING='UTF8'",
    "  /ARRANGEMENT=DELIMITED",
    `  /DELIMITERS="${getSeparator(options)}"`,
    "  /QUALIFIER='\"'",
    `  /FIRSTCASE=${options.separatorDefinition ? 3 : 2}`,
    "  /VARIABLES=",
    ...namedColumns.map(({ column, name }) => `    ${name} ${printFormat(column)}`),
    "  .",
    ...printCommand(
      "VARIABLE LABELS",
      namedColumns.map(({ column, name }) => `${name} ${printLiteral(column.label, maxLabelBytes)}`),
    ),
    ...printCommand(
      "VALUE LABELS",
      namedColumns.flatMap(({ column, name }) => {
        const codes = column.kind === "flag" ? flagCodes : column.codes
        return codes.length === 0
          ? []
          : [[name, ...codes.map(({ value, label }) => `${value} ${printLiteral(label, maxValueLabelBytes)}`)].join(" ")]
      }),
    ),
    ...printCommand(
      "VARIABLE LEVEL",
      namedColumns.map(({ column, name }) => `${name} (${measurementLevels[column.kind]})`),
    ),
    ...printCommand(
      "MISSING VALUES",
      namedColumns.flatMap(({ column, name }) => (column.kind === "text" ? [`${name} (' ')`] : [])),
    ),
    "EXECUTE.",
    "",
  ].join("\r\n")
}

const flagCodes = [
  { value: 0, label: "0" },
  { value: 1, label: "1" },
] as const

const measurementLevels = {
  text: "NOMINAL",
  instant: "NOMINAL",
  coded: "NOMINAL",
  flag: "NOMINAL",
  number: "SCALE",
  date: "SCALE",
} as const satisfies Record<ColumnKind, string>

const printFormat = ({ kind, width, decimals }: Column): string => {
  switch (kind) {
    // One byte more than the text, for the quote before cells that a spreadsheet would run.
    case "text":
    case "instant":
      return `A${Math.min(32_767, width + 1)}`
    case "date":
      return "SDATE10"
    case "flag":
      return "F1.0"
    case "coded":
    case "number":
      return `F${width}.${decimals}`
  }
}

/** A command with its items separated by slashes; empty if there are none. */
const printCommand = (name: string, items: ReadonlyArray<string>): ReadonlyArray<string> =>
  items.length === 0 ? [] : [name, ...items.map((item, i) => `  ${i === 0 ? "" : "/"}${item}`), "  ."]

const printLiteral = (text: string, maxBytes: number): string =>
  `'${truncateToBytes(text.replace(/[\p{C}\s]+/gu, " "), maxBytes).replaceAll("'", "''")}'`

// SPSS syntax that reads the CSV of answers and describes its columns (X6, X7).
import type { AnswersPlan } from "./answers-table.ts"
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
    ...printVariables(namedColumns),
    "  .",
    ...printCommand(
      "VARIABLE LABELS",
      namedColumns.map(({ column, name }) => `${name} ${printLiteral(column.label, maxLabelBytes)}`),
    ),
    ...printCommand(
      "VALUE LABELS",
      namedColumns.flatMap(({ column, name }) => {
        const codes = column.codes.map(({ value, label }) => `${value} ${printLiteral(label, maxValueLabelBytes)}`)
        // [X4] The cells of a text contain the labels themselves.
        return codes.length === 0 || column.kind === "text" ? [] : [[name, ...codes].join(" ")]
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
    case "text":
    case "instant":
      return `A${Math.max(1, width)}`
    case "date":
      return "SDATE10"
    case "flag":
      return "F1.0"
    case "coded":
    case "number":
      return `F${width}.${decimals}`
  }
}

/**
 * [X7] The variables with their formats. No line begins with the name of a variable, because SPSS reads a line that
 * begins with the name of a command as that command. So each format begins the line of the next variable.
 */
const printVariables = (variables: ReadonlyArray<{ readonly column: Column; readonly name: string }>): ReadonlyArray<string> =>
  ["  /VARIABLES=", ...variables.map(({ column }) => `    ${printFormat(column)}`)].map((start, i) =>
    `${start} ${variables[i]?.name ?? ""}`.trimEnd(),
  )

/** A command with its items separated by slashes; empty if there are none. Its name begins the line of the first item [X7]. */
const printCommand = (name: string, items: ReadonlyArray<string>): ReadonlyArray<string> =>
  items.length === 0 ? [] : [...items.map((item, i) => (i === 0 ? `${name} ${item}` : `  /${item}`)), "  ."]

const printLiteral = (text: string, maxBytes: number): string =>
  `'${truncateToBytes(text.replace(/[\p{C}\s]+/gu, " "), maxBytes).replaceAll("'", "''")}'`

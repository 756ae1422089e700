// SPSS syntax that reads the answers' CSV and says what its columns mean (spec/3-community §9; decisions X6, X7).
import type { AnswersPlan } from "./answers-plan.ts"
import { type Column, type ColumnKind, truncateToBytes, variableNames } from "./export-columns.ts"
import { type ExportOptions, separatorOf } from "./export-options.ts"

/** The longest labels of variables and of values, in bytes. */
const longestLabel = 255
const longestValueLabel = 120

/** The syntax for a CSV file of that name, written flat (see `answersCsv`) and with the same options. */
export const spssSyntax = (plan: AnswersPlan, fileName: string, options: ExportOptions): string => {
  const names = variableNames(plan.columns)
  const named = plan.columns.map((column, i) => ({ column, name: names[i] ?? "" }))
  return [
    "* Encoding: UTF-8.",
    "SET DECIMAL=DOT.",
    "GET DATA",
    "  /TYPE=TXT",
    `  /FILE=${literal(fileName, 32_767)}`,
    "  /ENCODING='UTF8'",
    "  /ARRANGEMENT=DELIMITED",
    `  /DELIMITERS="${separatorOf(options)}"`,
    "  /QUALIFIER='\"'",
    `  /FIRSTCASE=${options.separatorDefinition ? 3 : 2}`,
    "  /VARIABLES=",
    ...named.map(({ column, name }) => `    ${name} ${formatOf(column)}`),
    "  .",
    ...command(
      "VARIABLE LABELS",
      named.map(({ column, name }) => `${name} ${literal(column.label, longestLabel)}`),
    ),
    ...command(
      "VALUE LABELS",
      named.flatMap(({ column, name }) => {
        const codes = column.kind === "flag" ? flagCodes : column.codes
        return codes.length === 0
          ? []
          : [[name, ...codes.map(({ value, label }) => `${value} ${literal(label, longestValueLabel)}`)].join(" ")]
      }),
    ),
    ...command(
      "VARIABLE LEVEL",
      named.map(({ column, name }) => `${name} (${levels[column.kind]})`),
    ),
    ...command(
      "MISSING VALUES",
      named.flatMap(({ column, name }) => (column.kind === "text" ? [`${name} (' ')`] : [])),
    ),
    "EXECUTE.",
    "",
  ].join("\r\n")
}

const flagCodes = [
  { value: 0, label: "0" },
  { value: 1, label: "1" },
] as const

const levels = {
  text: "NOMINAL",
  instant: "NOMINAL",
  coded: "NOMINAL",
  flag: "NOMINAL",
  number: "SCALE",
  date: "SCALE",
} as const satisfies Record<ColumnKind, string>

const formatOf = ({ kind, width, decimals }: Column): string => {
  switch (kind) {
    // One byte more than the text: a cell that a spreadsheet would run has a sign before it.
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

/** A command with its items, divided by slashes; nothing where there are none. */
const command = (name: string, items: ReadonlyArray<string>): ReadonlyArray<string> =>
  items.length === 0 ? [] : [name, ...items.map((item, i) => `  ${i === 0 ? "" : "/"}${item}`), "  ."]

const literal = (text: string, most: number): string =>
  `'${truncateToBytes(text.replace(/[\p{C}\s]+/gu, " "), most).replaceAll("'", "''")}'`

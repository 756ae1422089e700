// Reports of checked files: what they have in common, and those as text, as JSON, and with lines and columns.
import { styleText } from "node:util"
import { blocksGoingLive, getBlockedStep } from "../../domain/check/blocking-rules.ts"
import { type Finding, isError } from "../../domain/findings/finding.ts"
import { listExampleParts } from "../../domain/findings/needed-example-answers.ts"
import { escapeControlCharacters } from "./terminal-output.ts"

/** `line` and `column` count from 1; only some report formats need them. */
export type Position = { readonly line?: number; readonly column?: number }
export type ReportedFinding = Pick<Finding, "pointer" | "severity" | "rule" | "message" | "key" | "example"> &
  Position & { readonly because?: ReadonlyArray<Position & { readonly pointer: string; readonly condition: string }> }
/** `unproven` lists the pointers of what the check could not decide, and so says nothing about. */
export type CheckedFile = {
  readonly file: string
  readonly findings: ReadonlyArray<ReportedFinding>
  readonly unproven: ReadonlyArray<string>
  readonly isRead: boolean
}
export type Totals = { readonly files: number; readonly errors: number; readonly warnings: number }

/** Formats a report: `file` is called for each file in order, then `end` once. */
export type Report = {
  readonly file: (checked: CheckedFile) => string
  readonly end: (totals: Totals) => string
}

export const reportFormats = ["text", "json", "sarif", "junit", "unix", "github"] as const
export type ReportFormat = (typeof reportFormats)[number]

/** JSON on one line, with the control characters escaped that JSON.stringify does not escape. */
export const toPlainJson = (value: unknown): string => escapeControlCharacters(JSON.stringify(value))

/** One JSON object: an entry per file, in which each finding names the step that it blocks, and the totals. */
export const createJsonReport = (): Report => {
  let hasBegun = false
  const separator = () => {
    const text = hasBegun ? "," : '{"files":['
    hasBegun = true
    return text
  }
  return {
    file: ({ file, findings, unproven }) =>
      separator() +
      toPlainJson({
        file,
        ok: !findings.some(blocksGoingLive),
        ...(unproven.length > 0 && { proof: "partial", unproven }),
        findings: findings.map((finding) => {
          const { pointer, severity, rule, message, because, example } = finding
          const blocks = getBlockedStep(finding)
          return { pointer, severity, rule, message, blocks, ...(because && { because }), ...(example && { example }) }
        }),
      }),
    end: ({ errors, warnings }) => `${hasBegun ? "" : separator()}],"errors":${errors},"warnings":${warnings}}\n`,
  }
}

export const withExample = (message: string, example: Finding["example"]): string =>
  example === undefined ? message : `${message} (${formatExample(example)})`

/** Formats the answers and the metadata that matter in an example, as in `example: mood=4 metadata.team="A"`; any others do as well. */
export const formatExample = (example: NonNullable<Finding["example"]>): string => {
  const parts = listExampleParts(example).map(({ name, value }) => `${name}=${value === null ? "none" : JSON.stringify(value)}`)
  return `example: ${parts.length === 0 ? "any answers" : parts.join(" ")}`
}

/** At most this many pointers are named in a text. */
const maxNamed = 5

export const describeUnproven = (unproven: ReadonlyArray<string>): string => {
  const more = unproven.length - maxNamed
  return `proof: partial, undecided: ${unproven.slice(0, maxNamed).join(" ")}${more > 0 ? ` and ${more} more` : ""}`
}

const formatTotals = ({ files, errors, warnings }: Totals): string => `${files} files, ${errors} errors, ${warnings} warnings\n`

/** One line per finding, then the totals. */
export const createTextReport = ({ isColored }: { readonly isColored: boolean }): Report => {
  const formatSeverity = (severity: ReportedFinding["severity"]) =>
    isColored ? styleText(isError({ severity }) ? "red" : "yellow", severity, { validateStream: false }) : severity
  return {
    file: ({ file, findings, unproven }) =>
      findings
        .map(
          ({ pointer, severity, rule, message, example }) =>
            `${escapeControlCharacters(`${file}:${pointer}`)} ${formatSeverity(severity)} ${rule} ${escapeControlCharacters(withExample(message, example))}\n`,
        )
        .join("") + (unproven.length > 0 ? `${escapeControlCharacters(`${file}: ${describeUnproven(unproven)}`)}\n` : ""),
    end: formatTotals,
  }
}

/** One line per finding, as compilers print them, which editors and terminals link: `FILE:LINE:COLUMN: severity: message [rule]`. */
export const createUnixReport = (): Report => ({
  file: ({ file, findings }) =>
    findings
      .map(
        ({ line = 1, column = 1, severity, rule, message, example }) =>
          `${escapeControlCharacters(`${file}:${line}:${column}: ${severity}: ${withExample(message, example)} [${rule}]`)}\n`,
      )
      .join(""),
  end: formatTotals,
})

/** Workflow commands of GitHub Actions, which show each finding beside its line in a pull request. */
export const createGithubReport = (): Report => ({
  file: ({ file, findings }) =>
    findings
      .map(({ line = 1, column = 1, severity, rule, message, example }) => {
        const properties = Object.entries({ file, line, col: column, title: rule }).map(
          ([name, value]) => `${name}=${escapeWorkflowData(String(value)).replaceAll(":", "%3A").replaceAll(",", "%2C")}`,
        )
        return `::${severity} ${properties.join()}::${escapeWorkflowData(withExample(message, example))}\n`
      })
      .join(""),
  end: formatTotals,
})

/** GitHub decodes `%` and line breaks; other control characters are escaped as in the other reports. */
const escapeWorkflowData = (text: string): string => escapeControlCharacters(text).replaceAll("%", "%25")

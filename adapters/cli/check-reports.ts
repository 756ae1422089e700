// SARIF 2.1.0 (OASIS): findings as code scanning services read them.
import { isAbsolute } from "node:path"
import { pathToFileURL } from "node:url"
import { styleText } from "node:util"
import { type Finding, isError, rules } from "../../domain/check/finding.ts"
import { readVersion } from "./command-line.ts"

const head = () =>
  `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"columnKind":"utf16CodeUnits","tool":{"driver":${JSON.stringify(
    { name: "conversation-admin", version: readVersion(), rules: rules.map((id) => ({ id })) },
  )}},"results":[`

export const sarifReport = (): Report => {
  let begun = false
  const opening = () => {
    const text = begun ? "," : head()
    begun = true
    return text
  }
  return {
    file: ({ file, findings }) => findings.map((it) => opening() + JSON.stringify(result(file, it))).join(""),
    end: () => `${begun ? "" : opening()}]}]}\n`,
  }
}

const result = (file: string, { pointer, severity, rule, message, line, column }: ReportedFinding) => ({
  ruleId: rule,
  ruleIndex: rules.indexOf(rule),
  level: severity,
  message: { text: message.toWellFormed() },
  locations: [
    {
      physicalLocation: {
        artifactLocation: { uri: uri(file) },
        ...(line === undefined ? {} : { region: { startLine: line, startColumn: column } }),
      },
      logicalLocations: [{ fullyQualifiedName: pointer.toWellFormed() }],
    },
  ],
})

const uri = (file: string): string =>
  file === "-"
    ? "stdin"
    : isAbsolute(file)
      ? pathToFileURL(file).href
      : file
          .split(/[\\/]/)
          .map((it) => encodeURIComponent(it.toWellFormed()))
          .join("/")

// What a check found in a file, and the four ways to say it (contract "Command line tool").

/** `line` and `column`, from 1, are told where a report asks for them. */
export type ReportedFinding = Pick<Finding, "pointer" | "severity" | "rule" | "message"> & {
  readonly line?: number
  readonly column?: number
}
export type CheckedFile = { readonly file: string; readonly findings: ReadonlyArray<ReportedFinding>; readonly isRead: boolean }
export type Totals = { readonly files: number; readonly errors: number; readonly warnings: number }

/** Writes what was found: `file` as the files come, in order, `end` once. */
export type Report = {
  readonly file: (checked: CheckedFile) => string
  readonly end: (totals: Totals) => string
}

export const reportFormats = ["text", "json", "sarif", "junit"] as const
export type ReportFormat = (typeof reportFormats)[number]

/** Texts and names of files are hostile: no line breaks, no control signs of a terminal, no turning of the direction of writing. */
export const escapeControlCharacters = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, "0")}`)

// One JSON object: a row per file, and the counts.

export const jsonReport = (): Report => {
  let begun = false
  const opening = () => {
    const text = begun ? "," : '{"files":['
    begun = true
    return text
  }
  return {
    file: ({ file, findings }) =>
      opening() +
      JSON.stringify({
        file,
        ok: !findings.some(isError),
        findings: findings.map(({ pointer, severity, rule, message }) => ({ pointer, severity, rule, message })),
      }),
    end: ({ errors, warnings }) => `${begun ? "" : opening()}],"errors":${errors},"warnings":${warnings}}\n`,
  }
}

// JUnit XML as CI servers read it: a suite per file, its errors as failures, its warnings as output. Suites go out as they come.

export const junitReport = (): Report => {
  let begun = false
  const opening = () => {
    const text = begun ? "" : '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="conversation-admin check">\n'
    begun = true
    return text
  }
  return { file: (checked) => opening() + suite(checked), end: () => `${opening()}</testsuites>\n` }
}

const suite = ({ file, findings }: CheckedFile): string => {
  const failures = findings.filter(isError)
  const warnings = findings.filter((it) => !isError(it))
  const lines = (of: typeof findings) => of.map(({ pointer, rule, message }) => `${pointer} ${rule} ${message}`).join("\n")
  const counts = `tests="1" failures="${failures.length > 0 ? 1 : 0}" errors="0" skipped="0"`
  return `<testsuite name="${xml(file)}" ${counts}><testcase name="${xml(file)}" classname="check">${
    failures.length > 0
      ? `<failure type="${failures[0]?.rule}" message="${failures.length} errors, ${warnings.length} warnings">${xml(lines(failures))}</failure>`
      : ""
  }${warnings.length > 0 ? `<system-out>${xml(lines(warnings))}</system-out>` : ""}</testcase></testsuite>\n`
}

/** XML 1.0 text: the five entities, and no character that XML does not have. */
const xml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replace(/[&<>"']/g, (it) => `&#${it.charCodeAt(0)};`)

// A line per finding, and the counts.

/** Colours are for terminals. */
export const textReport = ({ isColored }: { readonly isColored: boolean }): Report => {
  const painted = (severity: ReportedFinding["severity"]) =>
    isColored ? styleText(severity === "error" ? "red" : "yellow", severity, { validateStream: false }) : severity
  return {
    file: ({ file, findings }) =>
      findings
        .map(
          ({ pointer, severity, rule, message }) =>
            `${escapeControlCharacters(`${file}:${pointer}`)} ${painted(severity)} ${rule} ${escapeControlCharacters(message)}\n`,
        )
        .join(""),
    end: ({ files, errors, warnings }) => `${files} files, ${errors} errors, ${warnings} warnings\n`,
  }
}

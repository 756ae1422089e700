// Reports of checked files as text, JSON, SARIF 2.1.0 (OASIS) and JUnit XML.
import { isAbsolute } from "node:path"
import { pathToFileURL } from "node:url"
import { styleText } from "node:util"
import { blocksGoingLive, getBlockedStep } from "../../domain/check/blocking-rules.ts"
import { type Finding, isError, type Rule, rules } from "../../domain/findings/finding.ts"
import { listExampleParts } from "../../domain/findings/needed-example-answers.ts"
import { ruleExplanations } from "../../domain/findings/rule-explanations.ts"
import manifest from "./package.json" with { type: "json" }
import { escapeControlCharacters } from "./terminal-output.ts"

const describeRule = (id: Rule) => {
  const { title, reason, example, fix } = ruleExplanations[id]
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: `${title} ${reason}` },
    help: {
      text: `${reason}\n\nExample: ${example}\n\nFix: ${fix}`,
      markdown: `${reason}\n\n**Example**: ${example}\n\n**Fix**: ${fix}`,
    },
  }
}

const sarifOpening = () =>
  `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"columnKind":"utf16CodeUnits","tool":{"driver":${JSON.stringify(
    { name: "conversation-admin", version: manifest.version, rules: rules.map(describeRule) },
  )}},"results":[`

/** SARIF 2.1.0, the format of code scanning services. */
export const createSarifReport = (): Report => {
  let hasBegun = false
  const notifications: Array<string> = []
  const separator = () => {
    const text = hasBegun ? "," : sarifOpening()
    hasBegun = true
    return text
  }
  return {
    file: ({ file, findings, unproven }) => {
      if (unproven.length > 0) notifications.push(toPlainJson(sarifNotification(file, unproven)))
      return findings.map((it) => separator() + toPlainJson(sarifResult(file, it))).join("")
    },
    end: () =>
      `${hasBegun ? "" : separator()}],"invocations":[{"executionSuccessful":true,"toolExecutionNotifications":[${notifications.join()}]}]}]}\n`,
  }
}

const sarifResult = (file: string, finding: ReportedFinding) => {
  const { severity, rule, message, because, example } = finding
  return {
    ruleId: rule,
    ruleIndex: rules.indexOf(rule),
    level: severity,
    message: { text: withExample(message, example).toWellFormed() },
    locations: [sarifLocation(file, finding)],
    ...(because && {
      relatedLocations: because.map((it) => ({ message: { text: it.condition.toWellFormed() }, ...sarifLocation(file, it) })),
    }),
  }
}

type Located = Position & { readonly pointer: string }

const sarifLocation = (file: string, { pointer, line, column }: Located) => ({
  physicalLocation: {
    artifactLocation: { uri: toUri(file) },
    ...(line === undefined ? {} : { region: { startLine: line, startColumn: column } }),
  },
  logicalLocations: [{ fullyQualifiedName: pointer.toWellFormed() }],
})

const sarifNotification = (file: string, unproven: ReadonlyArray<string>) => ({
  level: "note",
  message: { text: describeUnproven(unproven).toWellFormed() },
  locations: [
    {
      physicalLocation: { artifactLocation: { uri: toUri(file) } },
      logicalLocations: unproven.map((pointer) => ({ fullyQualifiedName: pointer.toWellFormed() })),
    },
  ],
})

const toUri = (file: string): string =>
  file === "-"
    ? "stdin"
    : isAbsolute(file)
      ? pathToFileURL(file).href
      : file
          .split(/[\\/]/)
          .map((it) => encodeURIComponent(it.toWellFormed()))
          .join("/")

/** `line` and `column` count from 1; only some report formats need them. */
type Position = { readonly line?: number; readonly column?: number }
export type ReportedFinding = Pick<Finding, "pointer" | "severity" | "rule" | "message" | "key" | "example"> &
  Position & { readonly because?: ReadonlyArray<Located & { readonly condition: string }> }
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

export const reportFormats = ["text", "json", "sarif", "junit"] as const
export type ReportFormat = (typeof reportFormats)[number]

/** JSON on one line, with the control characters escaped that JSON.stringify does not escape. */
const toPlainJson = (value: unknown): string => escapeControlCharacters(JSON.stringify(value))

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

/** JUnit XML for CI servers: a suite per file, with errors as failures and warnings as output. */
export const createJunitReport = (): Report => {
  let hasBegun = false
  const opening = () => {
    const text = hasBegun ? "" : '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="conversation-admin check">\n'
    hasBegun = true
    return text
  }
  return { file: (checked) => opening() + junitSuite(checked), end: () => `${opening()}</testsuites>\n` }
}

const junitSuite = ({ file, findings, unproven }: CheckedFile): string => {
  const failures = findings.filter(isError)
  const warnings = findings.filter((it) => !isError(it))
  const formatFindings = (list: typeof findings) =>
    list.map(({ pointer, rule, message, example }) => `${pointer} ${rule} ${withExample(message, example)}`)
  const output = [...formatFindings(warnings), ...(unproven.length > 0 ? [describeUnproven(unproven)] : [])]
  const counts = `tests="1" failures="${failures.length > 0 ? 1 : 0}" errors="0" skipped="0"`
  return `<testsuite name="${escapeXml(file)}" ${counts}><testcase name="${escapeXml(file)}" classname="check">${
    failures.length > 0
      ? `<failure type="${failures[0]?.rule}" message="${failures.length} errors, ${warnings.length} warnings">${escapeXml(formatFindings(failures).join("\n"))}</failure>`
      : ""
  }${output.length > 0 ? `<system-out>${escapeXml(output.join("\n"))}</system-out>` : ""}</testcase></testsuite>\n`
}

/** XML 1.0 text: escapes the five special characters and control characters, and replaces the characters that XML does not allow. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replace(/[&<>"']|(?![\t\n\r])[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => `&#${character.codePointAt(0)};`)

const withExample = (message: string, example: Finding["example"]): string =>
  example === undefined ? message : `${message} (${formatExample(example)})`

/** Formats the answers and the metadata that matter in an example, as in `example: mood=4 metadata.team="A"`; any others do as well. */
export const formatExample = (example: NonNullable<Finding["example"]>): string => {
  const parts = listExampleParts(example).map(({ name, value }) => `${name}=${value === null ? "none" : JSON.stringify(value)}`)
  return `example: ${parts.length === 0 ? "any answers" : parts.join(" ")}`
}

/** At most this many pointers are named in a text. */
const maxNamed = 5

const describeUnproven = (unproven: ReadonlyArray<string>): string => {
  const more = unproven.length - maxNamed
  return `proof: partial, undecided: ${unproven.slice(0, maxNamed).join(" ")}${more > 0 ? ` and ${more} more` : ""}`
}

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
    end: ({ files, errors, warnings }) => `${files} files, ${errors} errors, ${warnings} warnings\n`,
  }
}

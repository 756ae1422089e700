// Reports of checked files as JUnit XML, for CI servers: a suite per file, and in it a case per rule.
import { isError, type Rule, rules } from "../../domain/findings/finding.ts"
import { type CheckedFile, describeUnproven, type Report, type ReportedFinding, withExample } from "./check-reports.ts"

type Counts = { tests: number; failures: number }

/** Totals stand before the suites, so that everything is written at the end. `skippedRules` are not checked, and have no case. */
export const createJunitReport = (skippedRules: ReadonlySet<Rule>): Report => {
  const suites: Array<string> = []
  const totals: Counts = { tests: 0, failures: 0 }
  const checkedRules = rules.filter((rule) => !skippedRules.has(rule))
  return {
    file: (checked) => {
      suites.push(formatSuite(checked, checkedRules, totals))
      return ""
    },
    end: () =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="conversation-admin check" ${formatCounts(totals)}>\n${suites.join("")}</testsuites>\n`,
  }
}

const formatCounts = ({ tests, failures }: Counts): string => `tests="${tests}" failures="${failures}" errors="0" skipped="0"`

const formatSuite = ({ file, findings, unproven }: CheckedFile, checkedRules: ReadonlyArray<Rule>, totals: Counts): string => {
  const counts: Counts = { tests: checkedRules.length, failures: 0 }
  const cases = checkedRules.map((rule) => {
    const found = findings.filter((finding) => finding.rule === rule)
    if (found.some(isError)) counts.failures++
    return formatCase(rule, file, found)
  })
  totals.tests += counts.tests
  totals.failures += counts.failures
  const output = unproven.length > 0 ? formatOutput([describeUnproven(unproven)]) : ""
  return `<testsuite name="${escapeXml(file)}" ${formatCounts(counts)}>${cases.join("")}${output}</testsuite>\n`
}

/** A rule with errors fails; warnings are output. */
const formatCase = (rule: Rule, file: string, findings: ReadonlyArray<ReportedFinding>): string => {
  const opening = `<testcase name="${rule}" classname="${escapeXml(file)}"`
  if (findings.length === 0) return `${opening}/>`
  const errors = findings.filter(isError)
  const warnings = findings.filter((finding) => !isError(finding))
  const failure =
    errors.length === 0
      ? ""
      : `<failure type="${rule}" message="${errors.length} errors, ${warnings.length} warnings">${escapeXml(formatFindings(errors).join("\n"))}</failure>`
  return `${opening}>${failure}${warnings.length > 0 ? formatOutput(formatFindings(warnings)) : ""}</testcase>`
}

const formatFindings = (findings: ReadonlyArray<ReportedFinding>): ReadonlyArray<string> =>
  findings.map(({ pointer, rule, message, example }) => `${pointer} ${rule} ${withExample(message, example)}`)

const formatOutput = (lines: ReadonlyArray<string>): string => `<system-out>${escapeXml(lines.join("\n"))}</system-out>`

/** XML 1.0 text: escapes the five special characters and control characters, and replaces the characters that XML does not allow. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replace(/[&<>"']|(?![\t\n\r])[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => `&#${character.codePointAt(0)};`)

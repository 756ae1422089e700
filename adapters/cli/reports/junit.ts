// JUnit XML as CI servers read it: a suite per file, its errors as failures, its warnings as output. Suites go out as they come.
import { isError } from "../../../domain/finding.ts"
import type { Checked, Report } from "../report.ts"

export const junitReport = (): Report => {
  let begun = false
  const opening = () => {
    const text = begun ? "" : '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="conversation-admin check">\n'
    begun = true
    return text
  }
  return { file: (checked) => opening() + suite(checked), end: () => `${opening()}</testsuites>\n` }
}

const suite = ({ file, findings }: Checked): string => {
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

// Reports of checked files as SARIF 2.1.0 (OASIS), the format of code scanning services.
import { isAbsolute } from "node:path"
import { pathToFileURL } from "node:url"
import { type Rule, rules } from "../../domain/findings/finding.ts"
import { ruleExplanations } from "../../domain/findings/rule-explanations.ts"
import { describeUnproven, type Position, type Report, type ReportedFinding, toPlainJson, withExample } from "./check-reports.ts"
import manifest from "./package.json" with { type: "json" }

const describeRule = (id: Rule) => {
  const { title, reason, example, fix } = ruleExplanations.en[id]
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

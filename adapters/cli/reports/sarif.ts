// SARIF 2.1.0 (OASIS): findings as code scanning services read them.
import { isAbsolute } from "node:path"
import { pathToFileURL } from "node:url"
import { rules } from "../../../domain/finding.ts"
import type { Report, Told } from "../report.ts"
import { version } from "../version.ts"

const head = () =>
  `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"columnKind":"utf16CodeUnits","tool":{"driver":${JSON.stringify(
    { name: "conversation-admin", version: version(), rules: rules.map((id) => ({ id })) },
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

const result = (file: string, { pointer, severity, rule, message, line, column }: Told) => ({
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

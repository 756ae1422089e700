// One JSON object: a row per file, and the counts.
import { isError } from "../../../domain/finding.ts"
import type { Report } from "../report.ts"

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

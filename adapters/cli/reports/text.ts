// A line per finding, and the counts.
import { styleText } from "node:util"
import { oneLine, type Report, type Told } from "../report.ts"

/** Colours are for terminals. */
export const textReport = ({ colours }: { readonly colours: boolean }): Report => {
  const painted = (severity: Told["severity"]) =>
    colours ? styleText(severity === "error" ? "red" : "yellow", severity, { validateStream: false }) : severity
  return {
    file: ({ file, findings }) =>
      findings
        .map(
          ({ pointer, severity, rule, message }) => `${oneLine(`${file}:${pointer}`)} ${painted(severity)} ${rule} ${oneLine(message)}\n`,
        )
        .join(""),
    end: ({ files, errors, warnings }) => `${files} files, ${errors} errors, ${warnings} warnings\n`,
  }
}

// `fix FILE…`: applies the quick fixes of the editor to script files.

import { applyRuleLevels } from "../../domain/files/check-settings.ts"
import { checkFile } from "../../domain/files/file-check.ts"
import { fixFile } from "../../domain/files/file-fix.ts"
import { type Finding, isError } from "../../domain/findings/finding.ts"
import { writeAtomically } from "./atomic-write.ts"
import { parseCommandArguments } from "./command-arguments.ts"
import { listInputFiles, readRequiredText, sealText, sha256 } from "./input-files.ts"
import { readRuleLevels } from "./settings-file.ts"
import { CommandFailed, escapeControlCharacters, printLine } from "./terminal-output.ts"

export const runFix = async (args: ReadonlyArray<string>): Promise<number> => {
  const { values, positionals } = parseCommandArguments(args, { "dry-run": { type: "boolean" }, unsealed: { type: "boolean" } })
  if (positionals.length === 0) throw new CommandFailed("fix needs a file or a folder")
  if (positionals.includes("-")) throw new CommandFailed("fix changes files in place, and does not take standard input")
  const levels = await readRuleLevels()
  const totals = { fixed: 0, errors: 0, warnings: 0 }
  for (const { name, path } of listInputFiles(positionals)) {
    if (typeof path !== "string") throw new CommandFailed(`${name}: the name of the file is not UTF-8`)
    const text = await readRequiredText(path)
    const { fixed, left, result } = await fixText(values.unsealed ? await sealText(text) : text)
    for (const finding of fixed) printLine(formatFinding(name, finding, "fixed"))
    const reported = applyRuleLevels(left, levels)
    for (const finding of reported) printLine(formatFinding(name, finding, finding.severity))
    if (!values["dry-run"] && result !== text) await writeAtomically(path, result)
    totals.fixed += fixed.length
    totals.errors += reported.filter(isError).length
    totals.warnings += reported.filter((finding) => !isError(finding)).length
  }
  printLine(`${totals.fixed} ${values["dry-run"] ? "can be fixed" : "fixed"}, ${totals.errors} errors and ${totals.warnings} warnings left`)
  return totals.errors > 0 ? 1 : 0
}

/** Returns the fixed text, what was fixed, and the findings that are left. A file with a wrong checksum or structure stays as it is. */
const fixText = async (text: string) => {
  const findings = await checkFile(text, sha256)
  if (findings.some(({ rule }) => rule === "checksum-mismatch")) return { fixed: [], left: findings, result: text }
  const fixedFile = await fixFile(text, sha256)
  if (!fixedFile.ok || fixedFile.fixed.length === 0) return { fixed: [], left: findings, result: text }
  return { fixed: fixedFile.fixed, left: await checkFile(fixedFile.text, sha256), result: fixedFile.text }
}

const formatFinding = (file: string, { pointer, rule, message }: Finding, outcome: string): string =>
  escapeControlCharacters(`${file}:${pointer} ${outcome} ${rule} ${message}`)

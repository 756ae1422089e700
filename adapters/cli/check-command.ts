// `check FILE…`: reports the findings of script and style files, in path order.

import { applyRuleLevels, type RuleLevels } from "../../domain/files/check-settings.ts"
import { inspectFile } from "../../domain/files/file-check.ts"
import { isError, rules } from "../../domain/findings/finding.ts"
import { createFinding } from "../../domain/findings/finding-builder.ts"
import { createLineIndex } from "../../domain/json/json-locations.ts"
import { findPointerOffsets } from "../../domain/schema/json-parser.ts"
import {
  type CheckedFile,
  createGithubReport,
  createJsonReport,
  createTextReport,
  createUnixReport,
  type Report,
  type ReportedFinding,
  type ReportFormat,
  reportFormats,
} from "./check-reports.ts"
import type { CheckOptions } from "./check-thread-pool.ts"
import { getSingleFile, parseCommandArguments } from "./command-arguments.ts"
import { type InputFile, listInputFiles, readText, sealText, sha256 } from "./input-files.ts"
import { readRuleLevels } from "./settings-file.ts"
import { CommandFailed, createProgress, isOutputTerminal, print } from "./terminal-output.ts"

/** Checks one file. */
export const checkInputFile = async ({ name: file, path }: InputFile, { withLines, isUnsealed }: CheckOptions): Promise<CheckedFile> => {
  const result = await readText(path)
  switch (result._tag) {
    case "Unread":
      return {
        file,
        isRead: false,
        unproven: [],
        findings: [createFinding("unreadable", "", "finding.unreadable", { reason: result.reason })],
      }
    case "NoText":
      return { file, isRead: true, unproven: [], findings: [createFinding("not-json", "", "finding.not-text")] }
    case "Text": {
      const { findings, unproven } = await inspectFile(isUnsealed ? await sealText(result.text) : result.text, sha256)
      return { file, isRead: true, unproven, findings: withLines && findings.length > 0 ? addPositions(result.text, findings) : findings }
    }
  }
}

/** Adds lines and columns to findings and their reasons. What is missing is located at the start of the object that lacks it. */
const addPositions = (text: string, findings: ReadonlyArray<ReportedFinding>): ReadonlyArray<ReportedFinding> => {
  const offsets = findPointerOffsets(
    text.replace(/^\ufeff/, ""),
    findings.flatMap((finding) => [finding, ...(finding.because ?? [])].flatMap(({ pointer }) => pointerAncestors(pointer))),
  )
  const lineAndColumn = createLineIndex(text)
  const addPosition = <T extends { readonly pointer: string }>(located: T) => {
    const candidates = pointerAncestors(located.pointer).map((pointer) => offsets.get(pointer))
    return { ...located, ...lineAndColumn(candidates.find((offset) => offset !== undefined) ?? 0) }
  }
  return findings.map((finding) => ({ ...addPosition(finding), ...(finding.because && { because: finding.because.map(addPosition) }) }))
}

/** The pointer and its ancestors, innermost first. */
const pointerAncestors = (pointer: string): ReadonlyArray<string> => {
  const steps = pointer.split("/")
  return steps.map((_, i) => steps.slice(0, steps.length - i).join("/"))
}

/** Formats that say at which line and column a finding is. */
const formatsWithLines: ReadonlySet<ReportFormat> = new Set(["sarif", "unix", "github"])

/** Number of files from which starting threads pays off. */
const minFilesForThreads = 100

export const runCheck = async (args: ReadonlyArray<string>): Promise<number> => {
  const { paths, format, quiet, maxWarnings, isUnsealed, prove } = parseCheckArguments(args)
  if (prove !== undefined)
    return (await import("./prove-options.ts")).runProof(getSingleFile("check --prove", paths), prove, {
      isJson: format === "json",
      isUnsealed,
    })
  const levels = await readRuleLevels()
  const files = listInputFiles(paths)
  const report = await createReport(format, levels)
  const progress = createProgress(files.length)
  const totals = { files: 0, errors: 0, warnings: 0 }
  let isAllRead = true
  for await (const checked of checkFiles(files, { withLines: formatsWithLines.has(format), isUnsealed })) {
    const findings = applyRuleLevels(checked.findings, levels)
    const errors = findings.filter(isError)
    totals.files++
    totals.errors += errors.length
    totals.warnings += findings.length - errors.length
    isAllRead &&= checked.isRead
    const text = report.file({ ...checked, findings: quiet ? errors : findings })
    if (text !== "") progress.clear()
    print(text)
    progress.show(totals.files)
  }
  progress.clear()
  print(report.end(totals))
  if (totals.warnings > maxWarnings) console.error(`conversation-admin: ${totals.warnings} warnings, where ${maxWarnings} are allowed`)
  if (!isAllRead) return 2
  return totals.errors > 0 || totals.warnings > maxWarnings ? 1 : 0
}

const parseCheckArguments = (args: ReadonlyArray<string>) => {
  const { values, positionals } = parseCommandArguments(args, {
    format: { type: "string" },
    json: { type: "boolean" },
    quiet: { type: "boolean", short: "q" },
    "max-warnings": { type: "string" },
    unsealed: { type: "boolean" },
    prove: { type: "string" },
  })
  if (positionals.length === 0) throw new CommandFailed("check needs a file, a folder, or - for standard input")
  if (values.json && (values.format ?? "json") !== "json")
    throw new CommandFailed(`--json and --format ${values.format} contradict each other`)
  if (values.prove !== undefined && (values.quiet || values["max-warnings"] !== undefined || !["json", undefined].includes(values.format)))
    throw new CommandFailed("check --prove takes no other options than --json and --unsealed")
  const format = reportFormats.find((it) => it === (values.json ? "json" : (values.format ?? "text")))
  if (format === undefined) throw new CommandFailed(`no such format: ${values.format}. There are ${reportFormats.join(", ")}`)
  const maxWarnings = values["max-warnings"]
  if (maxWarnings !== undefined && !/^\d+$/.test(maxWarnings))
    throw new CommandFailed(`--max-warnings takes a whole number, and not ${maxWarnings}`)
  return {
    paths: positionals,
    prove: values.prove,
    format,
    quiet: values.quiet ?? false,
    isUnsealed: values.unsealed ?? false,
    maxWarnings: maxWarnings === undefined ? Number.POSITIVE_INFINITY : Number(maxWarnings),
  }
}

const createReport = async (format: ReportFormat, levels: RuleLevels): Promise<Report> => {
  switch (format) {
    case "text":
      return createTextReport({ isColored: !process.env["NO_COLOR"] && isOutputTerminal() })
    case "json":
      return createJsonReport()
    case "sarif":
      return (await import("./sarif-report.ts")).createSarifReport()
    case "junit":
      return (await import("./junit-report.ts")).createJunitReport(new Set(rules.filter((rule) => levels[rule] === "off")))
    case "unix":
      return createUnixReport()
    case "github":
      return createGithubReport()
  }
}

async function* checkFiles(files: ReadonlyArray<InputFile>, options: CheckOptions): AsyncGenerator<CheckedFile> {
  if (files.length >= minFilesForThreads && !files.some(({ path }) => path === "-"))
    yield* (await import("./check-thread-pool.ts")).checkInThreads(files, options)
  else for (const file of files) yield await checkInputFile(file, options)
}

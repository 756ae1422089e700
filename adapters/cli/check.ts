// `check FILE…`: findings of script and style files, file by file, in the order of their paths.
import { availableParallelism } from "node:os"
import { parseArgs } from "node:util"
import { checkFile } from "../../domain/check-file.ts"
import { asCannotRun, CannotRun } from "./cannot-run.ts"
import { filesOf, readText, sha256 } from "./files.ts"
import { type Checked, type Format, formats, isError, type Report } from "./report.ts"

/** Beyond so many files a terminal is shown how far it is. */
const many = 200

export const check = async (args: ReadonlyArray<string>): Promise<number> => {
  const { paths, format, quiet, maxWarnings } = read(args)
  const files = await filesOf(paths)
  const report = await reportFor(format, quiet)
  const totals = { files: files.length, errors: 0, warnings: 0 }
  const showsProgress = files.length > many && process.stderr.isTTY
  for await (const [place, checked] of inOrder(files)) {
    const errors = checked.findings.filter(isError).length
    totals.errors += errors
    totals.warnings += checked.findings.length - errors
    await write(report.file(checked))
    if (showsProgress && place % 50 === 0) process.stderr.write(`\r${place + 1} of ${files.length}`)
  }
  if (showsProgress) process.stderr.write("\r\u001b[K")
  await write(report.end(totals))
  return totals.errors > 0 || totals.warnings > maxWarnings ? 1 : 0
}

const read = (args: ReadonlyArray<string>) => {
  const { values, positionals } = parsed(args)
  if (positionals.length === 0) throw new CannotRun("check needs a file, a folder, or - for standard input")
  const format = formats.find((it) => it === (values.json ? "json" : (values.format ?? "text")))
  if (format === undefined) throw new CannotRun(`no such format: ${values.format}. There are ${formats.join(", ")}`)
  const most = values["max-warnings"]
  if (most !== undefined && !/^\d+$/.test(most)) throw new CannotRun(`--max-warnings takes a whole number, and not ${most}`)
  return {
    paths: positionals,
    format,
    quiet: values.quiet ?? false,
    maxWarnings: most === undefined ? Number.POSITIVE_INFINITY : Number(most),
  }
}

const parsed = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        format: { type: "string" },
        json: { type: "boolean" },
        quiet: { type: "boolean", short: "q" },
        "max-warnings": { type: "string" },
      },
    })
  } catch (error) {
    throw asCannotRun(error)
  }
}

const reportFor = async (format: Format, quiet: boolean): Promise<Report> => {
  switch (format) {
    case "text":
      return (await import("./reports/text.ts")).textReport({ quiet, colours: process.stdout.isTTY && !process.env["NO_COLOR"] })
    case "json":
      return (await import("./reports/json.ts")).jsonReport()
    case "sarif":
      return (await import("./reports/sarif.ts")).sarifReport()
    case "junit":
      return (await import("./reports/junit.ts")).junitReport()
  }
}

/** Checks a few files at a time and gives them in order, so that memory stays bounded however many there are. */
async function* inOrder(files: ReadonlyArray<string>): AsyncGenerator<readonly [number, Checked]> {
  const ahead = availableParallelism() * 2
  const running: Array<Promise<Checked>> = files.slice(0, ahead).map(checkOne)
  for (const place of files.keys()) {
    const next = running.shift()
    if (next === undefined) return
    const following = files[place + ahead]
    if (following !== undefined) running.push(checkOne(following))
    yield [place, await next]
  }
}

const checkOne = async (file: string): Promise<Checked> => ({ file, findings: await checkFile(await readText(file), sha256) })

const write = (text: string): Promise<void> =>
  text === "" ? Promise.resolve() : new Promise((done) => process.stdout.write(text, () => done()))

// npm test: everything that must pass before a change lands. It repeats the failures at the end and closes with one plain line of counts.
//
//   npm test                         all steps, without the tests that carry the tag "long"
//   npm test -- types lint           only the steps named
//   npm test -- --changed [REV]      what the changes since REV (default: HEAD) affect
//   npm run test:long                all steps, with the long tests
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { text } from "node:stream/consumers"
import { parseArgs } from "node:util"
import { buildStaleTargets } from "../adapters/server/launch/build.ts"
import { affectedProjects } from "./affected-projects.ts"
import { findBrowser } from "./browser/chromium.ts"
import { everyDatabaseVariable } from "./fixtures/every-database.ts"
import { type Report, readReport } from "./report.ts"

const root = resolve(import.meta.dirname, "..")
const report = join(root, ".build/tests.json")

type Count = { readonly passed: number; readonly failed: number; readonly failures?: Report["failures"] }
const countOne = (ok: boolean): Count => (ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: "boolean", default: false }, long: { type: "boolean", default: false } },
})

/** A tool that checks the sources: its file below node_modules, then its arguments. All tools run at the same time. */
type Tool = readonly [bin: string, ...args: ReadonlyArray<string>]
type Step = Tool | (() => Promise<Count>)
type Outcome = { readonly count: Count; readonly seconds: number }

const isTool = (step: Step): step is Tool => typeof step !== "function"

/** Runs what a step consists of, and measures it. */
const measure = async (work: () => Promise<Count>): Promise<Outcome> => {
  const start = performance.now()
  const count = await work().catch((error: unknown): Count => {
    console.error(error)
    return countOne(false)
  })
  return { count, seconds: (performance.now() - start) / 1000 }
}

const run = async (bin: string, ...args: ReadonlyArray<string>): Promise<boolean> => {
  const child = spawn(process.execPath, [join(root, "node_modules", bin), ...args], { cwd: root, stdio: "inherit" })
  const [code] = await once(child, "exit")
  return code === 0
}

/** Starts a tool. What it prints is kept until its turn, so that the outputs of several tools do not mix. */
const startTool = ([bin, ...args]: Tool) => {
  const child = spawn(process.execPath, [join(root, "node_modules", bin), ...args], { cwd: root, stdio: ["ignore", "pipe", "pipe"] })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const outcome = measure(async () => {
    const [code] = await once(child, "close")
    return countOne(code === 0)
  })
  return { output, outcome }
}

const git = (...args: ReadonlyArray<string>): ReadonlyArray<string> =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean)

/** Files that differ from a revision, new ones included; null where everything counts. */
const changedFiles = (base: string): ReadonlyArray<string> => [
  ...git("diff", "--name-only", "--diff-filter=d", base),
  ...git("ls-files", "--others", "--exclude-standard"),
]

/** Runs test projects. A run that ends without a report, or in which no test ran, counts as one failure. */
const tests = async (projects: ReadonlyArray<string>, ...more: ReadonlyArray<string>): Promise<Count> => {
  if (projects.includes("browser")) {
    const browser = await findBrowser()
    console.log(`browser: ${browser}`)
    process.env["CHROMIUM_PATH"] = browser
  }
  if (flags.long) process.env[everyDatabaseVariable] = "1"
  rmSync(report, { force: true })
  const ok = await run(
    "vitest/vitest.mjs",
    "run",
    ...projects.flatMap((project) => ["--project", project]),
    ...(flags.long ? [] : ["--tags-filter", "!long"]),
    "--reporter=./tests/progress-reporter.ts",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...more,
  )
  const { passed, failed, failures } = readReport(report, root) ?? { passed: 0, failed: 0, failures: [] }
  return ok && passed > 0 ? { passed, failed } : { passed, failed: Math.max(failed, 1), failures }
}

const build = async (): Promise<Count> => {
  const names = await buildStaleTargets()
  console.log(names.length > 0 ? `built ${names.join(", ")}` : "nothing to build")
  return countOne(true)
}

const types: Tool = ["typescript/bin/tsc", "-b"]

const allSteps: Readonly<Record<string, Step>> = {
  types,
  lint: ["oxlint/bin/oxlint", "--deny-warnings"],
  format: ["@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."],
  dead: ["knip/bin/knip.js"],
  build,
  tests: () => tests(["layers", "domain", "models", "contract"]),
  browser: () => tests(["browser"]),
}

/** The steps for the changes since a revision: types, and lint and format of the changed files, then the tests of the layers that they touch. */
const changedSteps = (base: string): Readonly<Record<string, Step>> => {
  const files = changedFiles(base)
  const sources = files.filter((file) => /\.(ts|tsx|mjs|css|json)$/.test(file))
  const scripts = sources.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
  const { related, whole } = affectedProjects(files)
  return {
    types,
    ...(scripts.length > 0 && { lint: ["oxlint/bin/oxlint", "--deny-warnings", ...scripts] as const }),
    ...(sources.length > 0 && {
      format: ["@biomejs/biome/bin/biome", "check", "--error-on-warnings", "--no-errors-on-unmatched", ...sources] as const,
    }),
    ...(whole.includes("browser") && { build }),
    tests: () => tests(["layers"]),
    ...(related.length > 0 && { related: () => tests(related, "--changed", base, "--passWithNoTests") }),
    ...Object.fromEntries(whole.map((project) => [project, () => tests([project])])),
  }
}

const [base] = flags.changed ? positionals : []
const steps = flags.changed ? changedSteps(base ?? "HEAD") : allSteps
const chosen = flags.changed ? [] : positionals
const unknown = chosen.filter((name) => !Object.hasOwn(steps, name))
if (unknown.length > 0) {
  console.error(`no such step: ${unknown.join(", ")}; there are ${Object.keys(steps).join(", ")}`)
  process.exit(2)
}

const begun = Object.entries(steps)
  .filter(([name]) => chosen.length === 0 || chosen.includes(name))
  .map(([name, step]) => ({ name, step: isTool(step) ? startTool(step) : step }))
const outcomes: Array<Outcome & { readonly name: string }> = []
for (const { name, step } of begun) {
  console.log(`\n— ${name}`)
  if (typeof step === "function") outcomes.push({ name, ...(await measure(step)) })
  else {
    process.stdout.write((await step.output).join(""))
    outcomes.push({ name, ...(await step.outcome) })
  }
}

// The failures are repeated at the end, because people read the end of a long run.
for (const { name, count } of outcomes) for (const { where, why } of count.failures ?? []) console.log(`\n✗ ${name}: ${where}\n${why}`)

console.log("")
for (const { name, seconds, count } of outcomes)
  console.log(
    `${count.failed > 0 ? "✗" : "✓"} ${name.padEnd(8)} ${seconds.toFixed(1).padStart(6)} s  ${count.passed} passed${count.failed > 0 ? `, ${count.failed} failed` : ""}`,
  )
const sum = (key: "passed" | "failed") => outcomes.reduce((total, { count }) => total + count[key], 0)
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`)
process.exitCode = sum("failed") > 0 || sum("passed") === 0 ? 1 : 0

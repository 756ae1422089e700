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

const run = async (bin: string, ...args: ReadonlyArray<string>): Promise<boolean> => {
  const child = spawn(process.execPath, [join(root, "node_modules", bin), ...args], { cwd: root, stdio: "inherit" })
  const [code] = await once(child, "exit")
  return code === 0
}

const check = async (bin: string, ...args: ReadonlyArray<string>): Promise<Count> => countOne(await run(bin, ...args))

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

const allSteps: Readonly<Record<string, () => Promise<Count>>> = {
  types: () => check("typescript/bin/tsc", "-b"),
  lint: () => check("oxlint/bin/oxlint", "--deny-warnings"),
  format: () => check("@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."),
  dead: () => check("knip/bin/knip.js"),
  build,
  tests: () => tests(["layers", "domain", "models", "contract"]),
  browser: () => tests(["browser"]),
}

/** The steps for the changes since a revision: types, and lint and format of the changed files, then the tests of the layers that they touch. */
const changedSteps = (base: string): Readonly<Record<string, () => Promise<Count>>> => {
  const files = changedFiles(base)
  const sources = files.filter((file) => /\.(ts|tsx|mjs|css|json)$/.test(file))
  const scripts = sources.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
  const { related, whole } = affectedProjects(files)
  return {
    types: () => check("typescript/bin/tsc", "-b"),
    ...(scripts.length > 0 && { lint: () => check("oxlint/bin/oxlint", "--deny-warnings", ...scripts) }),
    ...(sources.length > 0 && {
      format: () => check("@biomejs/biome/bin/biome", "check", "--error-on-warnings", "--no-errors-on-unmatched", ...sources),
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

const outcomes: Array<{ readonly name: string; readonly seconds: number; readonly count: Count }> = []
for (const [name, step] of Object.entries(steps)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  console.log(`\n— ${name}`)
  const start = performance.now()
  const count = await step().catch((error: unknown): Count => {
    console.error(error)
    return countOne(false)
  })
  outcomes.push({ name, seconds: (performance.now() - start) / 1000, count })
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

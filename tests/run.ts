// npm test: everything that must pass before a change lands, and at the end what failed and one plain line of counts.
// `npm test -- types lint` runs only the steps named.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { rmSync } from "node:fs"
import { join, resolve } from "node:path"
import { buildStaleTargets } from "../adapters/server/launch/build.ts"
import { findBrowser } from "./browser/chromium.ts"
import { type Report, readReport } from "./report.ts"

const root = resolve(import.meta.dirname, "..")
const report = join(root, ".build/tests.json")

type Count = { readonly passed: number; readonly failed: number; readonly failures?: Report["failures"] }
const counted = (ok: boolean): Count => (ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

const run = async (bin: string, ...args: ReadonlyArray<string>): Promise<boolean> => {
  const child = spawn(process.execPath, [join(root, "node_modules", bin), ...args], { cwd: root, stdio: "inherit" })
  const [code] = await once(child, "exit")
  return code === 0
}

const check = async (bin: string, ...args: ReadonlyArray<string>): Promise<Count> => counted(await run(bin, ...args))

/** Runs test projects. A run that dies without a report, or passes over everything, counts as one failure. */
const tests = async (...projects: ReadonlyArray<string>): Promise<Count> => {
  rmSync(report, { force: true })
  const chosen = projects.flatMap((project) => ["--project", project])
  const ok = await run("vitest/vitest.mjs", "run", ...chosen, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`)
  const { passed, failed, failures } = readReport(report, root) ?? { passed: 0, failed: 0, failures: [] }
  return ok && passed > 0 ? { passed, failed } : { passed, failed: Math.max(failed, 1), failures }
}

const build = async (): Promise<Count> => {
  const names = await buildStaleTargets()
  console.log(names.length > 0 ? `built ${names.join(", ")}` : "nothing to build")
  return counted(true)
}

const browser = async (): Promise<Count> => {
  const found = await findBrowser()
  console.log(`browser: ${found}`)
  process.env["CHROMIUM_PATH"] = found
  return tests("browser")
}

const steps: Readonly<Record<string, () => Promise<Count>>> = {
  types: () => check("typescript/bin/tsc", "-b"),
  lint: () => check("oxlint/bin/oxlint", "--deny-warnings"),
  format: () => check("@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."),
  dead: () => check("knip/bin/knip.js"),
  build,
  tests: () => tests("layers", "domain", "models", "contract"),
  browser,
}

const wished = process.argv.slice(2)
const unknown = wished.filter((name) => !Object.hasOwn(steps, name))
if (unknown.length > 0) {
  console.error(`no such step: ${unknown.join(", ")}; there are ${Object.keys(steps).join(", ")}`)
  process.exit(2)
}

const outcomes: Array<{ readonly name: string; readonly seconds: number; readonly count: Count }> = []
for (const [name, step] of Object.entries(steps)) {
  if (wished.length > 0 && !wished.includes(name)) continue
  console.log(`\n— ${name}`)
  const start = performance.now()
  const count = await step().catch((error: unknown): Count => {
    console.error(error)
    return counted(false)
  })
  outcomes.push({ name, seconds: (performance.now() - start) / 1000, count })
}

// Again at the end: of a long run it is the end that is read.
for (const { name, count } of outcomes) for (const { where, why } of count.failures ?? []) console.log(`\n✗ ${name}: ${where}\n${why}`)

console.log("")
for (const { name, seconds, count } of outcomes)
  console.log(
    `${count.failed > 0 ? "✗" : "✓"} ${name.padEnd(8)} ${seconds.toFixed(1).padStart(6)} s  ${count.passed} passed${count.failed > 0 ? `, ${count.failed} failed` : ""}`,
  )
const sum = (key: "passed" | "failed") => outcomes.reduce((all, { count }) => all + count[key], 0)
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`)
process.exitCode = sum("failed") > 0 || sum("passed") === 0 ? 1 : 0

// npm run fuzz: tries many more damaged files and generated scripts than npm test does. `npm run fuzz -- 50000` says how many.
import { spawnSync } from "node:child_process"
import { join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "..")
const files = ["file-check-fuzz", "needs-and-score-gaps"].map((name) => `tests/properties/${name}.test.ts`)
const runs = process.argv[2] ?? "10000"
const { status } = spawnSync(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "domain", ...files], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, FUZZ_RUNS: runs },
})
process.exitCode = status ?? 1

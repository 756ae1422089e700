// npm run fuzz: tries many more damaged files than npm test does. `npm run fuzz -- 50000` says how many.
import { spawnSync } from "node:child_process"
import { join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "..")
const runs = process.argv[2] ?? "10000"
const { status } = spawnSync(
  process.execPath,
  [join(root, "node_modules/vitest/vitest.mjs"), "run", "--project", "domain", "tests/properties/file-check-fuzz.test.ts"],
  { cwd: root, stdio: "inherit", env: { ...process.env, FUZZ_RUNS: runs } },
)
process.exitCode = status ?? 1

// The domain's tests as `npm run mutation` runs them, once per mutant: few runs of each property, always the same. Left out is what
// looks at time, and at crashes alone.
import { resolve } from "node:path"
import { defineConfig } from "vitest/config"

/** Runs that a property asks for itself count for more than the few that few-runs.ts sets for all. */
const fewRuns = {
  name: "few-runs",
  enforce: "pre" as const,
  transform: (code: string, file: string) =>
    file.includes("/tests/properties/") ? code.replaceAll(/\bnumRuns: [\d_]+/g, "numRuns: 50") : undefined,
}

export default defineConfig({
  root: resolve(import.meta.dirname, "../.."),
  plugins: [fewRuns],
  test: {
    include: ["tests/properties/**/*.test.ts"],
    exclude: ["tests/properties/{time-limits,file-check-fuzz}.test.ts"],
    environment: "node",
    isolate: false,
    setupFiles: [resolve(import.meta.dirname, "few-runs.ts")],
  },
})

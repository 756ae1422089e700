// The domain's tests as `npm run mutation` runs them, once per mutant: few runs of each property, always the same.
import { resolve } from "node:path"
import { defineConfig } from "vitest/config"

export default defineConfig({
  root: resolve(import.meta.dirname, "../.."),
  test: { include: ["tests/properties/**/*.test.ts"], environment: "node", setupFiles: [resolve(import.meta.dirname, "few-runs.ts")] },
})
